import { describe, expect, it } from 'vitest';
import { readMessage } from './message-event';

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
