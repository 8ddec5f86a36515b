/** The staff of a demo club who answer tickets, so that one person sees a reply arrive. */
import { and, asc, eq, gt, inArray, lt, lte } from 'drizzle-orm';
import type { SupportCategory } from '../contract/support-faq';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { users } from '../members/members.tables';
import type { UserRow } from '../members/users';
import { lockForStaff, replyAsStaff } from '../support/support';
import { supportTickets } from '../support/tickets/tickets.tables';
import type { Deed } from './diary';
import { answers, laterAnswer } from './helpdesk.texts';

const secondMs = 1000;
/** How long a message waits for its answer. */
const patienceMs = 30 * secondMs;
/** Older messages are left alone: those of the demo's past, and what waited while the server was stopped. */
const newMs = 15 * 60 * secondMs;
/** Answers in one ticket. Nobody should believe that they talk to somebody. */
export const mostAnswers = 3;

/**
 * Answers what members wrote half a minute ago, as the member of staff with this address: by topic at first, and later
 * in general. An urgent word makes no difference.
 */
export async function answerTickets(deps: Deps, staffEmail: string, now: Date): Promise<Deed[]> {
  const deeds: Deed[] = [];
  const [staff] = await deps.db.select({ id: users.id }).from(users).where(eq(users.email, staffEmail));
  if (!staff) return deeds;
  for (const { id } of await listUnanswered(deps, now)) {
    await transaction(deps.db, async (tx) => {
      const ticket = await lockForStaff(tx, id);
      const isDue = isWaiting(ticket.status) && ticket.lastReplyAt.getTime() <= now.getTime() - patienceMs;
      const [member] = await tx.select().from(users).where(eq(users.id, ticket.userId));
      if (!isDue || !member || ticket.replies >= mostAnswers) return;
      await replyAsStaff(tx, deps, ticket, { staffId: staff.id, body: answerFor(ticket, member) }, now);
      deeds.push({ what: 'ticket', userId: member.id, name: String(id), path: `/support/ticket/${id}` });
    });
  }
  return deeds;
}

/** What the staff answer to a ticket: by its topic at first, later in general. */
export function answerFor(
  { replies, category }: Pick<TicketRow, 'replies' | 'category'>,
  { language, firstname }: Pick<UserRow, 'language' | 'firstname'>,
): string {
  const text = replies === 0 ? answers[language][category as SupportCategory] : laterAnswer[language];
  return `${language === 'de' ? 'Hallo' : 'Hello'} ${firstname},\n\n${text}`;
}

type TicketRow = typeof supportTickets.$inferSelect;

/** A ticket that does not wait for its member, and is not closed. */
const isWaiting = (status: string): boolean => status === 'new' || status === 'open';

const listUnanswered = ({ db }: Deps, now: Date) =>
  db
    .select({ id: supportTickets.id })
    .from(supportTickets)
    .where(
      and(
        inArray(supportTickets.status, ['new', 'open']),
        gt(supportTickets.lastReplyAt, new Date(now.getTime() - newMs)),
        lte(supportTickets.lastReplyAt, new Date(now.getTime() - patienceMs)),
        lt(supportTickets.replies, mostAnswers),
      ),
    )
    .orderBy(asc(supportTickets.id));
