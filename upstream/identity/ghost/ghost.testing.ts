/** Staff in a member's area, for tests. Greta has both ghost permissions and visits Mia's area. */
import { transaction } from '../../database/transaction';
import { allPermissions } from '../../members/permissions';
import { findUserByEmail, type UserRow } from '../../members/users';
import type { Club } from '../identity.testing';
import { actorOf } from '../staff/staff.testing';
import { ghostLink } from './ghost.club';
import { mintGhostLink } from './ghost-links';

export const reason = 'Ticket 12: the address cannot be saved';

/** Adds Mia, a member, and Greta, a member of staff. */
export async function addBoth(club: Club): Promise<{ mia: UserRow; greta: UserRow }> {
  const mia = await club.addMember();
  const greta = await club.addMember({
    firstname: 'Greta',
    lastname: 'Holm',
    email: 'greta@example.org',
    permissions: allPermissions,
  });
  return { mia, greta };
}

/** Runs `ghost link`, by default for Greta and Mia, and returns the token of the link. */
export async function askForLink(club: Club, given: Record<string, unknown> = {}): Promise<string> {
  const { staff = 'greta@example.org', ...about } = given;
  const asked = { user: 'mia@example.org', reason, ...about };
  const actor = await findUserByEmail(club.db, String(staff));
  if (!actor) throw new Error(`There is no ${staff}`);
  const { data } = await ghostLink.run(club, asked, new Date(), actorOf(actor));
  return new URL(String(data.url)).searchParams.get('token') ?? '';
}

/** Enters ghost mode and returns the session's bearer token. */
export async function enter(
  club: Club,
  { mia, greta }: { mia: UserRow; greta: UserRow },
  { write = false } = {},
): Promise<string> {
  const purpose = { actor: greta, user: mia, reason, ticketId: 12, readOnly: !write };
  const { token } = await transaction(club.db, (tx) => mintGhostLink(tx, purpose, new Date()));
  return (await club.post('/ghost/enter', { token })).body.token.access_token;
}
