import type { ChatMemory } from '../platform/chat-memory.server';
import type { Header } from '../platform/request-context.server';
import type { Counters } from './counters';

/**
 * Chat, tickets and bell are switched on only by their block in the header (specification, section 4). The chat icon
 * leads to the conversation with something unread, else to the last one.
 */
export function countsOf({ notifications: blocks }: Header, last: Pick<ChatMemory, 'lastConversationId'>): Counters {
  const { notifications, chat, tickets } = blocks;
  const conversation = chat?.unread_message_conversation_id ?? last.lastConversationId;
  const ticketId = tickets && tickets.unread_count > 0 ? tickets.unread_ticket_id : null;
  return {
    notifications: notifications ? { unread: notifications.unread_count, read: notifications.read_count } : null,
    chat: chat ? { unread: chat.unread_count, conversation } : null,
    ticket: tickets && ticketId ? { id: ticketId, unread: tickets.unread_count } : null,
  };
}

/** On the screen that a count leads to it is 0: whoever opens it sees what was counted (specification, section 4). */
export function seenOn(pathname: string, counts: Counters): Counters {
  const { chat, ticket } = counts;
  return {
    ...counts,
    chat: chat && /^\/chat(\/|$)/.test(pathname) ? { ...chat, unread: 0 } : chat,
    ticket: ticket && pathname === `/support/ticket/${ticket.id}` ? null : ticket,
  };
}
