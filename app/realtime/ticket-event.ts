import { fieldsOf } from '../platform/browser/events';

export interface TicketEvent {
  id: number;
  /** The block of the header, as counters have it; null if nothing is unread. */
  unread: { id: number; unread: number } | null;
}

/** Reads an event about a ticket. Returns null for anything else. */
export function readTicketEvent(data: unknown): TicketEvent | null {
  const { ticket_id: id, unread_count: unread, unread_ticket_id: unreadId } = fieldsOf(data);
  if (!isCount(id) || !isCount(unread)) return null;
  return { id, unread: unread > 0 && isCount(unreadId) ? { id: unreadId, unread } : null };
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;
