import type { Header } from '../platform/request-context.server';
import type { Counters } from './counters';

/** Chat, tickets and bell are switched on only by their block in the header (specification, section 4). */
export function countsOf({ notifications: blocks }: Header, lastConversation: number | string | null = null): Counters {
  const { notifications, chat, tickets } = blocks;
  const ticketId = tickets && tickets.unread_count > 0 ? tickets.unread_ticket_id : null;
  return {
    notifications: notifications ? { unread: notifications.unread_count, read: notifications.read_count } : null,
    chat: chat
      ? { unread: chat.unread_count, conversation: chat.unread_message_conversation_id ?? lastConversation }
      : null,
    ticket: tickets && ticketId ? { id: ticketId, unread: tickets.unread_count } : null,
  };
}
