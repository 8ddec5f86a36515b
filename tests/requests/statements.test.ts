import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { and, desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { affiliateCommissions } from '../../upstream/affiliate/commissions/commissions.tables';
import { chatConversations, chatMessages, chatParticipants } from '../../upstream/chat/chat.tables';
import { uuidV7 } from '../../upstream/database/uuid-v7';
import { growingSales } from '../../upstream/growing/sales/sales.tables';
import { users } from '../../upstream/members/members.tables';
import { newsPosts } from '../../upstream/news/news.tables';
import { pathOf } from '../../upstream/news/show';
import { supportTickets } from '../../upstream/support/tickets/tickets.tables';
import { type Club, startClub } from '../support/club';
import { growLists, writeMessages } from '../support/long-lists';
import { root } from '../support/server-process';
import { keepReply } from '../support/tickets';
import { Visitor } from '../support/visitor';

/** The largest number of statements for each page. A figure may fall, but never rise. */
const MOST = {
  '/appointments': 6,
  '/event': 3,
  '/affiliate': 4,
  '/affiliate?growth=1': 5,
  '/affiliate/team': 2,
  '/affiliate/team?q=mi': 3,
  '/affiliate/commissions': 3,
  '/affiliate/commissions?status=paid&level=1': 3,
  '/affiliate/commissions/:commission': 2,
  '/dashboard': 6,
  '/financial': 6,
  '/financial/action/make-deposit': 2,
  '/financial/action/make-withdraw': 3,
  '/financial/orders': 2,
  '/financial/statement': 1,
  '/financial/transactions': 2,
  '/financial/transactions?direction=in': 5,
  '/financial/transactions?q=transfer&min=1&from=2020-01-01': 9,
  '/financial/transactions/year': 3,
  '/financial/withdrawals': 2,
  '/chat': 2,
  '/chat?q=plants': 3,
  '/chat/new': 5,
  '/chat/:talk': 3,
  '/chat/:talk/messages': 6,
  '/growing/sale': 2,
  '/growing/sale/:open': 3,
  '/growing/sale/:open/review?quantity=2&from=0.00': 2,
  '/growing/room/H2': 4,
  '/growing': 3,
  '/growing/plants': 4,
  '/posts': 3,
  '/posts?page=2': 3,
  '/posts?q=der&category=club': 3,
  '/post/:post': 2,
  '/support/faq': 2,
  '/support/faq/withdrawals': 2,
  '/support/faq?q=Auszahlung': 2,
  '/support/faq?q=xyzzyq': 3,
  '/support/contact/deposits': 4,
  '/support/ticket/:ticket': 5,
  '/support/ticket/:ticket?page=2': 4,
  '/support/tickets': 3,
  '/support/tickets?state=done&q=der': 3,
  '/header/counters': 1,
  '/notifications': 3,
  '/settings/2fa': 2,
  '/settings/account': 2,
  '/settings/address': 2,
  '/settings/api-token': 2,
  '/settings/devices': 3,
  '/settings/notifications': 3,
  '/settings/privacy': 3,
  '/settings/sponsor': 2,
  '/settings/terms': 3,
  '/settings/withdraw-accounts': 2,
};

describe('the statements of SQL of a page', () => {
  let club: Club;
  const anna = { email: 'anna@example.org', password: 'almende-demo' };
  let visitor: Visitor;
  beforeAll(async () => {
    const counter = pathToFileURL(join(root, 'tests/support/statement-counter.mjs'));
    club = await startClub({ NODE_OPTIONS: `--import=${counter}` });
    visitor = new Visitor(club.url);
    await visitor.signIn(anna);
    // A ticket has a second page.
    await writeMessages(club, await findOpenTicket(), 25);
  }, 180_000);
  afterAll(() => club?.stop());

  async function listStatements(page: string): Promise<string[]> {
    const path = page
      .replace(':open', await findOpenSale())
      .replace(':ticket', await findOpenTicket())
      .replace(':talk', await findTalk())
      .replace(':commission', await findCommission())
      .replace(':post', await findPost());
    await club.server.ask({ statements: true });
    expect((await visitor.get(path)).status).toBe(200);
    const sent = await club.server.ask<string[]>({ statements: true });
    // That the session was seen is noted once a minute, on whichever page is next.
    return sent.filter((statement) => !statement.startsWith('update "auth_sessions" set "last_seen_at"'));
  }

  async function findOpenSale(): Promise<string> {
    const { label, roomCode } = growingSales;
    const [sale] = await club.db.select({ label }).from(growingSales).where(eq(roomCode, 'H4'));
    if (!sale) throw new Error('No sale is open');
    return sale.label;
  }

  async function findOpenTicket(): Promise<string> {
    const { id, userId, status } = supportTickets;
    const ofAnna = sql`${userId} = (select ${users.id} from ${users} where ${users.email} = ${anna.email})`;
    const [ticket] = await club.db
      .select({ id })
      .from(supportTickets)
      .where(sql`${ofAnna} and ${status} = 'open'`)
      .orderBy(id);
    if (!ticket) throw new Error('No ticket is open');
    return String(ticket.id);
  }

  /** Returns the address of a post that Anna has read: all but the newest two. */
  async function findPost(): Promise<string> {
    const { id, title } = newsPosts;
    const [post] = await club.db.select({ id, title }).from(newsPosts).orderBy(newsPosts.publishedAt, id);
    if (!post) throw new Error('There is no news');
    return pathOf(post).replace('/post/', '');
  }

  /** Returns a paid commission of Anna. */
  async function findCommission(): Promise<string> {
    const { id, userId, status } = affiliateCommissions;
    const [paid] = await club.db
      .select({ id })
      .from(affiliateCommissions)
      .innerJoin(users, eq(users.id, userId))
      .where(and(eq(users.email, anna.email), eq(status, 'paid')));
    if (!paid) throw new Error('Anna has no commission');
    return paid.id;
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

  /** Returns the conversation of Anna and a member that has the newest message. */
  async function findTalk(): Promise<string> {
    const { conversationId: id, activeId } = chatParticipants;
    const [talk] = await club.db
      .select({ id })
      .from(chatParticipants)
      .innerJoin(users, eq(users.id, chatParticipants.userId))
      .innerJoin(chatConversations, eq(chatConversations.id, id))
      .where(sql`${eq(users.email, anna.email)} and ${eq(chatConversations.kind, 'member')}`)
      .orderBy(desc(activeId));
    if (!talk) throw new Error('Anna has no conversation');
    return talk.id;
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
    const sent = await listFewest('/chat/:talk/messages', async () => writeToAnna(await findTalk()));
    expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(7);
    expect(sent.some((statement) => statement.includes('chat_mark_as_read'))).toBe(true);
  });

  it('of a ticket with a new reply are at most 7, where it marks the reply as read', async () => {
    const sent = await listFewest('/support/ticket/:ticket', async () => keepReply(club, await findOpenTicket()));
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
    await growLists(club, member, await findOpenTicket());
    expect(await countAll()).toEqual(few);
  });

  async function countAll(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const path of Object.keys(MOST)) counts[path] = (await listStatements(path)).length;
    return counts;
  }
});
