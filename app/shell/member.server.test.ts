import { describe, expect, it } from 'vitest';
import type { Header } from '../platform/request/request-context.server';
import { countsOf, seenOn } from './member.server';

const counts = (notifications: Header['notifications'], lastConversationId: number | null = null) =>
  countsOf({ notifications } as Header, { lastConversationId });

describe('the icons of the top bar', () => {
  it('are off without their blocks', () => {
    expect(counts({})).toEqual({ notifications: null, chat: null, ticket: null, news: null });
  });

  it('count what is unread', () => {
    const all = counts({
      notifications: { unread_count: 3, read_count: 9 },
      chat: { unread_count: 2, unread_message_conversation_id: 7 },
      tickets: { unread_count: 1, unread_ticket_id: 2183 },
      news: { unread_count: 4 },
    });
    expect(all).toEqual({
      notifications: { unread: 3, read: 9 },
      chat: { unread: 2, conversation: 7 },
      ticket: { id: 2183, unread: 1 },
      news: { unread: 4 },
    });
  });

  it('show the ticket only while one is unread', () => {
    expect(counts({ tickets: { unread_count: 0, unread_ticket_id: 2183 } }).ticket).toBeNull();
  });

  it('lead to the conversation with something unread, else to the last one, else to the list', () => {
    const conversationOf = (id: number | null, last: number | null) =>
      counts({ chat: { unread_count: 1, unread_message_conversation_id: id } }, last).chat?.conversation;
    expect(conversationOf(7, 5)).toBe(7);
    expect(conversationOf(null, 5)).toBe(5);
    expect(conversationOf(null, null)).toBeNull();
  });
});

describe('on the screen that it leads to', () => {
  const seen = (path: string, of = all) => seenOn(new URL(path, 'https://almende.example'), of);
  const all = counts({ chat: { unread_count: 4 }, tickets: { unread_count: 2, unread_ticket_id: 21 } });

  it('the ticket is seen, and no other one', () => {
    expect(seen('/support/ticket/21')).toEqual({ ...all, ticket: null });
    expect(seen('/support/ticket/2')).toEqual(all);
    expect(seen('/support/ticket/21?page=2')).toEqual(all);
  });

  it.each(['/chat', '/chat/7'])('no message is unread: %s', (pathname) => {
    expect(seen(pathname)).toEqual({ ...all, chat: { unread: 0, conversation: null } });
  });

  it('messages of another conversation count', () => {
    const one = counts({ chat: { unread_count: 4, unread_message_conversation_id: 7 } });
    const unread = (path: string) => seen(path, one).chat?.unread;
    expect(['/chat', '/chat/7', '/chat/8', '/chat/new'].map(unread)).toEqual([0, 0, 4, 4]);
  });

  it('blocks that are off stay off', () => {
    const off = counts({});
    expect(seen('/chat', off)).toEqual(off);
  });

  it.each(['/dashboard', '/chats'])('everything counts elsewhere: %s', (pathname) => {
    expect(seen(pathname)).toEqual(all);
  });
});
