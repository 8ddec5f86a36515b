import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { and, desc, eq, sql } from 'drizzle-orm';
import { affiliateCommissions } from '../../upstream/affiliate/commissions/commissions.tables';
import { chatConversations, chatParticipants } from '../../upstream/chat/chat.tables';
import { growingSales } from '../../upstream/growing/sales/sales.tables';
import { users } from '../../upstream/members/members.tables';
import { newsPosts } from '../../upstream/news/news.tables';
import { pathOf } from '../../upstream/news/show';
import { supportTickets } from '../../upstream/support/tickets/tickets.tables';
import type { Club } from './club';
import { root } from './server-process';

/** The largest number of statements for each page. A figure may fall, but never rise. */
export const MOST = {
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

/** The environment of a club that keeps its statements for `takeStatements`. */
export const countingStatements = {
  NODE_OPTIONS: `--import=${pathToFileURL(join(root, 'tests/support/statement-counter.mjs'))}`,
};

export interface Statement {
  text: string;
  values: unknown[];
  /** On PostgreSQL the same number for what went to the database together: one round trip. */
  write: number;
}

/**
 * Returns the statements that requests have sent since the last time. That the session was seen is not among them: it is
 * noted once a minute, on whichever page is next.
 */
export async function takeStatements({ server }: Club): Promise<Statement[]> {
  const sent = await server.ask<Statement[]>({ statements: true });
  return sent.filter(({ text }) => !text.startsWith('update "auth_sessions" set "last_seen_at"'));
}

/** Returns what turns the pages of `MOST` into addresses of a member. */
export function addressesOf({ db }: Club, email: string) {
  const of = async (page: string): Promise<string> =>
    page
      .replace(':open', await findOpenSale())
      .replace(':ticket', await findOpenTicket())
      .replace(':talk', await findTalk())
      .replace(':commission', await findCommission())
      .replace(':post', await findPost());

  async function findOpenSale(): Promise<string> {
    const { label, roomCode } = growingSales;
    const [sale] = await db.select({ label }).from(growingSales).where(eq(roomCode, 'H4'));
    if (!sale) throw new Error('No sale is open');
    return sale.label;
  }

  async function findOpenTicket(): Promise<string> {
    const { id, userId, status } = supportTickets;
    const isOwn = sql`${userId} = (select ${users.id} from ${users} where ${users.email} = ${email})`;
    const [ticket] = await db
      .select({ id })
      .from(supportTickets)
      .where(sql`${isOwn} and ${status} = 'open'`)
      .orderBy(id);
    if (!ticket) throw new Error('No ticket is open');
    return String(ticket.id);
  }

  /** Returns the address of a post that the member has read: all but the newest two. */
  async function findPost(): Promise<string> {
    const { id, title } = newsPosts;
    const [post] = await db.select({ id, title }).from(newsPosts).orderBy(newsPosts.publishedAt, id);
    if (!post) throw new Error('There is no news');
    return pathOf(post).replace('/post/', '');
  }

  /** Returns a paid commission of the member. */
  async function findCommission(): Promise<string> {
    const { id, userId, status } = affiliateCommissions;
    const [paid] = await db
      .select({ id })
      .from(affiliateCommissions)
      .innerJoin(users, eq(users.id, userId))
      .where(and(eq(users.email, email), eq(status, 'paid')));
    if (!paid) throw new Error('The member has no commission');
    return paid.id;
  }

  /** Returns the conversation of the member and a member that has the newest message. */
  async function findTalk(): Promise<string> {
    const { conversationId: id, activeId } = chatParticipants;
    const [talk] = await db
      .select({ id })
      .from(chatParticipants)
      .innerJoin(users, eq(users.id, chatParticipants.userId))
      .innerJoin(chatConversations, eq(chatConversations.id, id))
      .where(sql`${eq(users.email, email)} and ${eq(chatConversations.kind, 'member')}`)
      .orderBy(desc(activeId));
    if (!talk) throw new Error('The member has no conversation');
    return talk.id;
  }

  return { of, findOpenTicket, findTalk };
}
