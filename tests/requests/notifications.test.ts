import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidV7 } from '../../upstream/database/uuid-v7';
import { notifications } from '../../upstream/notifications/notifications.tables';
import { type Club, sharedClub } from '../support/club';
import { answerWith, type ForeignUpstream, startForeignUpstream } from '../support/foreign-upstream';
import { tellMember } from '../support/notifications';
import { type ServerProcess, startServerProcess } from '../support/server-process';
import { textsIn } from '../support/texts';
import { type Page, readableText, Visitor } from '../support/visitor';

const t = textsIn('en');
let club: Club;
beforeAll(async () => {
  club = await sharedClub();
}, 120_000);

async function openMember(told: Parameters<typeof tellMember>[2] = {}, url = club.url) {
  const member = await club.member();
  await tellMember(club, member, told);
  const visitor = new Visitor(url);
  await visitor.signIn(member);
  const listUnread = async () => {
    const own = and(eq(notifications.userId, member.id), isNull(notifications.readAt));
    return (await club.db.select({ id: notifications.id }).from(notifications).where(own)).map(({ id }) => id);
  };
  return {
    member,
    visitor,
    listUnread,
    unread: async () => (await listUnread()).length,
  };
}

const csrfOf = ({ body }: Page) => /name="csrf" value="([^"]*)"/.exec(body)?.[1] ?? '';

describe('a post to the list of notifications', () => {
  it('marks one and leads back to the pages that were shown', async () => {
    const { visitor, listUnread, unread } = await openMember({ unread: 17, read: 17 });
    const path = '/notifications?unread=2';
    const page = await visitor.get(path);
    const [id = ''] = await listUnread();
    const answer = await visitor.post(path, { csrf: csrfOf(page), intent: 'read', id });
    expect([answer.status, answer.location]).toEqual([303, path]);
    expect(await unread()).toBe(16);
    expect(readableText(await visitor.follow(answer))).toContain(t('notifications.marked.read'));
  });

  it('about a notification of somebody else, or of nobody, is answered 404 and changes nothing', async () => {
    const noa = await openMember({ unread: 1 });
    const { visitor } = await openMember();
    const page = await visitor.get('/notifications');
    const [id = ''] = await noa.listUnread();
    for (const foreign of [id, uuidV7(new Date()), '../unread', 'x'.repeat(64)]) {
      for (const intent of ['read', 'unread']) {
        const answer = await visitor.post('/notifications', { csrf: csrfOf(page), intent, id: foreign });
        expect([foreign, answer.status]).toEqual([foreign, 404]);
        expect(readableText(answer)).toContain(t('problem.not_found.title'));
      }
    }
    expect(await noa.unread()).toBe(1);
  });

  it.each([
    [{ intent: 'mark_all' }, 422],
    [{ intent: 'mark_all', before: 'yesterday' }, 422],
    [{ intent: 'read' }, 422],
    [{ intent: 'delete', id: '1' }, 422],
    [{ intent: 'read', id: '1', user_id: '2' }, 422],
    [{ csrf: 'forged', intent: 'mark_all', before: '2099-01-01T00:00:00Z' }, 403],
  ])('that says %j is answered %i and changes nothing', async (fields, status) => {
    const { visitor, unread } = await openMember({ unread: 2 });
    const page = await visitor.get('/notifications');
    const answer = await visitor.post('/notifications', { csrf: csrfOf(page), ...fields } as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(await unread()).toBe(2);
  });

  it('of a locked session comes back after unlocking, with nothing marked', async () => {
    const { visitor, member, unread } = await openMember({ unread: 2 });
    const page = await visitor.get('/notifications');
    const lock = await visitor.get('/lock');
    await visitor.post('/lock', { csrf: csrfOf(lock), intent: 'lock' });
    const answer = await visitor.post('/notifications', {
      csrf: csrfOf(page),
      intent: 'mark_all',
      before: new Date(club.clock.now()).toISOString(),
    });
    expect(answer.status).toBe(401);
    const unlocked = await visitor.follow(await visitor.submit(answer, 'lock', { password: member.password }));
    expect(unlocked.status).toBe(200);
    expect(await unread()).toBe(2);
  });
});

describe('the address of the list', () => {
  it.each([
    ['/notifications?unread=9', '/notifications?unread=2'],
    ['/notifications?read=10', '/notifications?read=2'],
  ])('%s leads to the last page, %s', async (path, location) => {
    const { visitor } = await openMember({ unread: 17, read: 17 });
    const answer = await visitor.get(path);
    expect([answer.status, answer.location]).toEqual([302, location]);
  });

  it.each(['?unread=0', '?unread=-1', '?unread=a', '?unread=99999999999999999999'])(
    'with %s shows the first page',
    async (query) => {
      const { visitor } = await openMember({ unread: 17 });
      const answer = await visitor.get(`/notifications${query}`);
      expect(answer.status).toBe(200);
      expect(readableText(answer)).toContain(t('ui.pages.range', { from: 1, to: 15, total: 17 }));
    },
  );
});

describe('what script asks for beside the page', () => {
  const paths = ['/notifications/unread?page=1', '/notifications/read', '/header/counters'];

  it('is JSON that nobody keeps', async () => {
    const { visitor } = await openMember({ unread: 17, read: 1 });
    const counters = await visitor.get('/header/counters');
    expect(JSON.parse(counters.body)).toEqual({
      notifications: { unread: 17, read: 1 },
      chat: { unread: 0, conversation: null },
      ticket: null,
      news: { unread: 0 },
    });
    const list = JSON.parse((await visitor.get('/notifications/unread?page=1')).body);
    expect(list).toMatchObject({ current_page: 1, total: 17, to: 15, next_page_url: '/notifications/unread?page=2' });
    expect(Date.parse(list.at)).toBeLessThanOrEqual(club.clock.now());
    for (const path of paths) {
      const { headers } = await visitor.get(path);
      expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['application/json', 'no-store']);
    }
    expect((await visitor.get('/notifications/all')).status).toBe(404);
    expect((await visitor.post('/notifications/unread', {})).status).toBe(405);
  });

  it('is a plain 401 for whoever is not signed in, and no page to come back to', async () => {
    const member = await club.member();
    for (const path of paths) {
      const visitor = new Visitor(club.url);
      const answer = await visitor.get(path);
      expect([answer.status, answer.location, answer.headers.get('set-cookie')]).toEqual([401, null, null]);
      expect((await visitor.signIn(member)).location).toBe('/dashboard');
    }
  });
});

describe('a foreign upstream', () => {
  let upstream: ForeignUpstream;
  let web: ServerProcess;
  beforeAll(async () => {
    upstream = await startForeignUpstream(club.url);
    web = await startServerProcess({ UPSTREAM_URL: upstream.url, SESSION_SECRET: club.secret });
  }, 120_000);
  afterAll(async () => {
    await web.stop();
    await upstream.close();
  });

  it('may answer with API Resources, other icons, and links to elsewhere', async () => {
    const path = `${upstream.url}/api/user/notifications/unread`;
    const item = {
      id: '9f0c1d7e-0000-4000-8000-000000000001',
      type: 'App\\Notifications\\Paid',
      notifiable_type: 'App\\Models\\User',
      notifiable_id: 1,
      data: {
        title: 'Paid & booked',
        description: 'Thanks.',
        class: 'fa fa-coins',
        status: 'success',
        url: 'https://evil.example/',
      },
      read_at: null,
      created_at: '2026-11-20T09:41:00.000000Z',
      updated_at: '2026-11-20T09:41:00.000000Z',
    };
    const links = { first: `${path}?page=1`, last: `${path}?page=2`, prev: null, next: `${path}?page=2` };
    const meta = { current_page: 1, from: 1, last_page: 2, links: [], path, per_page: 1, to: 1, total: 2 };
    upstream.override('GET /user/notifications/unread', answerWith(200, { data: [item], links, meta }));
    const { visitor } = await openMember({}, web.url);
    const page = await visitor.get('/notifications');
    expect(page.status).toBe(200);
    const text = readableText(page);
    expect(text).toContain('Paid &amp; booked');
    expect(text).toContain(t('ui.pages.range', { from: 1, to: 1, total: 2 }));
    expect(page.body).toContain('data-status="primary"');
    expect(page.body).not.toContain('evil.example');
    upstream.override('GET /user/notifications/unread', null);
  });

  it.each([
    [500, '/notifications', 500],
    [503, '/notifications', 503],
    [404, '/notifications', 404],
    [500, '/notifications/unread', 500],
  ])('that answers %i makes %s answer %i', async (status, path, shown) => {
    upstream.override('GET /user/notifications/unread', answerWith(status, { message: 'Server Error' }));
    const { visitor } = await openMember({}, web.url);
    expect((await visitor.get(path)).status).toBe(shown);
    upstream.override('GET /user/notifications/unread', null);
  });

  it('without a block for them has no bell', async () => {
    const { visitor } = await openMember({}, web.url);
    expect((await visitor.get('/dashboard')).body).toContain('href="/notifications"');
    const member = await club.member();
    const headers = { 'content-type': 'application/json' };
    const login = await fetch(`${club.url}/api/auth/login`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: member.email, password: member.password }),
    });
    const { user } = (await login.json()) as { user: object };
    upstream.override('GET /user/header', answerWith(200, { user }));
    expect((await visitor.get('/dashboard')).body).not.toContain('href="/notifications"');
    upstream.override('GET /user/header', null);
  });
});
