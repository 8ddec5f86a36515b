import { beforeEach, describe, expect, it } from 'vitest';
import { publish } from './publish';
import { connect, openHub, type TestHub, testApp } from './realtime.testing';
import { userAuth } from './signatures';

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
