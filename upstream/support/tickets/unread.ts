/** How many replies a member has not seen and has to give: for the header, and for open pages. */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type BroadcastEvent, broadcast, broadcastNow, channelOfUser } from '../../broadcasting/broadcaster';
import { realtimeNames } from '../../contract/realtime';
import type { Queryable, Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { users } from '../../members/members.tables';
import { supportTicketCounts, supportTickets } from './tickets.tables';

/** Columns of a query on `users`: all unread replies, and the ticket with the newest of them. */
const unreadTickets = (userId: PgColumn): { unread_count: SQL<number>; unread_ticket_id: SQL<number | null> } => ({
  unread_count: sql`coalesce((select ${supportTicketCounts.unreadReplies} from ${supportTicketCounts}
    where ${eq(supportTicketCounts.userId, userId)}), 0)`,
  unread_ticket_id: sql`(select ${supportTickets.id} from ${supportTickets}
    where ${eq(supportTickets.userId, userId)} and ${supportTickets.unreadCount} > 0
    order by ${supportTickets.lastReplyAt} desc, ${supportTickets.id} desc limit 1)`,
});

/** The header's block as columns of a query on `users`, with the number of tickets that wait for the member's reply. */
export const ticketsOfHeader = (
  userId: PgColumn,
): ReturnType<typeof unreadTickets> & { waiting_count: SQL<number> } => ({
  ...unreadTickets(userId),
  waiting_count: sql`coalesce((select ${supportTicketCounts.waitingTickets} from ${supportTicketCounts}
    where ${eq(supportTicketCounts.userId, userId)}), 0)`,
});

const { ticketReplied, ticketUpdated } = realtimeNames.events;

/**
 * Tells the member's open pages of a ticket after the commit: `ticket.replied` for a reply of the club,
 * `ticket.updated` for any other change. `unread_count` and `unread_ticket_id` are those of the header.
 * @param socketId the tab that acted, which does not hear of it
 */
export async function tellPages(
  tx: Tx,
  { broadcaster }: Pick<Deps, 'broadcaster'>,
  ticket: Told,
  event: TicketEvent,
  socketId?: string,
): Promise<void> {
  broadcast(tx, broadcaster, await readEvent(tx, ticket, event, socketId));
}

/** Tells them at once, for a change that is committed. */
export async function tellPagesNow(
  { db, broadcaster }: Pick<Deps, 'db' | 'broadcaster'>,
  ticket: Told,
  event: TicketEvent,
  socketId?: string,
): Promise<void> {
  broadcastNow(broadcaster, await readEvent(db, ticket, event, socketId));
}

interface Told {
  id: number;
  userId: number;
}

type TicketEvent = typeof ticketReplied | typeof ticketUpdated;

async function readEvent(
  db: Queryable,
  { id, userId }: Told,
  event: TicketEvent,
  socketId: string | undefined,
): Promise<BroadcastEvent> {
  const [now] = await db
    .select({ status: supportTickets.status, ...unreadTickets(users.id) })
    .from(users)
    .innerJoin(supportTickets, eq(supportTickets.id, id))
    .where(eq(users.id, userId));
  const data = { ticket_id: id, number: id, ...now };
  return { channels: [channelOfUser(userId)], event, data, ...(socketId && { socketId }) };
}
