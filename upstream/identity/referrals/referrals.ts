/** Referral links: who invites. */
import { eq } from 'drizzle-orm';
import type { Queryable } from '../../database/database';
import type { Deps } from '../../deps';
import { NotFound } from '../../http/problems';
import type { Caller } from '../../members/caller';
import { users } from '../../members/members.tables';
import type { UserRow } from '../../members/users';
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
