/** The steps of a ticket, each inside the caller's transaction. The database allows only those of the rules. */
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { TicketReference, TicketStatus } from '../../contract/support-tickets';
import type { Tx } from '../../database/database';
import { uuidV7 } from '../../database/uuid-v7';
import { claimAttachments } from '../attachments/attachments';
import { searchable } from './search-words';
import { supportMessages, supportTickets } from './tickets.tables';

export const dayMs = 24 * 60 * 60_000;
/** How long a reply opens a closed ticket again. */
export const reopensMs = 14 * dayMs;

const { search: _, ...ticketColumns } = getTableColumns(supportTickets);

export { ticketColumns };
export type TicketRow = Omit<typeof supportTickets.$inferSelect, 'search'>;

/** Locks a ticket and returns it, or null; with `userId`, only that member's. Steps of one ticket wait for each other. */
export async function lockTicket(tx: Tx, id: number, userId?: number): Promise<TicketRow | null> {
  const own = userId === undefined ? undefined : eq(supportTickets.userId, userId);
  const [ticket] = await tx
    .select(ticketColumns)
    .from(supportTickets)
    .where(and(eq(supportTickets.id, id), own))
    .for('update');
  return ticket ?? null;
}

export interface NewTicket {
  userId: number;
  category: TicketRow['category'];
  subject: string;
  reference: TicketReference | null;
  followsId: number | null;
}

/** Opens a ticket, which needs its first message in the same transaction. */
export async function openTicket(tx: Tx, wanted: NewTicket, now: Date): Promise<TicketRow> {
  const { userId, category, reference, followsId } = wanted;
  // A subject is one line, whatever was pasted into its field.
  const subject = wanted.subject.replace(/\s+/g, ' ');
  const [opened] = await tx
    .insert(supportTickets)
    .values({
      ...{ userId, category, subject, followsId, status: 'new' },
      referenceKind: reference?.kind,
      referenceLabel: reference?.label,
      statusSince: now,
      createdAt: now,
      lastReplyAt: now,
      search: searchable(userId, subject),
    })
    .returning(ticketColumns);
  if (!opened) throw new Error('The ticket was not written.');
  return opened;
}

export interface NewMessage {
  author: 'member' | 'staff' | 'club';
  staffId?: number;
  body: string;
  /** Ids of files that no message has. */
  attachments?: readonly string[];
}

/**
 * Adds a message to a ticket that is not closed, and returns its id.
 * @throws InvalidFields at `attachments`
 */
export async function addMessage(
  tx: Tx,
  { id: ticketId, userId }: Pick<TicketRow, 'id' | 'userId'>,
  { author, staffId, body, attachments = [] }: NewMessage,
  now: Date,
): Promise<string> {
  const id = uuidV7(now);
  await tx.insert(supportMessages).values({
    ...{ id, ticketId, userId, author, staffId },
    // Forms end lines with CR and LF.
    body: body.replace(/\r\n?/g, '\n'),
    createdAt: now,
    search: searchable(userId, body),
    // The trigger counts.
    position: 0,
    replies: 0,
  });
  await claimAttachments(tx, { userId, staffId }, attachments, id, now);
  return id;
}

/** Brings a locked ticket into another status and returns it. Throws if it has another one by now. */
export async function setStatus(
  tx: Tx,
  ticket: TicketRow,
  status: TicketStatus,
  now: Date,
  closedBy?: TicketRow['closedBy'],
): Promise<TicketRow> {
  // A step that waited for another one may have begun before it.
  const since = now < ticket.statusSince ? ticket.statusSince : now;
  const [changed] = await tx
    .update(supportTickets)
    .set({
      ...{ status, statusSince: since, remindedAt: null },
      closedAt: status === 'closed' ? since : null,
      closedBy: closedBy ?? null,
      // A rating is of the ticket as it was closed.
      ratingGood: null,
      ratingComment: null,
    })
    .where(and(eq(supportTickets.id, ticket.id), eq(supportTickets.status, ticket.status)))
    .returning(ticketColumns);
  if (!changed) throw new Error(`Ticket ${ticket.id} is no longer ${ticket.status}.`);
  return changed;
}

/** Notes the first answer of the staff, and how many working minutes it took. A later one changes nothing. */
export async function noteFirstReply(tx: Tx, { id }: TicketRow, minutes: number, now: Date): Promise<void> {
  await tx
    .update(supportTickets)
    .set({ firstReplyAt: now, firstReplyMinutes: minutes })
    .where(and(eq(supportTickets.id, id), isNull(supportTickets.firstReplyAt)));
}

/** Whether a reply opens the closed ticket again. */
export const reopens = ({ closedAt }: Pick<TicketRow, 'closedAt'>, now: Date): boolean =>
  closedAt !== null && now.getTime() <= closedAt.getTime() + reopensMs;

/** The member's tickets with unread replies come first, then the newest; or the same from the end. */
export const inOrder = (way: 'asc' | 'desc') =>
  [sql`(${supportTickets.unreadCount} > 0)`, supportTickets.lastReplyAt, supportTickets.id].map((column) =>
    way === 'desc' ? sql`${column} desc` : sql`${column} asc`,
  );
