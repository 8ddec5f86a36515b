import { setTimeout as wait } from 'node:timers/promises';
import Echo from 'laravel-echo';
import PusherLibrary from 'pusher';
import Pusher, { type Channel, type PresenceChannel } from 'pusher-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { embeddedBroadcaster } from './embedded.broadcaster';
import { type RunningEndpoint, startEndpoint } from './endpoint.testing';
import { externalBroadcaster } from './external.broadcaster';
import { silent, testApp } from './realtime.testing';

let running: RunningEndpoint;
let library: PusherLibrary;
beforeAll(async () => {
  running = await startEndpoint();
  const { id: appId, key, secret } = testApp;
  library = new PusherLibrary({ appId, key, secret, host: '127.0.0.1', port: String(running.port) });
});
afterAll(() => running.stop());

const clients: Pusher[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect();
});

/** As a browser of a member is set up; `userId` is whom the server takes them for. */
const optionsFor = (port: number, userId: string) => ({
  cluster: 'eu',
  wsHost: '127.0.0.1',
  wsPort: port,
  forceTLS: false,
  enabledTransports: ['ws', 'wss'] as ('ws' | 'wss')[],
  channelAuthorization: {
    transport: 'ajax' as const,
    endpoint: '',
    customHandler: (
      { socketId, channelName }: { socketId: string; channelName: string },
      answer: (error: Error | null, auth: { auth: string; channel_data?: string } | null) => void,
    ) => {
      if (channelName.endsWith('.forbidden')) return answer(new Error('403'), null);
      const isPresence = channelName.startsWith('presence-');
      const member = isPresence ? { user_id: userId, user_info: { name: `User ${userId}` } } : undefined;
      answer(null, library.authorizeChannel(socketId, channelName, member));
    },
  },
  userAuthentication: {
    transport: 'ajax' as const,
    endpoint: '',
    customHandler: (
      { socketId }: { socketId: string },
      answer: (error: Error | null, auth: { auth: string; user_data: string } | null) => void,
    ) => answer(null, library.authenticateUser(socketId, { id: userId })),
  },
});

function connect(userId = '1', port = running.port): Pusher {
  const client = new Pusher(testApp.key, optionsFor(port, userId));
  clients.push(client);
  return client;
}

const heard = (target: { bind(event: string, callback: (data: never) => void): unknown }, event: string) =>
  new Promise<unknown>((resolve) => void target.bind(event, (data: unknown) => resolve(data)));

const subscribed = async (client: Pusher, name: string): Promise<Channel> => {
  const channel = client.subscribe(name);
  if (!channel.subscribed) await heard(channel, 'pusher:subscription_succeeded');
  return channel;
};

describe('pusher-js', () => {
  it('connects, subscribes, and hears what Pusher’s library sends, unless it was the sender', async () => {
    const [listener, sender] = [connect(), connect('2')];
    const channels = [
      await subscribed(listener, 'private-user.1'),
      await subscribed(sender, 'private-user.1'),
    ] as const;
    const echoes: unknown[] = [];
    channels[1].bind('hello', (data: unknown) => echoes.push(data));
    const event = heard(channels[0], 'hello');
    await library.trigger('private-user.1', 'hello', { to: 'you' }, { socket_id: sender.connection.socket_id });
    expect(await event).toEqual({ to: 'you' });
    const marker = heard(channels[1], 'marker');
    await library.trigger('private-user.1', 'marker', 1);
    await marker;
    expect(echoes).toEqual([]);
  });

  it('hears a batch', async () => {
    const channel = await subscribed(connect(), 'client');
    const both = Promise.all([heard(channel, 'a'), heard(channel, 'b')]);
    await library.triggerBatch([
      { channel: 'client', name: 'a', data: { n: 1 } },
      { channel: 'client', name: 'b', data: { n: 2 } },
    ]);
    expect(await both).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('is told when it may not enter a channel', async () => {
    const client = connect();
    const ownSide = await heard(client.subscribe('private-user.forbidden'), 'pusher:subscription_error');
    expect(ownSide).toMatchObject({ type: 'AuthError' });
    const forged = new Pusher(testApp.key, {
      ...optionsFor(running.port, '1'),
      channelAuthorization: {
        transport: 'ajax',
        endpoint: '',
        customHandler: (_, answer) => answer(null, { auth: `${testApp.key}:${'0'.repeat(64)}` }),
      },
    });
    clients.push(forged);
    const serverSide = await heard(forged.subscribe('private-user.1'), 'pusher:subscription_error');
    expect(serverSide).toMatchObject({ type: 'AuthError', status: 401 });
  });

  it('sees who is there, comes and goes', async () => {
    const anna = connect('1');
    const room = (await subscribed(anna, 'presence-room')) as PresenceChannel;
    expect([room.members.count, room.members.me.id]).toEqual([1, '1']);
    const added = heard(room, 'pusher:member_added');
    const [ben, otherTab] = [connect('2'), connect('2')];
    await subscribed(ben, 'presence-room');
    expect(await added).toEqual({ id: '2', info: { name: 'User 2' } });
    await subscribed(otherTab, 'presence-room');
    expect(room.members.count).toBe(2);
    const answer = await library.get({ path: '/channels/presence-room/users' });
    expect(await answer.json()).toEqual({ users: [{ id: '1' }, { id: '2' }] });
    ben.disconnect();
    const removed = heard(room, 'pusher:member_removed');
    otherTab.disconnect();
    expect(await removed).toMatchObject({ id: '2' });
    const list = await library.get({
      path: '/channels',
      params: { filter_by_prefix: 'presence-', info: 'user_count' },
    });
    expect(await list.json()).toEqual({ channels: { 'presence-room': { user_count: 1 } } });
  });

  it('whispers to the others', async () => {
    const [one, other] = [connect('1'), connect('2')];
    const from = await subscribed(one, 'private-talk');
    const whisper = heard(await subscribed(other, 'private-talk'), 'client-typing');
    from.trigger('client-typing', { on: true });
    expect(await whisper).toEqual({ on: true });
  });

  it('finds what a cache channel kept, or hears that there is nothing', async () => {
    const empty = connect().subscribe('cache-empty');
    await heard(empty, 'pusher:cache_miss');
    await library.trigger('cache-price', 'price', { euro: 3 });
    expect(await heard(connect().subscribe('cache-price'), 'price')).toEqual({ euro: 3 });
  });

  it('signs in, hears what is for the user, and is sent away', async () => {
    const client = connect('7');
    client.signin();
    await expect.poll(() => running.endpoint.hub.channels.find('#server-to-user-7')).toBeDefined();
    const message = heard(client.user, 'hello');
    await library.sendToUser('7', 'hello', { n: 7 });
    expect(await message).toEqual({ n: 7 });
    const over = heard(client.connection, 'disconnected');
    await library.terminateUserConnections('7');
    await over;
  });

  it('relays encrypted events that only its ends can read', async () => {
    const { id: appId, key, secret } = testApp;
    const encryptionMasterKeyBase64 = Buffer.alloc(32, 7).toString('base64');
    const host = { host: '127.0.0.1', port: String(running.port) };
    const sealing = new PusherLibrary({ appId, key, secret, encryptionMasterKeyBase64, ...host });
    const client = new Pusher(testApp.key, {
      ...optionsFor(running.port, '1'),
      channelAuthorization: {
        transport: 'ajax',
        endpoint: '',
        customHandler: ({ socketId, channelName }, answer) =>
          answer(null, sealing.authorizeChannel(socketId, channelName)),
      },
    });
    clients.push(client);
    const event = heard(await subscribed(client, 'private-encrypted-vault'), 'secret');
    await sealing.trigger('private-encrypted-vault', 'secret', { code: 42 });
    expect(await event).toEqual({ code: 42 });
  });

  it.each([['4001', 'another-key']])('hears %s and does not come back', async (code, key) => {
    const client = new Pusher(key, optionsFor(running.port, '1'));
    clients.push(client);
    const error = (await heard(client.connection, 'error')) as {
      error?: { data?: { code?: number } };
      data?: { code?: number };
    };
    expect(JSON.stringify(error)).toContain(code);
    await expect.poll(() => client.connection.state).toMatch(/disconnected|failed/);
  });

  it('comes back after a restart, and subscribes anew', { timeout: 60_000 }, async () => {
    const first = await startEndpoint();
    const client = connect('1', first.port);
    const channel = await subscribed(client, 'private-user.1');
    const before = client.connection.socket_id;
    const again = heard(channel, 'pusher:subscription_succeeded');
    await first.stop();
    await wait(300);
    const second = await startEndpoint({}, first.port);
    await again;
    expect(client.connection.socket_id).not.toBe(before);
    client.disconnect();
    await second.stop();
  });
});

describe('laravel-echo', () => {
  const echoFor = (userId: string) => {
    const { userAuthentication: _, ...options } = optionsFor(running.port, userId);
    const echo = new Echo({
      broadcaster: 'pusher',
      Pusher,
      key: testApp.key,
      namespace: 'App.Events',
      withoutInterceptors: true,
      ...options,
    });
    clients.push(echo.connector.pusher as Pusher);
    return echo;
  };

  it('hears notifications, verbatim events, classes and whispers', async () => {
    const [anna, ben] = [echoFor('1'), echoFor('2')];
    const own = anna.private('user.1');
    await new Promise<void>((resolve) => void own.subscribed(() => resolve()));
    const all = Promise.all([
      new Promise((resolve) => void own.notification(resolve)),
      new Promise((resolve) => void own.listen('.client.updated', resolve)),
      new Promise((resolve) => void own.listen('ChatMessage', resolve)),
      new Promise((resolve) => void own.listenForWhisper('typing', resolve)),
    ]);
    const events = {
      'Illuminate\\Notifications\\Events\\BroadcastNotificationCreated': { id: 'n', type: 'T' },
      'client.updated': { version: '2' },
      'App\\Events\\ChatMessage': { text: 'hi' },
    };
    for (const [event, data] of Object.entries(events)) await library.trigger('private-user.1', event, data);
    const other = ben.private('user.1');
    await new Promise<void>((resolve) => void other.subscribed(() => resolve()));
    other.whisper('typing', { on: true });
    expect(await all).toEqual([{ id: 'n', type: 'T' }, { version: '2' }, { text: 'hi' }, { on: true }]);
  });

  it('sees who is here, and knows its socket id', async () => {
    const echo = echoFor('1');
    const here = await new Promise((resolve) => void echo.join('hall').here(resolve));
    expect(here).toEqual([{ name: 'User 1' }]);
    expect(echo.socketId()).toMatch(/^\d+\.\d+$/);
  });

  it('gets its error from a refused subscription', async () => {
    const error = await new Promise((resolve) => void echoFor('1').private('user.forbidden').error(resolve));
    expect(error).toMatchObject({ type: 'AuthError' });
  });
});

describe('the broadcasters', () => {
  const external = () => {
    const { id: appId, key, secret } = testApp;
    return externalBroadcaster(
      { appId, key, secret, cluster: 'eu', host: '127.0.0.1', port: running.port, scheme: 'http' },
      silent,
    );
  };
  const both = [
    ['embedded', () => embeddedBroadcaster(running.endpoint.hub, silent)],
    ['external', external],
  ] as const;

  it.each(both)('%s: sends, and signs what the endpoint lets in', async (_, create) => {
    const broadcaster = create();
    const client = connect();
    const channel = await subscribed(client, 'client');
    const event = heard(channel, 'client.updated');
    await broadcaster.trigger({ channels: ['client'], event: 'client.updated', data: { version: '2' } });
    expect(await event).toEqual({ version: '2' });
    const member = { user_id: '1', user_info: { name: 'A' } };
    expect(broadcaster.authorize('1.2', 'private-user.1')).toEqual(library.authorizeChannel('1.2', 'private-user.1'));
    expect(broadcaster.authorize('1.2', 'presence-r', member)).toEqual(
      library.authorizeChannel('1.2', 'presence-r', member),
    );
    await broadcaster.close();
  });

  it.each(both)('%s: does not send to the sender, and reaches more than 100 channels', async (_, create) => {
    const broadcaster = create();
    const client = connect();
    const channel = await subscribed(client, 'channel-120');
    const echoes: unknown[] = [];
    channel.bind('own', (data: unknown) => echoes.push(data));
    const other = heard(channel, 'other');
    const channels = Array.from({ length: 130 }, (_, number) => `channel-${number}`);
    await broadcaster.trigger({ channels, event: 'own', data: 1, socketId: client.connection.socket_id });
    await broadcaster.trigger({ channels, event: 'other', data: 2 });
    await other;
    expect(echoes).toEqual([]);
    await broadcaster.close();
  });

  it.each(both)('%s: rejects what is too large', async (_, create) => {
    const broadcaster = create();
    const event = { channels: ['client'], event: 'x', data: 'x'.repeat(10_241) };
    await expect(broadcaster.trigger(event)).rejects.toThrow();
    await broadcaster.close();
  });
});
