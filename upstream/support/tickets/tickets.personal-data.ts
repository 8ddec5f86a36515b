/** Tickets' part of a member's personal data. */
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import { tablePart } from '../../database/export-parts';
import { type PersonalData, withhold } from '../../database/personal-data';
import { supportMessages, supportNotes, supportTicketCounts, supportTickets } from './tickets.tables';

const tickets = tablePart({
  name: 'tickets',
  description: { en: 'What you asked the club.', de: 'Deine Anfragen an den Verein.' },
  table: supportTickets,
  owner: supportTickets.userId,
  key: supportTickets.id,
  fields: {
    number: supportTickets.id,
    subject: supportTickets.subject,
    category: supportTickets.category,
    reference_kind: supportTickets.referenceKind,
    reference: supportTickets.referenceLabel,
    status: supportTickets.status,
    status_since: supportTickets.statusSince,
    priority: supportTickets.priority,
    follows: supportTickets.followsId,
    created_at: supportTickets.createdAt,
    last_reply_at: supportTickets.lastReplyAt,
    first_reply_at: supportTickets.firstReplyAt,
    reminded_at: supportTickets.remindedAt,
    closed_at: supportTickets.closedAt,
    closed_by: supportTickets.closedBy,
    rating_good: supportTickets.ratingGood,
    rating_comment: supportTickets.ratingComment,
    messages: supportTickets.messages,
    unread: supportTickets.unreadCount,
  },
});

const messages = tablePart({
  name: 'ticket_messages',
  description: {
    en: 'The messages of your tickets: yours and the answers.',
    de: 'Die Nachrichten deiner Anfragen: deine und die Antworten.',
  },
  table: supportMessages,
  owner: supportMessages.userId,
  key: sql<string>`${supportMessages.id}::text`,
  fields: {
    id: supportMessages.id,
    ticket: supportMessages.ticketId,
    author: supportMessages.author,
    text: supportMessages.body,
    created_at: supportMessages.createdAt,
  },
});

const counted = 'it is made of what is exported itself';
const staff = 'it is the work of the staff';

export const ticketData: PersonalData = {
  exports: [tickets, messages],
  deletes: [supportMessages, supportNotes, supportTickets, supportTicketCounts],
  lock: lockTickets,
  withholds: [
    withhold(supportTickets, ['replies', 'seenReplies', 'search'], counted),
    withhold(supportTickets, ['assignedTo', 'firstReplyMinutes'], staff),
    withhold(supportMessages, ['position', 'replies', 'search'], counted),
    withhold(supportMessages, ['staffId'], staff),
    withhold(supportNotes, ['id', 'ticketId', 'staffId', 'body', 'createdAt'], staff),
    withhold(
      supportTicketCounts,
      ['newTickets', 'openTickets', 'waitingTickets', 'closedTickets', 'unreadReplies'],
      counted,
    ),
  ],
};

async function lockTickets(tx: Tx, userId: number): Promise<void> {
  const { id, userId: owner } = supportTickets;
  await tx.select({ id }).from(supportTickets).where(eq(owner, userId)).orderBy(id).for('update');
}
