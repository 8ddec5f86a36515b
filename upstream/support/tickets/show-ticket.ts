/** Tickets in the shape of the contract. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import type { Ticket, TicketLine, TicketMessage } from '../../contract/support-tickets';
import type { Queryable } from '../../database/database';
import { NotFound } from '../../http/problems';
import { users } from '../../members/members.tables';
import { type AttachmentJson, attachmentsOf, showAttachmentJson } from '../attachments/show-attachment';
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
 * Returns the member's ticket with a page of its conversation, and marks nothing as read. It is one statement.
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
  const { messages } = supportTickets;
  // Counted from the newest, because it is what a ticket opens with.
  const until = sql`${messages} - ${(page - 1) * perPage}::bigint`;
  const places = sql`${supportMessages.position} > ${until} - ${perPage}::integer and ${supportMessages.position} <= ${until}`;
  const [found] = await db
    .select({
      ticket: ticketColumns,
      assignedTo: nameOf(assignee),
      followedBy: followUp.id,
      said: messagesOf(supportTickets.id, places),
    })
    .from(supportTickets)
    .leftJoin(assignee, eq(assignee.id, supportTickets.assignedTo))
    .leftJoin(followUp, eq(followUp.followsId, supportTickets.id))
    .where(and(eq(supportTickets.id, id), eq(supportTickets.userId, userId)));
  if (!found) throw new NotFound();
  const { ticket, assignedTo, followedBy, said } = found;
  return {
    ...showLine(ticket),
    status_since: ticket.statusSince.toISOString(),
    assigned_to: assignedTo,
    first_reply_at: ticket.firstReplyAt?.toISOString() ?? null,
    closed_by: ticket.closedBy,
    reopens_until: ticket.closedAt ? new Date(ticket.closedAt.getTime() + reopensMs).toISOString() : null,
    follows: numbered(ticket.followsId),
    followed_by: numbered(followedBy),
    messages: said.map((message) => showMessage(message, clubName)),
    message_pages: Math.max(1, Math.ceil(ticket.messages / perPage)),
  };
}

const numbered = (id: number | null) => (id === null ? null : { id, number: id });

/** Returns the whole conversation of a ticket, oldest first. */
export async function listMessages(db: Queryable, ticketId: number, clubName: string): Promise<TicketMessage[]> {
  const { rows } = await db.execute<{ said: MessageJson[] }>(sql`select ${messagesOf(ticketId)} as said`);
  return (rows[0]?.said ?? []).map((message) => showMessage(message, clubName));
}

interface MessageJson {
  id: string;
  author: 'member' | 'staff' | 'club';
  name: string | null;
  body: string;
  at: string;
  files: AttachmentJson[];
}

/** The messages of a ticket with their files as a column, oldest first: all of them, or those at some places. */
function messagesOf(ticketId: PgColumn | number, places?: SQL): SQL<MessageJson[]> {
  const { id, author, body, createdAt, staffId, userId, position } = supportMessages;
  return sql`(select coalesce(json_agg(json_build_object('id', ${id}, 'author', ${author}, 'name', ${nameOf(person)},
      'body', ${body}, 'at', ${createdAt}, 'files', ${attachmentsOf(id)}) order by ${position}), '[]')
    from ${supportMessages}
    left join ${users} as ${sql.identifier('person')} on ${person.id} = case ${author} when 'member' then ${userId} else ${staffId} end
    where ${and(eq(supportMessages.ticketId, ticketId), places)})`;
}

const showMessage = ({ id, author, name, body, at, files }: MessageJson, clubName: string): TicketMessage => ({
  id,
  author: { name: name ?? clubName, is_staff: author !== 'member' },
  body,
  attachments: files.map(showAttachmentJson),
  created_at: new Date(at).toISOString(),
  edited_at: null,
});

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
