import { beforeEach, describe, expect, it } from 'vitest';
import { embeddedBroadcaster } from './embedded.broadcaster';
import { createHttpApi } from './http-api';
import { connect, openHub, silent, type TestHub, testApp } from './realtime.testing';
import { bodyDigest, requestSignature, userAuth } from './signatures';

let hub: TestHub;
let api: ReturnType<typeof createHttpApi>;
beforeEach(() => {
  hub = openHub();
  api = createHttpApi(hub, silent);
});

interface Options {
  secret?: string;
  /** Offset of the caller's clock in seconds. */
  skew?: number;
  /** Changes the query after it is signed. */
  tamper?: (query: URLSearchParams) => void;
}

/** Sends a request as Pusher's libraries do. A string is sent as the raw body. */
async function call(method: string, path: string, body?: unknown, { secret, skew = 0, tamper }: Options = {}) {
  const url = new URL(`http://localhost${path}`);
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const query = url.searchParams;
  query.set('auth_key', testApp.key);
  query.set('auth_timestamp', String(Math.floor(hub.now() / 1000) + skew));
  query.set('auth_version', '1.0');
  if (text) query.set('body_md5', bodyDigest(Buffer.from(text)));
  query.set('auth_signature', requestSignature({ ...testApp, ...(secret && { secret }) }, method, url.pathname, query));
  tamper?.(query);
  const answer = await api.fetch(new Request(url, { method, body: text }));
  return { status: answer.status, text: await answer.text() };
}

const event = (change: object = {}) => ({ name: 'foo', channels: ['project-3'], data: '{"some":"data"}', ...change });

describe('POST events', () => {
  it('reaches every channel that is named, but not the socket that sent it', async () => {
    const [a, b, sender] = [connect(hub), connect(hub), connect(hub)];
    a.subscribe('one');
    b.subscribe('two');
    sender.subscribe('one');
    for (const client of [a, b, sender]) client.frames();
    const answer = await call('POST', '/apps/3/events', event({ channels: ['one', 'two'], socket_id: '3.1' }));
    expect(answer).toEqual({ status: 200, text: '{}' });
    expect(a.frames()).toEqual(['{"event":"foo","channel":"one","data":"{\\"some\\":\\"data\\"}"}']);
    expect(b.frames()).toHaveLength(1);
    expect(sender.frames()).toEqual([]);
  });

  it('takes one channel as well', async () => {
    const client = connect(hub);
    client.subscribe('one');
    client.frames();
    await call('POST', '/apps/3/events', { name: 'foo', channel: 'one', data: 'plain text' });
    expect(client.frames()).toEqual(['{"event":"foo","channel":"one","data":"plain text"}']);
  });

  it('tells what info asks for', async () => {
    for (let socket = 0; socket < 2; socket++) connect(hub).subscribe('presence-r', '{"user_id":"1"}');
    const info = 'user_count,subscription_count';
    const answer = await call('POST', '/apps/3/events', event({ channels: ['presence-r', 'empty'], info }));
    expect(JSON.parse(answer.text)).toEqual({
      channels: { 'presence-r': { user_count: 1, subscription_count: 2 }, empty: { subscription_count: 0 } },
    });
  });

  it.each([
    ['a wrong secret', { secret: 'wrong' }, 401],
    ['an old timestamp', { skew: -601 }, 401],
    ['a future timestamp', { skew: 601 }, 401],
    ['another key', { tamper: (query: URLSearchParams) => query.set('auth_key', 'x') }, 401],
    ['no signature', { tamper: (query: URLSearchParams) => query.delete('auth_signature') }, 401],
    ['an added parameter', { tamper: (query: URLSearchParams) => query.set('info', 'x') }, 401],
    [
      'a dropped query',
      {
        tamper: (query: URLSearchParams) => {
          for (const name of [...query.keys()]) query.delete(name);
        },
      },
      401,
    ],
  ])('with %s is refused', async (_, options, status) => {
    const client = connect(hub);
    client.subscribe('project-3');
    client.frames();
    expect((await call('POST', '/apps/3/events', event(), options)).status).toBe(status);
    expect(client.frames()).toEqual([]);
  });

  it.each([
    ['no JSON', '{', 400],
    ['no name', event({ name: undefined }), 400],
    ['an empty name', event({ name: '' }), 400],
    ['a name of 201 characters', event({ name: 'x'.repeat(201) }), 400],
    ['a name of the protocol', event({ name: 'pusher:error' }), 400],
    ['an internal name', event({ name: 'pusher_internal:member_added' }), 400],
    ['no channel', event({ channels: undefined }), 400],
    ['an empty list of channels', event({ channels: [] }), 400],
    ['101 channels', event({ channels: Array(101).fill('a') }), 400],
    ['a bad channel', event({ channels: ['a b'] }), 400],
    ['data that is no text', event({ data: {} }), 400],
    ['a bad socket id', event({ socket_id: '1' }), 400],
    ['data of 10,241 bytes', event({ data: 'x'.repeat(10_241) }), 413],
    ['data of 10,241 bytes in fewer characters', event({ data: `${'ü'.repeat(5120)}x` }), 413],
    ['a huge body', 'x'.repeat(400_000), 413],
  ])('with %s is refused', async (_, body, status) => {
    expect((await call('POST', '/apps/3/events', body)).status).toBe(status);
  });

  it('takes 10,240 bytes and 100 channels', async () => {
    const channels = Array.from({ length: 100 }, (_, number) => `c-${number}`);
    expect((await call('POST', '/apps/3/events', event({ channels, data: 'x'.repeat(10_240) }))).status).toBe(200);
  });
});

describe('POST batch_events', () => {
  const batch = (...events: object[]) => ({
    batch: events.map((one) => ({ name: 'a', channel: 'c', data: '{}', ...one })),
  });

  it('sends them all', async () => {
    const client = connect(hub);
    client.subscribe('c');
    client.frames();
    expect(await call('POST', '/apps/3/batch_events', batch({}, { name: 'b' }))).toEqual({ status: 200, text: '{}' });
    expect(client.frames().map((frame) => JSON.parse(frame).event)).toEqual(['a', 'b']);
  });

  it('tells in order what info asks for', async () => {
    connect(hub).subscribe('presence-r', '{"user_id":"1"}');
    const answer = await call('POST', '/apps/3/batch_events', batch({ channel: 'presence-r', info: 'user_count' }, {}));
    expect(answer.text).toBe('{"batch":[{"user_count":1},{}]}');
  });

  it.each([
    ['eleven events', batch(...Array(11).fill({})), 400],
    ['one that is too large', batch({}, { data: 'x'.repeat(10_241) }), 413],
    ['one without a channel', batch({}, { channel: undefined }), 400],
    ['no list', { batch: {} }, 400],
  ])('with %s sends none', async (_, body, status) => {
    const client = connect(hub);
    client.subscribe('c');
    client.frames();
    expect((await call('POST', '/apps/3/batch_events', body)).status).toBe(status);
    expect(client.frames()).toEqual([]);
  });
});

describe('GET channels', () => {
  beforeEach(() => {
    for (const [channel, data] of [
      ['client', undefined],
      ['presence-a', '{"user_id":"1"}'],
      ['presence-a', '{"user_id":"1"}'],
      ['presence-b', '{"user_id":"2"}'],
    ] as const)
      connect(hub).subscribe(channel, data);
  });

  it.each([
    ['', { client: {}, 'presence-a': {}, 'presence-b': {} }],
    ['?filter_by_prefix=presence-', { 'presence-a': {}, 'presence-b': {} }],
    [
      '?filter_by_prefix=presence-&info=user_count',
      { 'presence-a': { user_count: 1 }, 'presence-b': { user_count: 1 } },
    ],
    ['?filter_by_prefix=cl&info=subscription_count', { client: { subscription_count: 1 } }],
  ])('%s lists those with listeners', async (query, channels) => {
    const answer = await call('GET', `/apps/3/channels${query}`);
    expect(JSON.parse(answer.text)).toEqual({ channels });
  });

  it('wants a presence prefix for user_count', async () => {
    expect((await call('GET', '/apps/3/channels?info=user_count')).status).toBe(400);
  });

  it.each([
    ['presence-a?info=user_count,subscription_count', '{"occupied":true,"user_count":1,"subscription_count":2}'],
    ['client', '{"occupied":true}'],
    ['nobody', '{"occupied":false}'],
  ])('/%s', async (path, text) => {
    expect(await call('GET', `/apps/3/channels/${path}`)).toEqual({ status: 200, text });
  });

  it.each(['client?info=user_count', 'a%20b'])('/%s is refused', async (path) => {
    expect((await call('GET', `/apps/3/channels/${path}`)).status).toBe(400);
  });

  it('/presence-a/users are the users of it', async () => {
    expect((await call('GET', '/apps/3/channels/presence-a/users')).text).toBe('{"users":[{"id":"1"}]}');
    expect((await call('GET', '/apps/3/channels/presence-c/users')).text).toBe('{"users":[]}');
    expect((await call('GET', '/apps/3/channels/client/users')).status).toBe(400);
  });
});

describe('POST users/{id}/terminate_connections', () => {
  it('ends the sockets of this user and no others', async () => {
    const [first, second, other] = [connect(hub), connect(hub), connect(hub)];
    for (const [client, user] of [
      [first, '{"id":"1"}'],
      [second, '{"id":"1"}'],
      [other, '{"id":"2"}'],
    ] as const)
      client.say({
        event: 'pusher:signin',
        data: { auth: userAuth(testApp, client.connection.id, user), user_data: user },
      });
    expect(await call('POST', '/apps/3/users/1/terminate_connections', {})).toEqual({ status: 200, text: '{}' });
    expect([first.ended, second.ended]).toEqual(Array(2).fill(expect.objectContaining({ code: 4009 })));
    expect(other.ended).toBeNull();
  });

  it('lets those that may enter channels of this member authorize again, though nobody signed in on them', async () => {
    const [own, talking, other] = [connect(hub), connect(hub), connect(hub)];
    const broadcaster = embeddedBroadcaster(hub, silent);
    broadcaster.authorize(own.connection.id, 'private-user.1');
    broadcaster.authorize(talking.connection.id, 'presence-conversation.1', { user_id: '1' });
    broadcaster.authorize(other.connection.id, 'private-user.2');
    expect((await call('POST', '/apps/3/users/1/terminate_connections', {})).status).toBe(200);
    expect([own.ended, talking.ended]).toEqual(Array(2).fill(expect.objectContaining({ code: 4200 })));
    expect(other.ended).toBeNull();
  });
});

describe('what is not there', () => {
  it('is answered 404', async () => {
    expect((await call('GET', '/apps/4/channels')).status).toBe(404);
    expect((await call('GET', '/apps/3/nothing')).status).toBe(404);
    expect((await call('DELETE', '/apps/3/events')).status).toBe(404);
  });

  it('is told to nobody without a signature', async () => {
    for (const path of ['/apps/3/nothing', '/apps/3/channels'])
      expect((await call('GET', path, undefined, { secret: 'wrong' })).status).toBe(401);
  });
});
