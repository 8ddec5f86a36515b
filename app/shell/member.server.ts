import type { ChatMemory } from '../chat/chat-memory.server';
import type { Counters } from '../platform/browser/counters';
import type { Header } from '../platform/request/request-context.server';

/**
 * Returns the counters of the top bar and of the sidebar. Chat, tickets and bell are on only if the header has their block (specification,
 * section 4). The chat icon leads to a conversation with unread messages, otherwise to the last one.
 */
export function countsOf({ notifications: blocks }: Header, last: Pick<ChatMemory, 'lastConversationId'>): Counters {
  const { notifications, chat, tickets, news } = blocks;
  const conversation = chat?.unread_message_conversation_id ?? last.lastConversationId;
  const ticketId = tickets && tickets.unread_count > 0 ? tickets.unread_ticket_id : null;
  return {
    notifications: notifications ? { unread: notifications.unread_count, read: notifications.read_count } : null,
    chat: chat ? { unread: chat.unread_count, conversation } : null,
    ticket: tickets && ticketId ? { id: ticketId, unread: tickets.unread_count } : null,
    news: news ? { unread: news.unread_count } : null,
  };
}

/** Whether the page shows what is new in the chat: the list, or the conversation with the newest message. */
const showsNew = (pathname: string, conversation: number | string | null) =>
  conversation === null ? /^\/chat(\/|$)/.test(pathname) : ['/chat', `/chat/${conversation}`].includes(pathname);

/**
 * Clears a counter on the page that it leads to, because that page shows its items (specification, section 4). Earlier
 * messages of a ticket are on further pages.
 */
export function seenOn({ pathname, searchParams }: URL, counts: Counters): Counters {
  const { chat, ticket } = counts;
  return {
    ...counts,
    chat: chat && showsNew(pathname, chat.conversation) ? { ...chat, unread: 0 } : chat,
    ticket: ticket && pathname === `/support/ticket/${ticket.id}` && !searchParams.has('page') ? null : ticket,
  };
}
