/** Referral links: who invites, and how often somebody followed a link. */
import { eq } from 'drizzle-orm';
import { isbot } from 'isbot';
import type { Queryable } from '../../database/database';
import type { Deps } from '../../deps';
import { NotFound } from '../../http/problems';
import { keyedHash, newestKey } from '../../keys';
import { type Caller, networkOf } from '../../members/caller';
import { users } from '../../members/members.tables';
import { countNetwork } from '../../members/throttles';
import type { UserRow } from '../../members/users';
import { referralClicks } from '../identity.tables';
import { textsIn } from '../identity.texts';

/** Returns the member who has this link, or null. Case-sensitive. */
export async function findReferrer(db: Queryable, refHash: string): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.refHash, refHash));
  return user ?? null;
}

/** Returns the name of the inviting member as "Anna K.". `NotFound` for an unknown link. */
export async function getReferral(deps: Deps, refHash: string, caller: Caller): Promise<{ name: string }> {
  const referrer = await findReferrer(deps.db, refHash);
  if (!referrer) throw new NotFound(textsIn(caller.language).noReferral);
  return { name: shortName(referrer) };
}

/** Returns "Anna K.", which is all that members see of each other. */
export const shortName = ({ firstname, lastname }: Pick<UserRow, 'firstname' | 'lastname'>): string =>
  `${firstname} ${[...lastname][0]}.`;

/**
 * Counts a click on a referral link once for each link, day (UTC) and network. Ignores bots. The network is stored as
 * an HMAC that includes the day, so that nobody can be tracked from one day to the next.
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
