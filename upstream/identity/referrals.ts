/** Referral links: who invites, and how often a link was followed. */
import { eq } from 'drizzle-orm';
import { isbot } from 'isbot';
import type { Queryable } from '../database/database';
import type { Deps } from '../deps';
import { NotFound } from '../http/problems';
import { type Caller, networkOf } from './caller';
import { referralClicks, users } from './identity.tables';
import { textsIn } from './identity.texts';
import { keyedHash, newestKey } from './keys';
import type { UserRow } from './members';
import { countNetwork } from './throttles';

/** The member whose link this is, or null. Case matters. */
export async function findReferrer(db: Queryable, refHash: string): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.refHash, refHash));
  return user ?? null;
}

/** Who invites, shortened to "Anna K."; `NotFound` for an unknown link. */
export async function getReferral(deps: Deps, refHash: string, caller: Caller): Promise<{ name: string }> {
  const referrer = await findReferrer(deps.db, refHash);
  if (!referrer) throw new NotFound(textsIn(caller.language).noReferral);
  return { name: shortName(referrer) };
}

/** "Anna K.": as much as members see of each other. */
export const shortName = ({ firstname, lastname }: UserRow): string => `${firstname} ${[...lastname][0]}.`;

/**
 * Counts a click on a referral link once for link, day (UTC) and network; bots are not counted. The network is kept as an
 * HMAC with the day in it, so that nobody can be followed from one day to the next.
 */
export async function countClick(
  deps: Deps,
  refHash: string,
  campaign: string | undefined,
  caller: Caller,
): Promise<void> {
  await countNetwork(deps.db, 'click.network', caller);
  const referrer = await findReferrer(deps.db, refHash);
  if (!referrer) throw new NotFound(textsIn(caller.language).noReferral);
  if (!caller.userAgent || isbot(caller.userAgent)) return;
  const day = caller.now.toISOString().slice(0, 10);
  const ipHash = keyedHash(newestKey(deps.config.secrets, 'referral-clicks'), `${day} ${networkOf(caller.ip)}`);
  const shownCampaign = campaign?.replace(/\p{Cc}+/gu, ' ').trim() || null;
  await deps.db
    .insert(referralClicks)
    .values({ refHash, day, ipHash, campaign: shownCampaign, createdAt: caller.now })
    .onConflictDoNothing();
}
