/** Clicks on referral links. Rules: docs/product/session.md#referral. */
import { createHmac, randomBytes } from 'node:crypto';
import { eq, lt, sql } from 'drizzle-orm';
import { isbot } from 'isbot';
import { CampaignLabel } from '../../contract/referrals';
import type { Queryable } from '../../database/database';
import type { Deps } from '../../deps';
import { NotFound } from '../../http/problems';
import { findKnownDevice, findReferrer, identityTextsIn } from '../../identity/identity';
import { type Caller, networkOf } from '../../members/caller';
import { countNetwork } from '../../members/throttles';
import { dayOf } from '../../wallet/wallet';
import { affiliateCampaigns } from '../team/team.tables';
import { affiliateClickKeys, affiliateClickMarks } from './clicks.tables';

const zone = 'Europe/Berlin';

/** A member has figures of at most so many campaigns. Clicks of further ones count for the link without one. */
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
  await deps.db.execute(sql`
    with marked as (
      insert into ${affiliateClickMarks} (day, mark) values (${day}, ${mark}) on conflict do nothing returning 1
    ), known as (
      select count(*) as labels, coalesce(bool_or(label = ${label}), false) as is_known
      from ${affiliateCampaigns} where user_id = ${referrer.id} and label <> ''
    )
    insert into ${affiliateCampaigns} as kept (user_id, label, clicks)
    select ${referrer.id}, case when is_known or labels < ${mostLabels} then ${label} else '' end, 1 from marked, known
    on conflict (user_id, label) do update set clicks = kept.clicks + 1`);
}

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
