import Echo from 'laravel-echo';
import type PusherLibrary from 'pusher';
import Pusher from 'pusher-js';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { libraryFor, optionsFor } from './clients.testing';
import { type RunningEndpoint, startEndpoint } from './endpoint.testing';
import { testApp } from './realtime.testing';

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

const echoFor = (userId: string) => {
  const { userAuthentication: _, ...options } = optionsFor(library, running.port, userId);
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
