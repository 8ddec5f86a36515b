import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../upstream/members/members.tables';
import { type Club, startClub } from '../support/club';
import { textsIn } from '../support/texts';
import { startTracker, type Tracker } from '../support/tracker';
import { readableText, Visitor } from '../support/visitor';

const t = textsIn('en');
let tracker: Tracker;
let club: Club;
beforeAll(async () => {
  tracker = await startTracker();
  club = await startClub({ TRACKER_URL: tracker.url });
}, 120_000);
afterAll(async () => {
  await club.stop();
  await tracker.close();
});
afterEach(() => {
  tracker.visits.splice(0);
  tracker.answer('well');
});

async function signedIn() {
  const member = await club.member();
  const visitor = new Visitor(club.url);
  await visitor.signIn(member);
  return { visitor, member };
}

const decide = async (visitor: Visitor, intent: 'give' | 'withdraw') =>
  visitor.submit(await visitor.get('/settings/privacy'), 'tracking', { intent });

/** Posts as script does on a page. */
const tell = (visitor: Visitor, page = '/dashboard', headers: Record<string, string> = {}) =>
  visitor.post('/tracking', {}, { Origin: club.url, Referer: club.url + page, 'X-Background': '1', ...headers });

const findConsent = async ({ id }: { id: number }) =>
  (await club.db.select({ at: users.trackingConsentAt }).from(users).where(eq(users.id, id)))[0]?.at ?? null;

describe('the consent', () => {
  it('is given and taken back by a form', async () => {
    const { visitor, member } = await signedIn();
    const before = await visitor.get('/settings/privacy');
    expect(readableText(before)).toContain(t('privacy.tracking.off'));
    expect(readableText(before)).toContain('127.0.0.1');
    const answer = await decide(visitor, 'give');
    expect([answer.status, answer.location]).toEqual([303, '/settings/privacy']);
    const given = await visitor.follow(answer);
    expect(readableText(given)).toContain(t('privacy.tracking.given'));
    expect(given.body).toMatch(/<time dateTime="20\d\d-/i);
    expect(await findConsent(member)).not.toBeNull();
    const withdrawn = await visitor.follow(await decide(visitor, 'withdraw'));
    expect(readableText(withdrawn)).toContain(t('privacy.tracking.withdrawn'));
    expect(await findConsent(member)).toBeNull();
  });

  it('is not given by anything but the form', async () => {
    const { visitor, member } = await signedIn();
    const page = await visitor.get('/settings/privacy');
    expect((await visitor.submit(page, 'tracking', { intent: 'perhaps' })).status).toBe(422);
    expect((await visitor.submit(page, 'tracking')).status).toBe(422);
    expect((await visitor.post('/settings/privacy', { intent: 'give' })).status).toBe(403);
    expect(
      (await visitor.post('/settings/privacy', { intent: 'give' }, { Origin: 'https://evil.example' })).status,
    ).toBe(403);
    expect(await findConsent(member)).toBeNull();
    expect((await new Visitor(club.url).post('/settings/privacy', { intent: 'give' })).status).toBe(303);
  });
});

describe('the tracker', () => {
  it('hears of nobody without consent, with it of four facts, and of nobody after it', async () => {
    const { visitor, member } = await signedIn();
    expect((await tell(visitor)).status).toBe(204);
    expect(tracker.visits).toEqual([]);
    await decide(visitor, 'give');
    expect((await tell(visitor)).status).toBe(204);
    const ip_address = visitor.headers['X-Forwarded-For'];
    const body = { id: member.id, username: member.name, email: member.email, ip_address };
    expect(tracker.visits).toEqual([{ method: 'POST', path: '/visits', body }]);
    await decide(visitor, 'withdraw');
    expect((await tell(visitor)).status).toBe(204);
    expect(tracker.visits).toHaveLength(1);
  });

  it('hears of no page by itself: only script asks for it', async () => {
    const { visitor } = await signedIn();
    await decide(visitor, 'give');
    for (const path of ['/dashboard', '/support/tickets', '/settings/privacy', '/financial']) await visitor.get(path);
    expect(tracker.visits).toEqual([]);
  });

  it.each(['/financial', '/financial/orders', '/settings/address', '/login', '/lock', '/'])(
    'never hears of %s',
    async (page) => {
      const { visitor } = await signedIn();
      await decide(visitor, 'give');
      expect((await tell(visitor, page)).status).toBe(204);
      expect(tracker.visits).toEqual([]);
    },
  );

  it('never hears of a page that does not say which it is, of a guest, or of a forged request', async () => {
    const { visitor } = await signedIn();
    await decide(visitor, 'give');
    expect((await visitor.post('/tracking', {}, { Origin: club.url })).status).toBe(204);
    expect((await tell(visitor, '/dashboard', { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await visitor.post('/tracking', {}, { Referer: `${club.url}/dashboard` })).status).toBe(403);
    expect((await tell(new Visitor(club.url))).status).toBe(303);
    expect((await visitor.get('/tracking')).location).toBe('/dashboard');
    expect(tracker.visits).toEqual([]);
  });

  it('is waited for 3000 ms and no longer, while pages are as fast as ever', async () => {
    const { visitor } = await signedIn();
    await decide(visitor, 'give');
    tracker.answer('never');
    const start = performance.now();
    const waiting = tell(visitor);
    const page = await visitor.get('/dashboard');
    expect(page.status).toBe(200);
    const pageTook = performance.now() - start;
    expect((await waiting).status).toBe(204);
    const took = performance.now() - start;
    expect(took).toBeGreaterThanOrEqual(2900);
    expect(pageTook).toBeLessThan(took);
    await expect.poll(() => club.server.log()).toContain('tracker not told');
    expect(club.server.log()).not.toContain(tracker.url);
  });

  it('leads a visit nowhere else', async () => {
    const elsewhere = await startTracker();
    try {
      const { visitor } = await signedIn();
      await decide(visitor, 'give');
      tracker.answer({ redirectTo: elsewhere.url });
      expect((await tell(visitor)).status).toBe(204);
      expect(tracker.visits).toHaveLength(1);
      expect(elsewhere.visits).toEqual([]);
    } finally {
      await elsewhere.close();
    }
  });

  it('is in no policy and no page: the browser never speaks to it', async () => {
    const { visitor } = await signedIn();
    await decide(visitor, 'give');
    const { headers, body } = await visitor.get('/dashboard');
    const { host } = new URL(tracker.url);
    expect(headers.get('content-security-policy')).toContain("connect-src 'self' ws");
    expect(headers.get('content-security-policy')).not.toContain(host);
    expect(body).not.toContain(host);
  });
});

it('without a tracker there is nothing to consent to', async () => {
  const plain = await startClub();
  try {
    const visitor = new Visitor(plain.url);
    await visitor.signIn(await plain.member());
    const page = await visitor.get('/settings/privacy');
    expect(page.status).toBe(200);
    expect(page.body).not.toContain('id="tracking"');
    const answer = await visitor.post('/settings/privacy', { intent: 'give' }, { Origin: plain.url });
    expect(answer.status).toBe(404);
    const told = await visitor.post('/tracking', {}, { Origin: plain.url, Referer: `${plain.url}/dashboard` });
    expect(told.status).toBe(204);
  } finally {
    await plain.stop();
  }
});
