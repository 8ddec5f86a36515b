import type { Club } from './club';

export const GHOST_REASON = 'Ticket 12: the address cannot be saved';

/** The path of a fresh link by which Greta, who is staff of the demo club, sees the area of a member. */
export async function ghostPath(club: Club, { email }: { email: string }, ...more: string[]): Promise<string> {
  const words = ['--staff', 'greta@example.org', '--user', email, '--reason', GHOST_REASON, '--json', ...more];
  const { code, stdout, stderr } = await club.staff('ghost', 'link', ...words);
  if (code !== 0) throw new Error(stderr);
  const url = new URL(JSON.parse(stdout).url);
  return url.pathname + url.search;
}
