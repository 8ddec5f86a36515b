/** What staff do with tickets. Each step is inside the caller's transaction, which also writes its audit row. */
import { eq } from 'drizzle-orm';
import { realtimeNames } from '../../contract/realtime';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { createNotification } from '../../notifications/notifications';
import { supportConfig } from '../../support-config';
import { listAttachments } from '../attachments/attachments';
import { addMessage, lockTicket, noteFirstReply, setStatus, type TicketRow } from './ticket-steps';
import { closedNotice, replyNotice } from './tickets.notices';
import { supportNotes, supportTickets } from './tickets.tables';
import { tellPages } from './unread';
import { workingMinutes } from './working-time';

type StaffDeps = Pick<Deps, 'jobs' | 'config' | 'broadcaster'>;

/** A step of the staff that the rules do not allow. The message is for the person at the command line. */
export class TicketRefused extends Error {
  override name = 'TicketRefused';
}

const { ticketReplied, ticketUpdated } = realtimeNames.events;

/** Locks a ticket for a step of the staff. @throws TicketRefused */
export async function lockForStaff(tx: Tx, id: number): Promise<TicketRow> {
  const ticket = await lockTicket(tx, id);
  if (!ticket) throw new TicketRefused(`There is no ticket ${id}.`);
  return ticket;
}

interface StaffReply {
  staffId: number;
  body: string;
  /** Ids of files that no message has. */
  attachments?: readonly string[];
  /** The club has more to do, so it does not wait for the member. */
  keepOpen?: boolean;
}

/**
 * Answers a ticket and tells the member. It waits for the member then, and belongs to whoever answered first.
 * @throws TicketRefused for a closed ticket
 */
export async function replyAsStaff(
  tx: Tx,
  deps: StaffDeps,
  ticket: TicketRow,
  { staffId, body, attachments = [], keepOpen = false }: StaffReply,
  now: Date,
): Promise<TicketRow> {
  if (ticket.status === 'closed') {
    throw new TicketRefused(`Ticket ${ticket.id} is closed. Only its member can open it again.`);
  }
  const open = ticket.status === 'open' ? ticket : await takeUp(tx, ticket, now);
  if (open.assignedTo === null) await assign(tx, open, staffId);
  const messageId = await addMessage(tx, open, { author: 'staff', staffId, body, attachments }, now);
  await noteFirstReply(tx, open, workingMinutes(open.createdAt, now, supportConfig().office_hours), now);
  const answered = keepOpen ? open : await setStatus(tx, open, 'waiting_for_customer', now);
  const files = attachments.length > 0 ? ((await listAttachments(tx, [messageId])).get(messageId) ?? []) : [];
  const names = files.map(({ name }) => name);
  await createNotification({ ...deps, db: tx }, replyNotice(ticket, body, names, now));
  await tellPages(tx, deps, ticket, ticketReplied);
  return answered;
}

/** Brings a new or waiting ticket to the club's work. */
const takeUp = (tx: Tx, ticket: TicketRow, now: Date): Promise<TicketRow> => setStatus(tx, ticket, 'open', now);

/** Gives a ticket to a member of the staff, or to nobody. A new one is open then. */
export async function assignTicket(
  tx: Tx,
  deps: StaffDeps,
  ticket: TicketRow,
  to: { staffId?: number | null; priority?: TicketRow['priority'] },
  now: Date,
): Promise<void> {
  const { staffId, priority } = to;
  if (staffId !== undefined) await assign(tx, ticket, staffId);
  if (priority) await tx.update(supportTickets).set({ priority }).where(eq(supportTickets.id, ticket.id));
  if (staffId && ticket.status === 'new') await takeUp(tx, ticket, now);
  await tellPages(tx, deps, ticket, ticketUpdated);
}

async function assign(tx: Tx, { id }: TicketRow, assignedTo: number | null): Promise<void> {
  await tx.update(supportTickets).set({ assignedTo }).where(eq(supportTickets.id, id));
}

/**
 * Closes a ticket, with a last message if there is one, and tells the member.
 * @throws TicketRefused for a closed ticket
 */
export async function closeAsStaff(
  tx: Tx,
  deps: StaffDeps,
  ticket: TicketRow,
  { staffId, body }: { staffId: number; body: string | null },
  now: Date,
): Promise<void> {
  if (ticket.status === 'closed') throw new TicketRefused(`Ticket ${ticket.id} is closed already.`);
  if (body !== null) {
    await addMessage(tx, ticket, { author: 'staff', staffId, body }, now);
    await noteFirstReply(tx, ticket, workingMinutes(ticket.createdAt, now, supportConfig().office_hours), now);
  }
  await setStatus(tx, ticket, 'closed', now, 'staff');
  await createNotification({ ...deps, db: tx }, closedNotice(ticket, body, now));
  await tellPages(tx, deps, ticket, body === null ? ticketUpdated : ticketReplied);
}

/** Notes something about a ticket that its member never sees. */
export async function addNote(
  tx: Tx,
  { id: ticketId, userId }: TicketRow,
  { staffId, body }: { staffId: number; body: string },
  now: Date,
): Promise<void> {
  await tx.insert(supportNotes).values({ ticketId, userId, staffId, body, createdAt: now });
}
