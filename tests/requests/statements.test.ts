import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatMessages, chatParticipants } from '../../upstream/chat/chat.tables';
import { uuidV7 } from '../../upstream/database/uuid-v7';
import { users } from '../../upstream/members/members.tables';
import { type Club, startClub } from '../support/club';
import { addressesOf, countingStatements, MOST, takeStatements } from '../support/counted-pages';
import { growLists, writeMessages } from '../support/long-lists';
import { keepReply } from '../support/tickets';
import { Visitor } from '../support/visitor';

describe('the statements of SQL of a page', () => {
  let club: Club;
  const anna = { email: 'anna@example.org', password: 'almende-demo' };
  let visitor: Visitor;
  let addresses: ReturnType<typeof addressesOf>;
  beforeAll(async () => {
    club = await startClub(countingStatements);
    addresses = addressesOf(club, anna.email);
    visitor = new Visitor(club.url);
    await visitor.signIn(anna);
    // A ticket has a second page.
    await writeMessages(club, await addresses.findOpenTicket(), 25);
  }, 180_000);
  afterAll(() => club?.stop());

  async function listStatements(page: string): Promise<string[]> {
    const path = await addresses.of(page);
    await takeStatements(club);
    expect((await visitor.get(path)).status).toBe(200);
    return (await takeStatements(club)).map(({ text }) => text);
  }

  async function writeToAnna(id: string): Promise<void> {
    const { conversationId, userId } = chatParticipants;
    const isOther = sql`${userId} <> (select id from users where email = ${anna.email})`;
    const [other = { userId: 0 }] = await club.db
      .select({ userId })
      .from(chatParticipants)
      .where(and(eq(conversationId, id), isOther));
    const now = new Date();
    await club.db.insert(chatMessages).values({
      ...{ conversationId: id, id: uuidV7(now), userId: other.userId, author: 'member', body: 'Hi', createdAt: now },
      ...{ clientId: randomUUID(), search: '', position: 0, written: 0 },
    });
  }

  /** A page that takes longer than a second looks for its member once more before it writes. One of three is faster. */
  async function listFewest(path: string, prepare: () => Promise<unknown>): Promise<string[]> {
    const tries: string[][] = [];
    for (let count = 0; count < 3; count += 1) {
      await prepare();
      tries.push(await listStatements(path));
    }
    return tries.sort((one, other) => one.length - other.length)[0] ?? [];
  }

  it('of the list of conversations are at most 7 where it resets the count of the header', async () => {
    const sent = await listStatements('/chat');
    expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(7);
    expect(sent.some((statement) => statement.includes('chat_notice_all'))).toBe(true);
  });

  it('of the messages of a conversation are at most 7 where it marks a new one as read', async () => {
    const sent = await listFewest('/chat/:talk/messages', async () => writeToAnna(await addresses.findTalk()));
    expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(7);
    expect(sent.some((statement) => statement.includes('chat_mark_as_read'))).toBe(true);
  });

  it('of a ticket with a new reply are at most 7, where it marks the reply as read', async () => {
    const sent = await listFewest('/support/ticket/:ticket', async () =>
      keepReply(club, await addresses.findOpenTicket()),
    );
    expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(7);
    expect(sent.some((statement) => statement.includes('seen_replies'))).toBe(true);
  });

  it.each(Object.entries(MOST))('of %s are at most %i', async (path, most) => {
    const sent = await listStatements(path);
    expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(most);
    expect(sent.length).toBeGreaterThan(0);
  });

  it('of every page are as many when the lists of the member are longer', async () => {
    const few = await countAll();
    const [member] = await club.db.select({ id: users.id }).from(users).where(eq(users.email, anna.email));
    if (!member) throw new Error('Anna is gone');
    await growLists(club, member, await addresses.findOpenTicket());
    expect(await countAll()).toEqual(few);
  });

  async function countAll(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const path of Object.keys(MOST)) counts[path] = (await listStatements(path)).length;
    return counts;
  }
});
