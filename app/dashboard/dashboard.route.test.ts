import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openSession, sealSession } from '../platform/request/session.server';
import { loader } from './dashboard.route';

const user = {
  id: 7,
  name: 'anna',
  email: 'anna@example.org',
  language: 'en',
  ip_address: null,
  timezone: 'Europe/Berlin',
  address: { firstname: 'Anna', lastname: 'Kessler' },
  firstline: 24,
  permissions: ['affiliate.view', 'news.view'],
  nft: { address: null },
  address_is_filled: true,
  email_verified: false,
  google2fa_enabled_at: null,
  instruction_state: { register_intro_closed: true },
};

const json = (body: unknown, status = 200) => Response.json(body, { status });
const post = {
  ...{ id: 7, vanity_url: 'first-frost', title: 'First frost', language: 'de', published_at: '2026-11-20T09:00:00Z' },
  ...{ teaser: 'It is cold.', image: null, category: 'club', translations: [], status: 'published' },
  ...{ updated_at: '2026-11-20T09:00:00Z', is_pinned: false, is_read: false, reading_minutes: 1 },
};

async function load(posts: () => Response | Promise<Response>, changes: object = {}) {
  const session = await openSession(new Request('http://localhost/'));
  session.set('token', { access_token: 't', expires_in: 3600, session_start: Date.now() });
  session.set('user', { id: 7, name: 'Anna', email: user.email, has_password: true });
  const cookie = (await sealSession(session)).split(';')[0] ?? '';
  const upstream = {
    fetch: () => Promise.reject(new Error('wrote')),
    read: async (url: string) =>
      new URL(url).pathname === '/api/news/posts' ? posts() : json({ user: { ...user, ...changes } }),
  };
  const request = new Request('http://localhost/dashboard', { headers: { cookie } });
  return loader({ request, context: { upstream }, params: {} });
}

const card = (page: Awaited<ReturnType<typeof load>>, name: string) =>
  page.cards.find((one) => one.name === name)?.result;

describe('the dashboard', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00Z') });
    return () => vi.useRealTimers();
  });

  it('greets, reminds, and has a card of each module', async () => {
    const page = await load(() =>
      json({
        data: [post, { ...post, id: 5, language: 'en', is_read: true }],
        ...{ current_page: 1, last_page: 4, per_page: 2, from: 1, to: 2, total: 7, links: [] },
        ...{ path: '', first_page_url: '', last_page_url: '', next_page_url: null, prev_page_url: null },
      }),
    );
    expect(page).toMatchObject({ greeting: 'morning', firstname: 'Anna', reminders: { email: true, address: false } });
    expect(page.hidden).toEqual(['register_intro']);
    expect(card(page, 'team')).toEqual({ ok: true, data: { firstline: 24 } });
    const shown = { vanity_url: 'first-frost', title: 'First frost' };
    const posts = [
      { ...shown, id: 7, isRead: false, other: 'de' },
      { ...shown, id: 5, isRead: true, other: null },
    ];
    expect(card(page, 'news')).toEqual({ ok: true, data: { posts } });
  });

  it.each([
    ['fails', () => json({ message: 'Server Error' }, 500)],
    ['answers HTML', () => new Response('<h1>Oops</h1>')],
    ['breaks the contract', () => json({ data: [{ id: 1 }] })],
    ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
  ])('stands while a module %s', async (_, posts) => {
    const page = await load(posts);
    expect(card(page, 'news')).toEqual({ ok: false });
    expect(card(page, 'team')).toMatchObject({ ok: true });
  });

  it('leads to the lock page when the token was revoked meanwhile', async () => {
    const thrown = await load(() => json({ message: 'Unauthenticated.' }, 401)).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(Response);
  });

  it('has no card of a module without its permission', async () => {
    const page = await load(() => json({ data: [] }), { permissions: [] });
    expect(page.cards).toEqual([]);
  });
});
