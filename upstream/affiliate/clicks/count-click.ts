/** Clicks on referral links. Rules: docs/product/session.md#referral. */
import { createHmac, randomBytes } from 'node:crypto';
import { and, asc, eq, isNull, lt, ne, sql } from 'drizzle-orm';
import { isbot } from 'isbot';
import { CampaignLabel } from '../../contract/referrals';
import type { Queryable, Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { NotFound } from '../../http/problems';
import { findKnownDevice, findReferrer, identityTextsIn } from '../../identity/identity';
import { type Caller, networkOf } from '../../members/caller';
import { users } from '../../members/members.tables';
import { countNetwork } from '../../members/throttles';
import { dayOf } from '../../wallet/wallet';
import { affiliateCampaigns as c } from '../team/team.tables';
import { affiliateClickKeys, affiliateClickMarks } from './clicks.tables';

const zone = 'Europe/Berlin';

/** Clicks add campaigns up to this number. */
export const mostLabels = 50;

/**
 * Counts a click on a referral link once for each browser and day, except those of bots and of the member.
 * @throws NotFound for an unknown link
 */
export async function countClick(
  deps: Deps,
  refHash: string,
  campaign: string | undefined,
  caller: Caller,
): Promise<void> {
  await countNetwork(deps.db, 'click.network', caller);
  const referrer = await findReferrer(deps.db, refHash);
  if (!referrer) throw new NotFound(identityTextsIn(caller.language).noReferral);
  if (!caller.userAgent || isbot(caller.userAgent)) return;
  if (await findKnownDevice(deps.db, deps, referrer.id, caller.deviceTokens)) return;
  const day = dayOf(caller.now, zone);
  const browser = [refHash, networkOf(caller.ip), caller.userAgent].join('\n');
  const mark = createHmac('sha256', await keyOf(deps.db, day))
    .update(browser)
    .digest('base64url');
  const label = CampaignLabel.safeParse(campaign).data ?? '';
  await transaction(deps.db, async (tx) => {
    const marked = await tx.insert(affiliateClickMarks).values({ day, mark }).onConflictDoNothing().returning();
    if (marked.length > 0) await addClick(tx, referrer.id, label);
  });
}

/** Counts for a campaign. A new one makes room first, and counts for the link without a name if there is none. */
async function addClick(tx: Tx, userId: number, label: string): Promise<void> {
  if (await addToKnown(tx, userId, label)) return;
  // Registrations count for campaigns under this lock, and two new campaigns must not both take the last place.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('affiliate.tree'))`);
  if (await addToKnown(tx, userId, label)) return;
  // A deletion drops the names of campaigns under the lock, so a name must not come after it.
  const isThere = (await tx.$count(users, and(eq(users.id, userId), isNull(users.deletedAt)))) > 0;
  const isKept = label === '' || (isThere && (await hasRoom(tx, userId)));
  await addClicks(tx, userId, isKept ? label : '', 1);
}

async function addToKnown(tx: Tx, userId: number, label: string): Promise<boolean> {
  const known = await tx
    .update(c)
    .set({ clicks: sql`${c.clicks} + 1` })
    .where(and(eq(c.userId, userId), eq(c.label, label)))
    .returning({ label: c.label });
  return known.length > 0;
}

/**
 * Returns whether the member may have one more campaign. If there are `mostLabels`, the one with the fewest clicks goes,
 * of those by which nobody joined. Its clicks go to the link without a name, so none gets lost. A stranger who makes names up
 * then drives out made-up names.
 */
async function hasRoom(tx: Tx, userId: number): Promise<boolean> {
  const ofMember = and(eq(c.userId, userId), ne(c.label, ''));
  if ((await tx.$count(c, ofMember)) < mostLabels) return true;
  const [least] = await tx
    .select({ label: c.label })
    .from(c)
    .where(and(ofMember, eq(c.registrations, 0)))
    .orderBy(asc(c.clicks), asc(c.label))
    .limit(1);
  if (!least) return false;
  const [gone] = await tx
    .delete(c)
    .where(and(ofMember, eq(c.label, least.label)))
    .returning();
  if (gone && gone.clicks > 0) await addClicks(tx, userId, '', gone.clicks);
  return true;
}

const addClicks = (tx: Tx, userId: number, label: string, clicks: number) =>
  tx
    .insert(c)
    .values({ userId, label, clicks })
    .onConflictDoUpdate({ target: [c.userId, c.label], set: { clicks: sql`${c.clicks} + ${clicks}` } });

/** Returns the key of a day. The first click makes it. */
async function keyOf(db: Queryable, day: string): Promise<Buffer> {
  const find = () => db.select().from(affiliateClickKeys).where(eq(affiliateClickKeys.day, day));
  const [known] = await find();
  if (known) return known.key;
  await db
    .insert(affiliateClickKeys)
    .values({ day, key: randomBytes(32) })
    .onConflictDoNothing();
  const [made] = await find();
  if (!made) throw new Error('The day is over.');
  return made.key;
}

/** Discards keys and marks of days that are over. */
export async function discardClicks({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> {
  await db.delete(affiliateClickKeys).where(lt(affiliateClickKeys.day, dayOf(now, zone)));
}
