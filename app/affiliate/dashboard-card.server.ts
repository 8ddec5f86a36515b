import type { Member } from '../platform/gates.server';

/** How many members this one brought in; null for nobody yet (specification, section 6, `hasFirstline`). */
export async function loadTeamCard({ member }: Member): Promise<{ firstline: number | null }> {
  const { firstline } = member.user;
  return { firstline: firstline > 0 ? firstline : null };
}
