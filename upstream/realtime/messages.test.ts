import { beforeEach, describe, expect, it } from 'vitest';
import { publish } from './publish';
import { connect, openHub, type TestHub, testApp } from './realtime.testing';
import { channelAuth, userAuth } from './signatures';

let hub: TestHub;
beforeEach(() => {
  hub = openHub();
});

const error = (code: number, message: string) =>
  `{"event":"pusher:error","data":{"code":${code},"message":"${message}"}}`;

describe('a ping', () => {
  it('is answered, and counts as a sign of life', () => {
    const client = connect(hub);
    client.say('{"event":"pusher:ping","data":{}}');
    expect(client.frames()).toEqual(['{"event":"pusher:pong","data":"{}"}']);
  });

  it('a pong is not answered', () => {
    const client = connect(hub);
    client.say('{"event":"pusher:pong","data":{}}');
    expect(client.frames()).toEqual([]);
  });
});

describe('a subscription', () => {
  it('to a public channel succeeds', () => {
    const client = connect(hub);
    client.say('{"event":"pusher:subscribe","data":{"auth":"","channel":"client"}}');
    expect(client.frames()).toEqual([
      '{"event":"pusher_internal:subscription_succeeded","channel":"client","data":"{}"}',
    ]);
  });

  it('may carry its data as text', () => {
    const client = connect(hub);
    client.say({ event: 'pusher:subscribe', data: '{"channel":"client"}' });
    expect(client.connection.channels).toEqual(new Set(['client']));
  });

  it('to a private channel succeeds with its signature', () => {
    const client = connect(hub);
    client.subscribe('private-user.1');
    expect(client.frames()).toEqual([
      '{"event":"pusher_internal:subscription_succeeded","channel":"private-user.1","data":"{}"}',
    ]);
  });

  it('counts channel_data into the signature of a private channel, too', () => {
    const client = connect(hub);
    client.subscribe('private-user.1', '{"user_id":"1"}');
    expect(client.connection.channels.size).toBe(1);
    const auth = channelAuth(testApp, client.connection.id, 'private-user.2');
    client.say({ event: 'pusher:subscribe', data: { auth, channel: 'private-user.2', channel_data: '{}' } });
    expect(client.connection.channels.size).toBe(1);
  });

  it.each([
    ['no signature', undefined],
    ['an empty one', ''],
    ['that of another channel', channelAuth(testApp, '1.1', 'private-user.2')],
    ['that of another socket', channelAuth(testApp, '2.1', 'private-user.1')],
    ['that of another app', channelAuth({ ...testApp, secret: 'other' }, '1.1', 'private-user.1')],
    ['a number', 7],
  ])('to a private channel with %s is refused in words that Echo hears', (_, auth) => {
    const client = connect(hub);
    client.say({ event: 'pusher:subscribe', data: { auth, channel: 'private-user.1' } });
    expect(client.frames()).toEqual([
      '{"event":"pusher:subscription_error","channel":"private-user.1","data":"{\\"type\\":\\"AuthError\\",\\"error\\":\\"The connection is not authorized for this channel\\",\\"status\\":401}"}',
    ]);
    publish(hub, { channels: ['private-user.1'], event: 'secret', data: '{}' });
    expect(client.frames()).toEqual([]);
    expect(client.ended).toBeNull();
  });

  it.each(['', 'with space', 'ü', 'a/b', '#server-to-user-', 'x'.repeat(201), undefined, 5, {}])(
    'to %j is no channel',
    (channel) => {
      const client = connect(hub);
      client.say({ event: 'pusher:subscribe', data: { channel, auth: '' } });
      expect(client.frames()[0]).toContain('"{\\"type\\":\\"InvalidRequest\\"');
      expect(hub.channels.count).toBe(0);
    },
  );

  it('a second time is an error', () => {
    const client = connect(hub);
    client.subscribe('client');
    client.frames();
    client.subscribe('client');
    expect(client.frames()).toEqual([error(4200, 'Existing subscription to channel client')]);
  });

  it('to more than 200 channels is refused', () => {
    const client = connect(hub);
    for (let number = 0; number < 200; number++) client.subscribe(`channel-${number}`);
    client.frames();
    client.subscribe('one-more');
    expect(client.frames()[0]).toContain('LimitReached');
    expect(client.connection.channels.size).toBe(200);
  });

  it('ends without an answer', () => {
    const client = connect(hub);
    client.subscribe('client');
    client.frames();
    client.say('{"event":"pusher:unsubscribe","data":{"channel":"client"}}');
    client.say('{"event":"pusher:unsubscribe","data":{"channel":"never"}}');
    expect(client.frames()).toEqual([]);
    expect(hub.channels.count).toBe(0);
  });
});

describe('an event', () => {
  it('reaches the listeners of its channel as text, but not its sender and no outsider', () => {
    const [listener, sender, outsider] = [connect(hub), connect(hub), connect(hub)];
    for (const client of [listener, sender]) client.subscribe('client');
    outsider.subscribe('clients');
    for (const client of [listener, sender, outsider]) client.frames();
    publish(hub, { channels: ['client'], event: 'client.updated', data: '{"version":"2"}', except: '2.1' });
    expect(listener.frames()).toEqual([
      '{"event":"client.updated","channel":"client","data":"{\\"version\\":\\"2\\"}"}',
    ]);
    expect([...sender.frames(), ...outsider.frames()]).toEqual([]);
  });

  it('is passed on as it is in an encrypted channel', () => {
    const client = connect(hub);
    client.subscribe('private-encrypted-vault');
    client.frames();
    const data = '{"nonce":"bm9uY2U=","ciphertext":"Y2lwaGVy"}';
    publish(hub, { channels: ['private-encrypted-vault'], event: 'x', data });
    expect(JSON.parse(client.frames()[0] ?? '').data).toBe(data);
  });
});

describe('a cache channel', () => {
  it.each(['cache-x', 'private-cache-x', 'private-encrypted-cache-x'])(
    '%s keeps its last event for 30 minutes',
    (name) => {
      publish(hub, { channels: [name], event: 'price', data: '1' });
      publish(hub, { channels: [name], event: 'price', data: '2' });
      const client = connect(hub);
      client.subscribe(name);
      expect(client.frames().slice(1)).toEqual([`{"event":"price","channel":"${name}","data":"2"}`]);
      client.leave();
      hub.pass(30 * 60_000);
      hub.channels.forget(hub.now());
      expect(hub.channels.count).toBe(0);
      const late = connect(hub);
      late.subscribe(name);
      expect(late.frames()).toEqual([
        `{"event":"pusher_internal:subscription_succeeded","channel":"${name}","data":"{}"}`,
        `{"event":"pusher:cache_miss","channel":"${name}"}`,
      ]);
    },
  );

  it('may be one of presence', () => {
    publish(hub, { channels: ['presence-cache-x'], event: 'price', data: '2' });
    const client = connect(hub);
    client.subscribe('presence-cache-x', '{"user_id":"1"}');
    expect(client.frames()).toHaveLength(2);
  });
});

describe('a client event', () => {
  const typing = (channel: string, data: unknown = { a: 1 }) => ({ event: 'client-typing', channel, data });

  it('reaches the others of a private channel', () => {
    const [sender, other] = [connect(hub), connect(hub)];
    for (const client of [sender, other]) client.subscribe('private-room');
    for (const client of [sender, other]) client.frames();
    sender.say(typing('private-room'));
    expect(other.frames()).toEqual(['{"event":"client-typing","channel":"private-room","data":{"a":1}}']);
    expect(sender.frames()).toEqual([]);
  });

  it('says in a presence channel who sent it', () => {
    const [sender, other] = [connect(hub), connect(hub)];
    sender.subscribe('presence-room', '{"user_id":"7"}');
    other.subscribe('presence-room', '{"user_id":"8"}');
    other.frames();
    sender.say(typing('presence-room'));
    expect(other.frames()).toEqual([
      '{"event":"client-typing","channel":"presence-room","data":{"a":1},"user_id":"7"}',
    ]);
  });

  it.each(['client', 'private-encrypted-vault', 'cache-x', 'private-elsewhere'])('is refused in %s', (name) => {
    const [sender, other] = [connect(hub), connect(hub)];
    if (name !== 'private-elsewhere') sender.subscribe(name);
    other.subscribe(name);
    for (const client of [sender, other]) client.frames();
    sender.say(typing(name));
    expect(other.frames()).toEqual([]);
    expect(sender.frames()[0]).toContain('"code":4009');
  });

  it('is refused beyond ten a second, and again let through later', () => {
    const [sender, other] = [connect(hub), connect(hub)];
    for (const client of [sender, other]) client.subscribe('private-room');
    for (const client of [sender, other]) client.frames();
    for (let count = 0; count < 12; count++) sender.say(typing('private-room'));
    expect(other.frames()).toHaveLength(10);
    expect(sender.frames()).toEqual(Array(2).fill(error(4301, 'More than 10 client events a second')));
    hub.pass(1000);
    sender.say(typing('private-room'));
    expect(other.frames()).toHaveLength(1);
  });

  it('is refused with more than 10 KB', () => {
    const [sender, other] = [connect(hub), connect(hub)];
    for (const client of [sender, other]) client.subscribe('private-room');
    other.frames();
    sender.say(typing('private-room', 'x'.repeat(10_238)));
    sender.say(typing('private-room', 'x'.repeat(10_239)));
    expect(other.frames()).toHaveLength(1);
  });
});

describe('a sign-in', () => {
  const signIn = (id: string, user: string) => ({
    event: 'pusher:signin',
    data: { auth: userAuth(testApp, id, user), user_data: user },
  });

  it('succeeds, and opens the channel of this user alone', () => {
    const client = connect(hub);
    client.say(signIn('1.1', '{"id":"1"}'));
    expect(client.frames()).toEqual([
      '{"event":"pusher:signin_success","data":"{\\"user_data\\":\\"{\\\\\\"id\\\\\\":\\\\\\"1\\\\\\"}\\"}"}',
    ]);
    client.subscribe('#server-to-user-1');
    client.subscribe('#server-to-user-2');
    expect(client.connection.channels).toEqual(new Set(['#server-to-user-1']));
  });

  it('lets into presence channels without channel_data', () => {
    const client = connect(hub);
    client.say(signIn('1.1', '{"id":"1","user_info":{"name":"A"}}'));
    client.frames();
    client.subscribe('presence-room');
    expect(client.frames()[0]).toContain('\\"hash\\":{\\"1\\":{\\"name\\":\\"A\\"}}');
  });

  it.each([
    ['of another socket', signIn('2.1', '{"id":"1"}')],
    ['without an id', signIn('1.1', '{}')],
    ['with a number as id', signIn('1.1', '{"id":1}')],
    ['that is no JSON', signIn('1.1', 'id')],
    ['without a signature', { event: 'pusher:signin', data: { user_data: '{"id":"1"}' } }],
    ['without anything', { event: 'pusher:signin' }],
  ])('%s ends the connection with 4009', (_, message) => {
    const client = connect(hub);
    client.say(message);
    expect(client.ended).toMatchObject({ code: 4009 });
    expect(hub.connections.size).toBe(0);
  });

  it('as somebody else on the same socket is refused', () => {
    const client = connect(hub);
    client.say(signIn('1.1', '{"id":"1"}'));
    client.say(signIn('1.1', '{"id":"2"}'));
    expect(client.connection.user?.id).toBe('1');
  });
});

describe('what is no message', () => {
  it.each([
    '',
    'null',
    '[]',
    '7',
    '"x"',
    '{',
    '{}',
    '{"event":7}',
    '{"event":""}',
    `{"event":"${'x'.repeat(201)}"}`,
    'ping',
  ])('%j is answered with an error and nothing else happens', (text) => {
    const client = connect(hub);
    client.say(text);
    expect(client.frames()).toEqual([error(4200, 'Invalid message format')]);
    expect(client.ended).toBeNull();
  });

  it('an unknown event is an error', () => {
    const client = connect(hub);
    client.say({ event: 'pusher:connection_established', data: '{}' });
    client.say({ event: 'client.updated', channel: 'client', data: {} });
    expect(client.frames()).toEqual(Array(2).fill(error(4200, 'Unknown event')));
  });
});

describe('a flood', () => {
  it('of messages ends the connection with 1008', () => {
    const client = connect(hub);
    for (let count = 0; count < 250; count++) client.say('{"event":"pusher:ping"}');
    expect(client.ended).toBeNull();
    client.say('{"event":"pusher:ping"}');
    expect(client.ended).toEqual({ code: 1008, reason: 'Too many messages' });
    expect(hub.connections.size).toBe(0);
  });

  it('of events cuts off who does not read them, and nobody else', () => {
    const [slow, quick] = [connect(hub), connect(hub)];
    for (const client of [slow, quick]) client.subscribe('client');
    slow.backlog = 512 * 1024 + 1;
    quick.frames();
    publish(hub, { channels: ['client'], event: 'x', data: '1' });
    expect(slow.ended).toBe('terminated');
    expect(quick.frames()).toHaveLength(1);
  });
});
