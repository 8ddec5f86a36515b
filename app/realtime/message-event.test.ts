import { describe, expect, it } from 'vitest';
import { readChatChange, readMessage } from './message-event';

describe('a chat message', () => {
  it('is in the field `message`', () => {
    expect(readMessage({ message: { id: 'm1', conversation_id: 3, body: 'Hi' } })).toEqual({
      id: 'm1',
      conversation: 3,
    });
    expect(readMessage({ message: { id: 4 } })).toEqual({ id: '4', conversation: null });
  });

  it.each([null, {}, { message: null }, { message: 'Hi' }, { message: {} }])('is not read out of %j', (data) => {
    expect(readMessage(data)).toBeNull();
  });
});

describe('a change of the chat', () => {
  it('says what the header counts now', () => {
    const data = { conversation_id: 'a', unread_count: 2, unread_message_conversation_id: 'b' };
    expect(readChatChange(data)).toEqual({ conversation: 'a', counts: { unread: 2, conversation: 'b' } });
    const all = { conversation_id: null, unread_count: 0, unread_message_conversation_id: null };
    expect(readChatChange(all)).toEqual({ conversation: null, counts: { unread: 0 } });
  });

  it.each([null, 'text', {}, { unread_count: -1 }, { unread_count: '2' }, { unread_count: 1.5, conversation_id: {} }])(
    'counts nothing by %j',
    (data) => {
      expect(readChatChange(data)).toEqual({ conversation: null, counts: null });
    },
  );
});
