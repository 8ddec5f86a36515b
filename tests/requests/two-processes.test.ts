import { once } from 'node:events';
import type Pusher from 'pusher-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { embeddedApp } from '../../upstream/contract/realtime';
import { isPostgresReachable, type Place } from '../../upstream/database/templates.testing';
import { heard, subscribed } from '../../upstream/realtime/clients.testing';
import { maxSocketsOfAddress } from '../../upstream/realtime/limits';
import { type Balancer, startBalancer } from '../support/balancer';
import { beginChat, write } from '../support/chats';
import { type Club, startClub } from '../support/club';
import { nginx, startNginx } from '../support/nginx';
import { listen } from '../support/realtime';
import { copyClubOnPostgres } from '../support/snapshot-on-postgres';
import { Visitor } from '../support/visitor';

const skipped = !(await isPostgresReachable()) && process.env.REQUIRE_POSTGRES !== '1';

/** An nginx with the file of the deployment, where there is one. */
const startFront = (...ports: number[]) => (nginx ? startNginx(nginx, ...ports) : startBalancer(...ports));

describe.skipIf(skipped)('two processes on one PostgreSQL', () => {
  let place: Place;
  let one: Club;
  let two: Club;
  let front: Balancer;
  const portOf = ({ url }: { url: string }) => Number(new URL(url).port);

  beforeAll(async () => {
    place = await copyClubOnPostgres();
    const env = { DATABASE_URL: place.config.databaseUrl };
    one = await startClub(env);
    two = await startClub(env);
    front = await startFront(portOf(one), portOf(two));
  }, 300_000);
  afterAll(async () => {
    await front?.close();
    await one?.stop();
    await two?.stop();
    await place?.remove();
  });

  const browsers: Pusher[] = [];
  afterEach(() => {
    for (const browser of browsers.splice(0)) browser.disconnect();
  });

  /** A member whose pages come from both in turn, and whose socket is at one of them, or wherever the front leads. */
  async function open(socketAt: { url: string }) {
    const visitor = new Visitor(front.url);
    const member = await one.member();
    expect((await visitor.signIn(member)).location).toBe('/dashboard');
    const browser = listen(visitor, front.url, { key: 'almende', port: portOf(socketAt) });
    browsers.push(browser);
    const channel = await subscribed(browser, `private-user.${member.id}`);
    return { visitor, member, channel };
  }

  it('have the same sessions, and what happens in one reaches the browsers of both', async () => {
    for (const at of [one, two, front]) {
      const { visitor, member, channel } = await open(at);
      const notification = heard(channel, 'Illuminate\\Notifications\\Events\\BroadcastNotificationCreated');
      const message = heard(channel, 'chat.message');
      const notify = ['notify', member.email, '--title-en', 'A note', '--title-de', 'Ein Hinweis'];
      expect((await one.staff(...notify)).code).toBe(0);
      expect(await notification).toMatchObject({ title: 'A note' });
      const path = await beginChat(visitor);
      expect((await write(visitor, path, 'Is anybody there?')).status).toBe(303);
      const answer = ['chat', 'send', path.split('/')[2] ?? '', '--as', 'office', '--text', 'Yes.'];
      expect((await two.staff(...answer)).code).toBe(0);
      await message;
    }
  }, 120_000);

  it('end the sockets of a session that ended in the other one', async () => {
    for (const at of [one, two]) {
      const { visitor, channel } = await open(at);
      const refused = heard(channel, 'pusher:subscription_error');
      const elsewhere = visitor.at((at === one ? two : one).url);
      await elsewhere.submit(await elsewhere.get('/dashboard'), '/logout');
      expect(await refused).toMatchObject({ type: 'AuthError' });
    }
  }, 120_000);

  it('are updated one after the other while members work: every page answers, and each message is there once', async () => {
    const visitor = new Visitor(front.url);
    expect((await visitor.signIn(await one.member())).location).toBe('/dashboard');
    const path = await beginChat(visitor);
    const written: string[] = [];
    let isUpdating = true;
    const work = (async () => {
      while (isUpdating || written.length < 3) {
        const message = `Message number ${written.length + 1}.`;
        expect((await visitor.get('/dashboard')).status).toBe(200);
        expect((await write(visitor, path, message)).status).toBe(303);
        written.push(message);
        // Members may write 20 messages a minute.
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    })();
    const update = async (club: Club) => {
      await club.restart();
      expect((await new Visitor(club.server.local).get('/login')).status).toBe(200);
    };
    await Promise.all([
      work,
      (async () => {
        await update(two);
        await update(one);
        isUpdating = false;
      })(),
    ]);
    const frame = (await visitor.get(`${path}/messages`)).body;
    for (const message of written) expect([message, frame.split(message).length - 1]).toEqual([message, 1]);
  }, 240_000);

  it.skipIf(!nginx)('have their files of script sent by nginx, as they were compressed', async () => {
    const { body } = await new Visitor(front.url).get('/login');
    const [, href = ''] = /rel="modulepreload" href="(\/assets\/[^"]+\.js)"/.exec(body) ?? [];
    const answer = await fetch(front.url + href, { headers: { 'Accept-Encoding': 'br' } });
    expect([
      answer.status,
      ...['content-type', 'content-encoding', 'cache-control'].map((name) => answer.headers.get(name)),
    ]).toEqual([200, 'application/javascript', 'br', 'public, max-age=31536000, immutable']);
    expect(await answer.text()).toContain('import');
    expect((await fetch(`${front.url}/metrics`)).status).toBe(404);
  });

  it.skipIf(!nginx)('count the sockets of an address that cannot invent others', async () => {
    const url = `${front.url.replace('http', 'ws')}/app/${embeddedApp.key}?protocol=7`;
    const first = (at: number) =>
      new Promise<string>((resolve, reject) => {
        const socket = new WebSocket(url, { headers: { 'X-Forwarded-For': `192.0.2.${at % 250}` } });
        sockets.push(socket);
        socket.once('message', (data) => resolve(JSON.parse(String(data)).event)).once('error', reject);
      });
    const sockets: WebSocket[] = [];
    const events = await Promise.all(Array.from({ length: 2 * maxSocketsOfAddress + 2 }, (_, at) => first(at)));
    for (const socket of sockets) socket.terminate();
    const told = (event: string) => events.filter((one) => one === event).length;
    expect(told('pusher:connection_established')).toBeLessThanOrEqual(2 * maxSocketsOfAddress);
    expect(told('pusher:error')).toBeGreaterThan(0);
  });

  it('let members go on when one is killed', async () => {
    const visitor = new Visitor(front.url);
    expect((await visitor.signIn(await one.member())).location).toBe('/dashboard');
    const ended = once(two.server.process, 'exit');
    two.server.process.kill('SIGKILL');
    await ended;
    for (let page = 0; page < 6; page++) expect((await visitor.get('/dashboard')).status).toBe(200);
    await two.restart();
    expect((await visitor.get('/dashboard')).status).toBe(200);
  }, 120_000);
});
