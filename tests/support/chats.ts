import { eq } from 'drizzle-orm';
import { users } from '../../upstream/members/members.tables';
import type { Club } from './club';
import { type SignedIn, signedIn } from './realtime';
import type { Page, Visitor } from './visitor';

/** Two members of whom the first brought the second, so that they may write to each other. */
export async function sponsorAndBrought(club: Club): Promise<[SignedIn, SignedIn]> {
  const sponsor = await signedIn(club);
  const brought = await signedIn(club);
  await club.db.update(users).set({ referrerId: sponsor.member.id }).where(eq(users.id, brought.member.id));
  return [sponsor, brought];
}

/** Begins a conversation with a contact of the club or a member, and returns its path. */
export async function beginChat(visitor: Visitor, participant: string | number = 'office'): Promise<string> {
  const begun = await visitor.submit(await visitor.get('/chat/new'), 'begin', { participant: String(participant) });
  if (begun.status !== 303 || !begun.location) throw new Error(`It was answered ${begun.status}: ${begun.body}`);
  return begun.location;
}

export const write = async (visitor: Visitor, path: string, message: string): Promise<Page> =>
  visitor.submit(await visitor.get(path), 'write', { message });

/** What a member of the staff writes as a contact of the club. */
export async function writeAsClub(club: Club, path: string, text: string, contact = 'office') {
  const done = await club.staff('chat', 'send', idOf(path), '--as', contact, '--text', text);
  if (done.code !== 0) throw new Error(done.stderr);
}

export const idOf = (path: string): string => path.split('/')[2] ?? '';

/** The paths of the pages that the frame names for its messages, the oldest first. */
export const messagesIn = (frame: Page): string[] =>
  [...frame.body.matchAll(/href="(\/chat\/[^"]+\/message\/[^"]+)"/g)].map(([, path = '']) => path);
