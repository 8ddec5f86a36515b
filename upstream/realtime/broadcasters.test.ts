import type PusherLibrary from 'pusher';
import type Pusher from 'pusher-js';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { heard, libraryFor, pusherFor, subscribed } from './clients.testing';
import { embeddedBroadcaster } from './embedded.broadcaster';
import { type RunningEndpoint, startEndpoint } from './endpoint.testing';
import { externalBroadcaster } from './external.broadcaster';
import { connect as connectTo, openHub, silent, testApp } from './realtime.testing';

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

it.each(both)('%s: signs a socket in as a member’s', async (_, create) => {
  const broadcaster = create();
  expect(broadcaster.authenticate('1.2', 7)).toEqual(library.authenticateUser('1.2', { id: '7' }));
  await broadcaster.close();
});

it('external: ends the sockets of a member, and only logs that the service is away', async () => {
  const client = connect('7');
  client.signin();
  await heard(client, 'pusher:signin_success');
  const ended = heard(client.connection, 'disconnected');
  await external().reauthorize(7);
  await ended;
  const { id: appId, key, secret } = testApp;
  const gone = { appId, key, secret, cluster: '', host: '127.0.0.1', port: 1, scheme: 'http' } as const;
  await expect(externalBroadcaster(gone, silent).reauthorize(7)).resolves.toBeUndefined();
});

it('a signature that was held back ends with the others', async () => {
  const hub = openHub();
  const [patient, stranger] = [connectTo(hub), connectTo(hub)];
  const broadcaster = embeddedBroadcaster(hub, silent);
  broadcaster.authorize(patient.connection.id, 'private-user.1');
  broadcaster.authorize(stranger.connection.id, 'private-user.2');
  await broadcaster.reauthorize(1);
  expect(patient.ended).toMatchObject({ code: 4200 });
  expect(stranger.ended).toBeNull();
});

it('a socket that is only in presence channels ends with the others of its member', async () => {
  const hub = openHub();
  const [one, other] = [connectTo(hub), connectTo(hub)];
  const broadcaster = embeddedBroadcaster(hub, silent);
  broadcaster.authorize(one.connection.id, 'presence-conversation.1', { user_id: '1' });
  broadcaster.authorize(other.connection.id, 'presence-conversation.1', { user_id: '2' });
  await broadcaster.reauthorize(1);
  expect(one.ended).toMatchObject({ code: 4200 });
  expect(other.ended).toBeNull();
});
