import { setTimeout as wait } from 'node:timers/promises';
import type PusherLibrary from 'pusher';
import Pusher, { type PresenceChannel } from 'pusher-js';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { heard, libraryFor, optionsFor, pusherFor, subscribed } from './clients.testing';
import { embeddedBroadcaster } from './embedded.broadcaster';
import { type RunningEndpoint, startEndpoint } from './endpoint.testing';
import { silent, testApp } from './realtime.testing';

let running: RunningEndpoint;
let library: PusherLibrary;
beforeAll(async () => {
  running = await startEndpoint();
  library = libraryFor(running.port);
});
afterAll(() => running.stop());

const clients: Pusher[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect();
});

function connect(userId = '1', port = running.port): Pusher {
  const client = pusherFor(library, port, userId);
  clients.push(client);
  return client;
}

it('connects, subscribes, and hears what Pusher’s library sends, unless it was the sender', async () => {
  const [listener, sender] = [connect(), connect('2')];
  const channels = [await subscribed(listener, 'private-user.1'), await subscribed(sender, 'private-user.1')] as const;
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
    ...optionsFor(library, running.port, '1'),
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
  const sealing = libraryFor(running.port, Buffer.alloc(32, 7).toString('base64'));
  const client = new Pusher(testApp.key, {
    ...optionsFor(library, running.port, '1'),
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

it('of an unknown key is refused with 4001 and does not come back', async () => {
  const client = new Pusher('another-key', optionsFor(library, running.port, '1'));
  clients.push(client);
  expect(JSON.stringify(await heard(client.connection, 'error'))).toContain('4001');
  await expect.poll(() => client.connection.state).toMatch(/disconnected|failed/);
});

it('asks anew once a session of its member has ended, and others notice nothing', async () => {
  let isMember = true;
  const options = optionsFor(library, running.port, '1');
  const { customHandler } = options.channelAuthorization;
  const client = new Pusher(testApp.key, {
    ...options,
    channelAuthorization: {
      ...options.channelAuthorization,
      customHandler: (request, answer) => (isMember ? customHandler(request, answer) : answer(new Error('403'), null)),
    },
  });
  clients.push(client);
  const other = connect('2');
  const channel = await subscribed(client, 'private-user.1');
  await subscribed(other, 'private-user.2');
  const socketOfOther = other.connection.socket_id;
  const broadcaster = embeddedBroadcaster(running.endpoint.hub, silent);
  const again = heard(channel, 'pusher:subscription_succeeded');
  await broadcaster.reauthorize(1);
  await again;
  isMember = false;
  const refused = heard(channel, 'pusher:subscription_error');
  await broadcaster.reauthorize(1);
  expect(await refused).toMatchObject({ error: '403' });
  expect(running.endpoint.hub.channels.find('private-user.1')).toBeUndefined();
  expect(other.connection.socket_id).toBe(socketOfOther);
});

it('comes back after a restart, and subscribes anew', async () => {
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
