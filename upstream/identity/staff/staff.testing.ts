/** Signed-in members of staff, for tests of commands. */
import type { Actor } from '../../club/command';
import type { Database } from '../../database/database';
import { users } from '../../members/members.tables';
import { allPermissions } from '../../members/permissions';
import type { UserRow } from '../../members/users';
import { actorNameOf } from './staff-tokens';

export const actorOf = (member: Pick<UserRow, 'id' | 'firstname' | 'lastname' | 'permissions'>): Actor => ({
  id: member.id,
  name: actorNameOf(member),
  permissions: member.permissions,
  tokenId: 0,
});

/** Returns an actor with this id, by default with all permissions. */
export const actorNumbered = (id: number, permissions = allPermissions): Actor =>
  actorOf({ id, firstname: 'Greta', lastname: 'Holm', permissions });

/** A member of staff whom no test is about. */
export const aColleague: Actor = actorNumbered(999_999);

/** The columns of a member who may propose: all permissions and two-factor sign-in. */
export const asStaff = { permissions: allPermissions, google2faSecret: 'sealed', google2faEnabledAt: new Date(0) };

let added = 0;

/** Adds a new member of staff to the database. */
export async function aStaffMember({ db }: { db: Database }, firstname = 'Greta'): Promise<Actor> {
  const number = ++added;
  const at = new Date(0);
  const email = `staff.${number}@example.org`;
  const person = { firstname, lastname: 'Holm', email, language: 'en' as const, refHash: `staff${number}` };
  const [row] = await db
    .insert(users)
    .values({ ...person, ...asStaff, createdAt: at, updatedAt: at })
    .returning();
  return actorOf(row as UserRow);
}
