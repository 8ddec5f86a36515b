import type { Member } from '../platform/request/gates.server';

/** Returns the size of the member's first line, or null if it is empty (specification, section 6, `hasFirstline`). */
export async function loadTeamCard({ member }: Member): Promise<{ firstline: number | null }> {
  const { firstline } = member.user;
  return { firstline: firstline > 0 ? firstline : null };
}
