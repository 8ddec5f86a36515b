import type { Club } from './club';

export const GHOST_REASON = 'Ticket 12: the address cannot be saved';

/** Returns the path of a new ghost mode link to a member's area. Greta of the demo club's staff creates it. */
export async function ghostPath(club: Club, { email }: { email: string }, ...more: string[]): Promise<string> {
  const words = ['--user', email, '--reason', GHOST_REASON, '--json', ...more];
  const { code, stdout, stderr } = await club.staff('ghost', 'link', ...words);
  if (code !== 0) throw new Error(stderr);
  const url = new URL(JSON.parse(stdout).url);
  return url.pathname + url.search;
}
