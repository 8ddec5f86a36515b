import { once } from 'node:events';
import PusherLibrary from 'pusher';
import type Pusher from 'pusher-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { embeddedApp } from '../../upstream/contract/realtime';
import { heard, subscribed } from '../../upstream/realtime/clients.testing';
import { startEndpoint } from '../../upstream/realtime/endpoint.testing';
import { testApp } from '../../upstream/realtime/realtime.testing';
import { type Club, startClub } from '../support/club';
import { libraryOf } from '../support/pusher-library';
import { listen, type Service, signedIn } from '../support/realtime';
import { type Environment, startServerProcess } from '../support/server-process';
import { Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(() => club.stop());

const browsers: Pusher[] = [];
afterEach(() => {
  for (const browser of browsers.splice(0)) browser.disconnect();
});

function join(visitor: Visitor, url = club.url, service?: Service): Pusher {
  const browser = listen(visitor, url, service);
  browsers.push(browser);
  return browser;
}

describe('the embedded endpoint', () => {
  it('lets members hear what is for them on the pages’ own port, and outsiders nothing', async () => {
    const [anna, ben] = [await signedIn(club), await signedIn(club)];
    const library = libraryOf(club);
    const channel = await subscribed(join(anna.visitor), `private-user.${anna.member.id}`);
    const outsider = join(ben.visitor);
    const refused = heard(outsider.subscribe(`private-user.${anna.member.id}`), 'pusher:subscription_error');
    expect(await refused).toMatchObject({ error: '403' });
    const everything: string[] = [];
    outsider.bind_global((event: string) => everything.push(event));
    const shared = await subscribed(outsider, 'client');
    const marker = heard(shared, 'marker');
    const event = heard(channel, 'hello');
    await library.trigger(`private-user.${anna.member.id}`, 'hello', { n: 1 });
    await library.trigger('client', 'marker', {});
    expect(await event).toEqual({ n: 1 });
    await marker;
    expect(everything).not.toContain('hello');
  });

  it('lets a member’s sockets go with the session', async () => {
    const { visitor, member } = await signedIn(club);
    const browser = join(visitor);
    const channel = await subscribed(browser, `private-user.${member.id}`);
    const refused = heard(channel, 'pusher:subscription_error');
    await visitor.submit(await visitor.get('/dashboard'), '/logout');
    expect(await refused).toMatchObject({ error: '403' });
    const answer = await libraryOf(club).get({ path: `/channels/private-user.${member.id}` });
    expect(await answer.json()).toEqual({ occupied: false });
  });

  it('refuses a page of another site', async () => {
    const socket = new WebSocket(`${club.url.replace('http', 'ws')}/app/${embeddedApp.key}?protocol=7`, {
      origin: 'https://evil.example',
    });
    expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(4009);
  });

  it('refuses a wrong secret', async () => {
    const wrong = libraryOf({ ...club, secret: 'wrong' });
    await expect(wrong.trigger('client', 'x', {})).rejects.toMatchObject({ status: 401 });
  });

  it('closes sockets with 1012 at a restart, after which clients come back and are let in anew', async () => {
    const first = await startClub();
    const { port: PORT } = new URL(first.server.local);
    const { visitor, member } = await signedIn(first);
    const raw = new WebSocket(`${first.url.replace('http', 'ws')}/app/${embeddedApp.key}?protocol=7`);
    const code = new Promise((resolve) => raw.once('close', resolve));
    await once(raw, 'open');
    const client = join(visitor, first.url);
    const channel = await subscribed(client, `private-user.${member.id}`);
    const again = heard(channel, 'pusher:subscription_succeeded');
    expect(await first.server.stop()).toBe(0);
    expect(await code).toBe(1012);
    const second = await startServerProcess({ PORT, DATA_DIR: first.dataDir, DEMO: '1' });
    await again;
    await second.stop();
    await first.stop();
  });
});

describe('two servers', () => {
  it('send members to one service in a third process', async () => {
    const service = await startEndpoint();
    const settings: Environment = {
      PUSHER_APP_ID: testApp.id,
      PUSHER_APP_KEY: testApp.key,
      PUSHER_APP_SECRET: testApp.secret,
      PUSHER_HOST: 'localhost',
      PUSHER_PORT: String(service.port),
      PUSHER_SCHEME: 'http',
    };
    const servers = [await startClub(settings), await startClub(settings)] as const;
    const library = new PusherLibrary({
      appId: testApp.id,
      key: testApp.key,
      secret: testApp.secret,
      host: 'localhost',
      port: String(service.port),
    });
    for (const server of servers) {
      const { visitor, member } = await signedIn(server);
      const browser = join(visitor, server.url, { key: testApp.key, port: service.port });
      const channel = await subscribed(browser, `private-user.${member.id}`);
      const event = heard(channel, 'hello');
      await library.trigger(`private-user.${member.id}`, 'hello', { from: server.url });
      expect(await event).toEqual({ from: server.url });
      const login = await new Visitor(server.url).get('/login');
      expect(login.headers.get('content-security-policy')).toContain(
        `connect-src 'self' ws://localhost:${service.port};`,
      );
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/app/${embeddedApp.key}?protocol=7`);
      expect((await new Promise<Error>((resolve) => socket.once('error', resolve))).message).toContain('302');
    }
    for (const server of servers) await server.stop();
    await service.stop();
  });
});

it('a wrong signature, an old request and one too large are refused over HTTP', async () => {
  const url = `${club.url}/apps/${embeddedApp.id}/events`;
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
  expect((await fetch(url, { method: 'POST', body: 'x'.repeat(400_000) })).status).toBe(413);
  await expect(libraryOf(club).trigger('client', 'x', 'x'.repeat(10_241))).rejects.toMatchObject({ status: 413 });
});
