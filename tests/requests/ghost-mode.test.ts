import type { RouteConfig } from '@hono/zod-openapi';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAppointment } from '../../upstream/appointments/appointments.testing';
import { contract } from '../../upstream/contract/contract';
import type { Deps } from '../../upstream/deps';
import { ghostRequests } from '../../upstream/identity/ghost/ghost.tables';
import { allowed, allowedInWriting } from '../../upstream/identity/ghost/ghost-rights';
import { type Club, startClub } from '../support/club';
import { ghostPath } from '../support/ghost';
import type { Member } from '../support/members';
import { askToEnter, signedIn } from '../support/realtime';
import { type Page, readableText, Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await startClub({ LOG_LEVEL: 'info' });
}, 120_000);
afterAll(() => club.stop());

async function enter(member: Pick<Member, 'email'>, visitor = new Visitor(club.url)): Promise<[Visitor, Page]> {
  const page = await visitor.get(await ghostPath(club, member));
  const answer = await visitor.submit(page, page.path);
  expect([answer.status, answer.location]).toEqual([303, '/dashboard']);
  return [visitor, await visitor.follow(answer)];
}

describe('the page of a link', () => {
  it('changes nothing, loads nothing from elsewhere, and its address is not logged', async () => {
    const member = await club.member();
    const path = await ghostPath(club, member);
    const visitor = new Visitor(club.url);
    for (const _ of [1, 2]) expect((await visitor.get(path)).status).toBe(200);
    const page = await visitor.get(path, { 'Sec-Purpose': 'prefetch' });
    expect(page.body).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    expect((await visitor.submit(page, page.path)).status).toBe(303);
    const token = new URL(path, club.url).searchParams.get('token') ?? '';
    expect(club.server.log()).toContain('/enter-ghost-mode');
    expect(club.server.log()).not.toContain(token);
  });

  it.each([
    ['is made up', async () => '/enter-ghost-mode?token=made-up', 404],
    ['is endless', async () => `/enter-ghost-mode?token=${'x'.repeat(2000)}`, 404],
    ['is not there', async () => '/enter-ghost-mode', 200],
    [
      'is 60 seconds old',
      async () => {
        const path = await ghostPath(club, await club.member());
        await club.clock.advance(60);
        return path;
      },
      404,
    ],
  ])('has no button when the token %s', async (_, path, status) => {
    const page = await new Visitor(club.url).get(await path());
    expect(page.status).toBe(status);
    expect(page.body).not.toContain('name="token"');
  });

  it('says so when the link is over by the time the button is pressed', async () => {
    const path = await ghostPath(club, await club.member());
    const visitor = new Visitor(club.url);
    const page = await visitor.get(path);
    await club.clock.advance(60);
    const late = await visitor.submit(page, path);
    expect(late.status).toBe(422);
    expect(readableText(late)).toContain('This link is no longer valid');
  });

  it('is refused to whoever is in ghost mode already', async () => {
    const [ghost] = await enter(await club.member());
    const path = await ghostPath(club, await club.member());
    expect((await ghost.get(path)).status).toBe(403);
    const fresh = await new Visitor(club.url).get(path);
    expect(fresh.status).toBe(200);
    const csrf = /name="csrf" value="([^"]*)"/.exec((await ghost.get('/dashboard')).body)?.[1] ?? '';
    const token = new URL(path, club.url).searchParams.get('token') ?? '';
    expect((await ghost.post(path, { csrf, token })).status).toBe(403);
    expect((await new Visitor(club.url).get(path)).status).toBe(200);
  });
});

describe('staff in a member’s area', () => {
  it('have the banner on every page, also on those of trouble', async () => {
    const member = await club.member({ firstname: 'Ottilie', language: 'de' });
    const [ghost, dashboard] = await enter(member);
    expect(dashboard.body).toContain('lang="en"');
    const notThere = await ghost.get('/notfound');
    for (const page of [dashboard, notThere, await ghost.get('/term-updates'), await ghost.get('/error500')]) {
      expect(readableText(page), page.path).toContain('Greta Holm is looking at the account of Ottilie Feld.');
      expect(page.body).toContain('action="/leave-ghost-mode"');
    }
  });

  it('never see the lock page with the member’s address: locking is leaving, and so is logging out', async () => {
    for (const [path, fields] of [
      ['/lock', { intent: 'lock' }],
      ['/logout', {}],
      ['/leave-ghost-mode', {}],
    ] as const) {
      const [ghost, page] = await enter(await club.member());
      const csrf = /name="csrf" value="([^"]*)"/.exec(page.body)?.[1] ?? '';
      const login = await ghost.follow(await ghost.post(path, { csrf, ...fields }));
      expect(login.path).toBe('/login');
      expect(readableText(login)).toContain('You have left ghost mode.');
      expect((await ghost.follow(await ghost.get('/lock'))).path).toBe('/login');
    }
  });

  it('have half an hour, whatever they do: nothing is refreshed, and a late form leads to the log-in', async () => {
    const [ghost, page] = await enter(await club.member());
    await club.clock.advance(29 * 60 + 30);
    expect((await ghost.get('/dashboard')).status).toBe(200);
    const csrf = /name="csrf" value="([^"]*)"/.exec(page.body)?.[1] ?? '';
    expect((await ghost.post('/stay-signed-in.data', { csrf })).status).toBe(200);
    await club.clock.advance(60);
    const late = await ghost.post('/instructions', { csrf, id: 'register_intro', intent: 'close' });
    expect([late.status, late.location]).toEqual([303, '/login']);
    expect(readableText(await ghost.follow(late))).toContain('Ghost mode has ended');
  });

  it('hear nothing live, and nobody is told that they tried', async () => {
    const member = await club.member();
    const [ghost] = await enter(member);
    const answer = await askToEnter(ghost, club.url, `private-user.${member.id}`);
    expect([answer.status, answer.body]).toEqual([403, '{"message":""}']);
    const rows = await club.db.select().from(ghostRequests).where(eq(ghostRequests.userId, member.id));
    expect(rows.map(({ outcome }) => outcome)).not.toContain('refused');
  });

  it('see a ticket, and keep none on their phone', async () => {
    const { visitor, member } = await signedIn(club);
    const label = await anAppointment({ db: club.db as unknown as Deps['db'] }, new Date(club.clock.now()));
    await visitor.submit(await visitor.get(`/appointment/register-ticket/${label}`), 'register-ticket', {});
    const path = `/appointment/ticket/${label}`;
    expect((await visitor.get(`${path}/kept`)).status).toBe(200);
    const [ghost] = await enter(member);
    expect([(await ghost.get(path)).status, (await ghost.get(`${path}/kept`)).status]).toEqual([200, 404]);
  });

  it('are written down by the path that they asked for, whatever their headers say', async () => {
    const member = await club.member();
    const [ghost, dashboard] = await enter(member);
    const csrf = /name="csrf" value="([^"]*)"/.exec(dashboard.body)?.[1] ?? '';
    const forged = { 'X-Background': '1', 'X-Page': '/posts', Referer: `${club.url}/posts` };
    await ghost.get('/settings/devices?page=1', forged);
    await ghost.get('/settings/api-token.data', forged);
    await ghost.get('/header/counters', forged);
    await ghost.post('/settings/address', { csrf, firstname: '' }, forged);
    const ofMember = eq(ghostRequests.userId, member.id);
    const rows = await club.db.select().from(ghostRequests).where(ofMember).orderBy(asc(ghostRequests.id));
    expect([...new Set(rows.map(({ page }) => page))]).toEqual([
      '/dashboard',
      '/settings/devices',
      '/settings/api-token',
      '/header/counters',
      '/settings/address',
    ]);
  });
});

describe('called past the web app, with the ghost’s token', () => {
  const calls = Object.values(contract).flatMap((module) => Object.values(module) as RouteConfig[]);

  it.each([[[] as string[]], [['--write']]])('every call of the contract is as the list says: %j', async (more) => {
    const link = new URL(await ghostPath(club, await club.member(), ...more), club.url).searchParams.get('token');
    const send = (method: string, path: string, token?: string, body?: unknown) =>
      fetch(`${club.url}/api${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    const entered = await (await send('POST', '/ghost/enter', undefined, { token: link })).json();
    const token = entered.token.access_token;
    const passing = new Set([...Object.keys(allowed), ...(more.length > 0 ? Object.keys(allowedInWriting) : [])]);
    const wrong: string[] = [];
    for (const { method, path } of calls) {
      const name = `${method.toUpperCase()} ${path}`;
      // These two calls would end ghost mode.
      if (method === 'get' || name === 'POST /ghost/leave' || name === 'POST /auth/logout') continue;
      const answer = await send(method.toUpperCase(), path.replace(/\{\w+\}/g, 'tour'), token, {});
      const { code } = await answer.json().catch(() => ({}));
      if ((code === 'forbidden_in_ghost_mode') === passing.has(name)) wrong.push(`${name}: ${answer.status} ${code}`);
    }
    expect(wrong).toEqual([]);
    expect((await send('GET', '/user/header', token)).status).toBe(200);
    expect((await send('POST', '/ghost/leave', token)).status).toBe(204);
    expect((await send('GET', '/user/header', token)).status).toBe(401);
  });
});

describe('the member', () => {
  it('sees the calls that staff make past the pages for what they are', async () => {
    const member = await club.member();
    const token = new URL(await ghostPath(club, member), club.url).searchParams.get('token');
    const headers = { 'content-type': 'application/json', 'x-page': '/dashboard', referer: `${club.url}/dashboard` };
    const body = JSON.stringify({ token });
    const entered = await fetch(`${club.url}/api/ghost/enter`, { method: 'POST', headers, body });
    const authorization = `Bearer ${(await entered.json()).token.access_token}`;
    for (const path of ['/user/api-tokens', '/user/address']) {
      const answer = await fetch(`${club.url}/api${path}`, { headers: { ...headers, authorization } });
      expect(answer.status).toBe(200);
    }
    const own = new Visitor(club.url);
    await own.signIn(member);
    const [, list = ''] = /<ol class="timeline">(.*?)<\/ol>/s.exec((await own.get('/settings/privacy')).body) ?? [];
    expect(list).toContain('Data read: /user/api-tokens<');
    expect(list).toContain('Data read: /user/address<');
    expect(list).not.toContain('/dashboard');
  });

  it('ends only what is theirs, and nothing comes of it twice', async () => {
    const [mira, ole] = [await club.member(), await club.member()];
    const [ghost] = await enter(mira);
    const [own, stranger] = [new Visitor(club.url), new Visitor(club.url)];
    await own.signIn(mira);
    await stranger.signIn(ole);
    const page = await own.get('/settings/privacy');
    const id = /name="id" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const csrf = /name="csrf" value="([^"]*)"/.exec((await stranger.get('/settings/privacy')).body)?.[1] ?? '';
    expect((await stranger.post('/settings/privacy/ghost-access', { csrf, id })).status).toBe(404);
    const before = await own.get('/settings/privacy');
    expect((await own.submit(page, '/ghost-access')).location).toBe(`/settings/privacy?access=${id}`);
    expect((await own.submit(before, '/ghost-access')).status).toBe(303);
    expect((await ghost.get('/dashboard')).location).toBe('/login');
  });
});
