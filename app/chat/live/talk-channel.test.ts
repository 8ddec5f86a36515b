import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { realtimeNames } from '../../../upstream/contract/realtime';
import { type Listener, type Present, serveChannels, tellGap } from '../../platform/browser/channels';
import { EMBEDDED } from '../../platform/browser/realtime-settings';
import { TELL_EVERY_MS, TYPING, TYPING_MS, type WatchedTalk, watchTalk } from './talk-channel';

const id = '0199a000-0000-7000-8000-000000000001';
const ben: Present = { id: '2', info: { name: 'Ben O.' } };
const clara: Present = { id: '3', info: { name: 'Clara V.' } };
const message = {
  ...{ id: '0199a000-0000-7000-8000-000000000002', conversation_id: id, message: 'Hi', edited_at: null },
  ...{ user: { id: 2, name: 'Ben O.', is_staff: false }, created_at: '2026-11-23T10:00:00Z' },
};

/** A connection of which the test is the other end. */
function openChannel(settings = EMBEDDED) {
  const told: string[] = [];
  let listener: Listener | null = null;
  const stop = serveChannels((one) => {
    listener = one;
    const leave = () => {
      listener = null;
    };
    return { leave, tell: (event) => told.push(event) };
  });
  const find = () => {
    if (!listener) throw new Error('Nobody listens');
    return listener;
  };
  return {
    told,
    stop,
    isJoined: () => listener !== null,
    name: () => find().channel(settings),
    send: (event: string, data: unknown, from?: string) => find().events(settings)[event]?.(data, from),
    present: (...others: Present[]) => find().onPresent?.(others),
  };
}

let channel: ReturnType<typeof openChannel>;
let talk: WatchedTalk;
const heard: [string, unknown][] = [];
const note = (name: string) => (value?: unknown) => void heard.push([name, value]);
const watcher = {
  ...{ onMessage: note('message'), onMessageUpdated: note('updated'), onRead: note('read') },
  ...{ onClosed: note('closed'), onGap: note('gap'), onPresent: note('present'), onTyping: note('typing') },
};
beforeEach(() => {
  vi.useFakeTimers();
  channel = openChannel();
  talk = watchTalk(id, watcher);
  heard.length = 0;
});
afterEach(() => {
  talk.leave();
  channel.stop();
  vi.useRealTimers();
});
const last = (name: string) => heard.filter(([one]) => one === name).at(-1)?.[1];

describe('the channel of a conversation', () => {
  it('has the name and the events that the settings give it', () => {
    expect(channel.name()).toBe(`conversation.${id}`);
    expect(TYPING).toBe(realtimeNames.typing);
    const foreign = openChannel({ ...EMBEDDED, conversationChannel: 'presence-Talk.{id}', chatReadEvent: 'Read' });
    const other = watchTalk(id, watcher);
    expect(foreign.name()).toBe(`Talk.${id}`);
    foreign.send('Read', { user_id: 2, last_read_id: message.id });
    expect(heard.at(-1)).toEqual(['read', { user_id: 2, last_read_id: message.id }]);
    other.leave();
    foreign.stop();
  });

  it('tells of messages, reading, closing and gaps', () => {
    channel.send('chat.message', { message });
    channel.send('chat.message-updated', { message: { ...message, message: null } });
    channel.send('chat.read', { user_id: 'office', last_read_id: message.id });
    channel.send('chat.closed', { is_closed: true });
    tellGap();
    expect(heard).toEqual([
      ['message', message],
      ['updated', { ...message, message: null }],
      ['read', { user_id: 'office', last_read_id: message.id }],
      ['closed', { is_closed: true }],
      ['gap', undefined],
    ]);
  });

  it.each([
    null,
    'text',
    {},
    { message: 'Hi' },
    { message: { ...message, id: 1 } },
    { message: { ...message, message: undefined } },
    { message: { ...message, user: null } },
    { message: { ...message, edited_at: 5 } },
    { message: { ...message, conversation_id: 'another' } },
    { user_id: null, last_read_id: 'x' },
    { user_id: 2 },
    { is_closed: 'yes' },
  ])('does not pass on %j', (data) => {
    for (const event of ['chat.message', 'chat.message-updated', 'chat.read', 'chat.closed']) channel.send(event, data);
    expect(heard).toEqual([]);
  });
});

describe('who is here', () => {
  it('is told by name, and nobody once the channel is left', () => {
    channel.present(ben, { id: '4', info: null }, clara);
    expect(last('present')).toEqual(['Ben O.', 'Clara V.']);
    talk.leave();
    expect([last('present'), channel.isJoined()]).toEqual([[], false]);
  });
});

describe('who is typing', () => {
  it('is told until some seconds after the last sign', () => {
    channel.present(ben, clara);
    channel.send(TYPING, {}, '3');
    expect(last('typing')).toBe('Clara V.');
    vi.advanceTimersByTime(TYPING_MS - 1);
    channel.send(TYPING, {}, '3');
    vi.advanceTimersByTime(TYPING_MS - 1);
    expect(last('typing')).toBe('Clara V.');
    vi.advanceTimersByTime(1);
    expect(last('typing')).toBeNull();
  });

  it('ends with their message, not with that of somebody else, and when they leave', () => {
    channel.present(ben, clara);
    channel.send(TYPING, {}, '3');
    channel.send('chat.message', { message });
    expect(last('typing')).toBe('Clara V.');
    channel.present(ben);
    expect(last('typing')).toBeNull();
    channel.send(TYPING, {}, '2');
    channel.send('chat.message', { message });
    expect(last('typing')).toBeNull();
  });

  it('is the only other one where the service names nobody, and never somebody who is not here', () => {
    channel.send(TYPING, {}, '9');
    channel.send(TYPING, {});
    channel.present(ben, clara);
    channel.send(TYPING, {});
    expect(last('typing')).toBeUndefined();
    channel.present(ben);
    channel.send(TYPING, {});
    expect(last('typing')).toBe('Ben O.');
  });

  it('is told to the others once in three seconds, and to nobody if nobody is here', () => {
    talk.tellTyping();
    expect(channel.told).toEqual([]);
    channel.present(ben);
    talk.tellTyping();
    vi.advanceTimersByTime(TELL_EVERY_MS - 1);
    talk.tellTyping();
    expect(channel.told).toEqual([TYPING]);
    vi.advanceTimersByTime(1);
    talk.tellTyping();
    expect(channel.told).toEqual([TYPING, TYPING]);
  });
});
