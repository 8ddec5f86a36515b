/** Staff in a member's area, for tests: Greta, who may do both, sees the area of Mia. */
import { transaction } from '../../database/transaction';
import type { Club } from '../identity.testing';
import type { UserRow } from '../members';
import { allPermissions } from '../permissions';
import { ghostLink } from './ghost.club';
import { mintGhostLink } from './ghost-links';

export const reason = 'Ticket 12: the address cannot be saved';

/** Adds Mia, a member, and Greta, who is staff. */
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

/** Runs `ghost link`, by default for Greta and Mia, and returns the token of its link. */
export async function askForLink(club: Club, given: Record<string, unknown> = {}): Promise<string> {
  const asked = { staff: 'greta@example.org', user: 'mia@example.org', reason, ...given };
  const { data } = await ghostLink.run(club, asked, new Date());
  return new URL(String(data.url)).searchParams.get('token') ?? '';
}

/** A bearer token of a ghost. */
export async function enter(
  club: Club,
  { mia, greta }: { mia: UserRow; greta: UserRow },
  { write = false } = {},
): Promise<string> {
  const purpose = { actor: greta, user: mia, reason, ticketId: 12, readOnly: !write };
  const { token } = await transaction(club.db, (tx) => mintGhostLink(tx, purpose, new Date()));
  return (await club.post('/ghost/enter', { token })).body.token.access_token;
}
