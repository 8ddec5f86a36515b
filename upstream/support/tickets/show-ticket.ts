/** Tickets in the shape of the contract. */
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Ticket, TicketLine, TicketMessage } from '../../contract/support-tickets';
import type { Queryable } from '../../database/database';
import { NotFound } from '../../http/problems';
import { users } from '../../members/members.tables';
import { listAttachments } from '../attachments/attachments';
import { reopensMs, type TicketRow, ticketColumns } from './ticket-steps';
import { supportMessages, supportTickets } from './tickets.tables';

const assignee = alias(users, 'assignee');
const followUp = alias(supportTickets, 'follow_up');
const person = alias(users, 'person');
/** Null where nobody was joined. */
const nameOf = (of: typeof assignee | typeof person) => sql<string | null>`${of.firstname} || ' ' || ${of.lastname}`;

interface MessagePage {
  page: number;
  perPage: number;
}

const newest: MessagePage = { page: 1, perPage: 15 };

/**
 * Returns the member's ticket with a page of its conversation, and marks nothing as read.
 * @param clubName the author of what the product writes by itself
 * @throws NotFound also for the tickets of others
 */
export async function getTicket(
  db: Queryable,
  userId: number,
  id: number,
  clubName: string,
  { page, perPage }: MessagePage = newest,
): Promise<Ticket> {
  const [found] = await db
    .select({ ticket: ticketColumns, assignedTo: nameOf(assignee), followedBy: followUp.id })
    .from(supportTickets)
    .leftJoin(assignee, eq(assignee.id, supportTickets.assignedTo))
    .leftJoin(followUp, eq(followUp.followsId, supportTickets.id))
    .where(and(eq(supportTickets.id, id), eq(supportTickets.userId, userId)));
  if (!found) throw new NotFound();
  const { ticket, assignedTo, followedBy } = found;
  // Counted from the newest, because it is what a ticket opens with.
  const until = Math.max(0, ticket.messages - (page - 1) * perPage);
  const places = { after: Math.max(0, until - perPage), until };
  return {
    ...showLine(ticket),
    status_since: ticket.statusSince.toISOString(),
    assigned_to: assignedTo,
    first_reply_at: ticket.firstReplyAt?.toISOString() ?? null,
    closed_by: ticket.closedBy,
    reopens_until: ticket.closedAt ? new Date(ticket.closedAt.getTime() + reopensMs).toISOString() : null,
    follows: numbered(ticket.followsId),
    followed_by: numbered(followedBy),
    messages: until > 0 ? await listMessages(db, id, clubName, places) : [],
    message_pages: Math.max(1, Math.ceil(ticket.messages / perPage)),
  };
}

const numbered = (id: number | null) => (id === null ? null : { id, number: id });

/** Returns the conversation of a ticket, oldest first: all of it, or these places. */
export async function listMessages(
  db: Queryable,
  ticketId: number,
  clubName: string,
  places?: { after: number; until: number },
): Promise<TicketMessage[]> {
  const { id, author, body, createdAt, staffId, userId, position } = supportMessages;
  const rows = await db
    .select({ id, author, body, createdAt, name: nameOf(person) })
    .from(supportMessages)
    .leftJoin(person, eq(person.id, sql`case ${author} when 'member' then ${userId} else ${staffId} end`))
    .where(
      and(
        eq(supportMessages.ticketId, ticketId),
        places && gt(position, places.after),
        places && lte(position, places.until),
      ),
    )
    .orderBy(asc(position));
  const attachments = await listAttachments(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    id: row.id,
    author: { name: row.name ?? clubName, is_staff: row.author !== 'member' },
    body: row.body,
    attachments: attachments.get(row.id) ?? [],
    created_at: row.createdAt.toISOString(),
    edited_at: null,
  }));
}

/** Returns a ticket as a line of a list. */
export function showLine(ticket: TicketRow): TicketLine {
  const { id, referenceKind: kind, referenceLabel: label, ratingGood: good } = ticket;
  return {
    id,
    number: id,
    subject: ticket.subject,
    category: ticket.category,
    status: ticket.status,
    priority: ticket.priority,
    unread_count: ticket.unreadCount,
    reference: kind && label ? { kind, label } : null,
    created_at: ticket.createdAt.toISOString(),
    last_reply_at: ticket.lastReplyAt.toISOString(),
    closed_at: ticket.closedAt?.toISOString() ?? null,
    rating: good === null ? null : { good, comment: ticket.ratingComment },
  };
}
