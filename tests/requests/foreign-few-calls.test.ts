import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Club, sharedClub } from '../support/club';
import { type ForeignUpstream, startForeignUpstream } from '../support/foreign-upstream';
import { type ServerProcess, startServerProcess } from '../support/server-process';
import { textsIn } from '../support/texts';
import { readableText, Visitor } from '../support/visitor';

const t = textsIn('en');
const secret = 'q8Zr3Wm5tYx7Kc1Vb9Nd2Hf4Lg6Js0Pa';

let club: Club;
let upstream: ForeignUpstream;
let web: ServerProcess;
beforeAll(async () => {
  club = await sharedClub();
  upstream = await startForeignUpstream(club.url);
  upstream.only(['POST /auth/login', 'POST /auth/logout', 'GET /user/header']);
  web = await startServerProcess({ UPSTREAM_URL: upstream.url, SESSION_SECRET: secret, LOG_LEVEL: 'info' });
}, 120_000);
afterAll(async () => {
  await web.stop();
  await upstream.close();
});

it('a back end of three calls has a login that ends on a page, and offers only what it has', async () => {
  const visitor = new Visitor(web.url);
  const login = await visitor.signIn(await club.member());
  expect([login.status, login.location]).toEqual([303, '/dashboard']);
  const ways = ['/dashboard'];
  let page = await visitor.get('/dashboard');
  while (page.location) {
    ways.push(page.location);
    page = await visitor.get(page.location);
  }
  expect(ways).toEqual(['/dashboard', '/posts', '/settings', '/settings/address', '/settings/account']);
  expect(page.status).toBe(200);
  expect(page.body).not.toContain('href="/financial"');
  expect(page.body).not.toContain('href="/posts"');

  const missing = await visitor.get('/financial');
  expect(missing.status).toBe(501);
  expect(readableText(missing)).toContain(t('problem.unavailable.title'));
  const chat = await visitor.get('/chat');
  expect([chat.status, readableText(chat).includes(t('problem.unavailable.title'))]).toEqual([501, true]);
  expect(web.log()).toMatch(/"call":"GET \/wallet","status":404.*upstream does not have this call/);
  expect((await visitor.submit(page, '/logout')).location).toBe('/login');
});
