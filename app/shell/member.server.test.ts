import { describe, expect, it } from 'vitest';
import type { Header } from '../platform/request-context.server';
import { countsOf } from './member.server';

const header = (notifications: Header['notifications']) => ({ notifications }) as Header;

describe('the icons of the top bar', () => {
  it('are off without their blocks', () => {
    expect(countsOf(header({}))).toEqual({ notifications: null, chat: null, ticket: null });
  });

  it('count what is unread', () => {
    const counts = countsOf(
      header({
        notifications: { unread_count: 3, read_count: 9 },
        chat: { unread_count: 2, unread_message_conversation_id: 7 },
        tickets: { unread_count: 1, unread_ticket_id: 2183 },
      }),
    );
    expect(counts).toEqual({
      notifications: { unread: 3, read: 9 },
      chat: { unread: 2, conversation: 7 },
      ticket: { id: 2183, unread: 1 },
    });
  });

  it('show the ticket only while one is unread', () => {
    expect(countsOf(header({ tickets: { unread_count: 0, unread_ticket_id: 2183 } })).ticket).toBeNull();
  });
});
