import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Club, startClub } from '../support/club';
import { type Page, Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 60_000);
afterAll(() => club.stop());

const lockOf = (path: string) => `/lock?${new URLSearchParams({ return_to: path })}`;
const csrfOf = ({ body }: Page) => /name="csrf" value="([^"]*)"/.exec(body)?.[1] ?? '';
const LENA = { firstname: 'Lena' };

async function signedIn(twoFactor = false) {
  const member = await club.member({ ...LENA, twoFactor });
  const visitor = new Visitor(club.url);
  const page = await visitor.follow(await visitor.signIn(member));
  if (twoFactor) await visitor.submit(page, 'two-factor', { one_time_password: await member.code() });
  return { member, visitor };
}

describe('each tab of a browser', () => {
  it('returns to its own page, and the others follow the one that unlocks', async () => {
    const { member, visitor } = await signedIn();
    await club.clock.advance(3601);
    const one = await visitor.get('/settings/devices');
    const two = await visitor.get('/settings/privacy?x=1');
    expect([one.location, two.location]).toEqual([lockOf('/settings/devices'), lockOf('/settings/privacy?x=1')]);
    const lock = await visitor.follow(one);
    const wrong = await visitor.submit(lock, '/lock', { intent: 'unlock', password: 'a guess' });
    expect(wrong.status).toBe(422);
    const unlocked = await visitor.submit(wrong, '/lock', { intent: 'unlock', password: member.password });
    expect([unlocked.status, unlocked.location]).toEqual([303, '/settings/devices']);
    const other = await visitor.get(two.location ?? '');
    expect([other.status, other.location]).toEqual([302, '/settings/privacy?x=1']);
  });

  it('keeps its page through the second factor', async () => {
    const { member, visitor } = await signedIn(true);
    await club.clock.advance(3601);
    const lock = await visitor.follow(await visitor.get('/settings/devices'));
    await visitor.get('/settings/privacy');
    const step = await visitor.submit(lock, '/lock', { intent: 'unlock', password: member.password });
    const opened = await visitor.submit(step, '/lock', { intent: 'challenge', one_time_password: await member.code() });
    expect([opened.status, opened.location]).toEqual([303, '/settings/devices']);
  });
});

describe('locking', () => {
  it('on a page leads back to that page', async () => {
    const { member, visitor } = await signedIn();
    const form = await visitor.get('/financial/action/make-deposit?amount=77.00');
    const locked = await visitor.submit(form, '/lock', { intent: 'lock' });
    expect(locked.location).toBe(lockOf('/financial/action/make-deposit?amount=77.00'));
    const lock = await visitor.follow(locked);
    const unlocked = await visitor.submit(lock, '/lock', { intent: 'unlock', password: member.password });
    expect(unlocked.location).toBe('/financial/action/make-deposit?amount=77.00');
  });

  it('on a page with a long address locks', async () => {
    const { visitor } = await signedIn();
    const page = await visitor.get(`/settings/devices?${'x'.repeat(1100)}`);
    expect((await visitor.submit(page, '/lock', { intent: 'lock' })).location).toBe('/lock');
    expect((await visitor.get('/settings/privacy')).location).toBe(lockOf('/settings/privacy'));
  });

  it('shows another member who signs in nothing of the locked page', async () => {
    const { member, visitor } = await signedIn();
    const other = await club.member();
    const lock = async () => {
      const page = await visitor.get('/settings/devices?q=mine');
      await visitor.submit(page, '/lock', { intent: 'lock' });
    };
    await lock();
    expect((await visitor.signIn(member)).location).toBe('/settings/devices?q=mine');
    await lock();
    expect((await visitor.signIn(other)).location).toBe('/dashboard');
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/lock', '/login'])(
    'never leads to %s',
    async (path) => {
      const { member, visitor } = await signedIn();
      expect((await visitor.get(lockOf(path))).status).toBe(200);
      const page = await visitor.get('/settings/devices');
      expect((await visitor.submit(page, '/lock', { intent: 'lock', return_to: path })).location).toBe('/lock');
      const lock = await visitor.get(lockOf(path));
      const unlocked = await visitor.submit(lock, '/lock', { intent: 'unlock', password: member.password });
      expect(unlocked.location).toBe('/dashboard');
    },
  );
});

describe('the language of the header', () => {
  it('is saved for a signed-in member, on a page with a form too', async () => {
    const { member, visitor } = await signedIn();
    const languageIn = async () => {
      const other = new Visitor(club.url);
      return /<html lang="(..)"/.exec((await other.follow(await other.signIn(member))).body)?.[1];
    };
    expect(await languageIn()).toBe('en');
    const page = await visitor.get('/settings/devices');
    const switched = await visitor.post('/language', { csrf: csrfOf(page), language: 'de', return_to: '/dashboard' });
    expect([switched.status, switched.location]).toEqual([303, '/dashboard']);
    expect(await languageIn()).toBe('de');
    const form = await visitor.get('/financial/action/make-deposit');
    await visitor.post('/financial/action/make-deposit', { csrf: csrfOf(form), language: 'en', amount: '77' });
    expect(await languageIn()).toBe('en');
    const forged = await visitor.post('/financial/action/make-deposit', { language: 'de', amount: '77' });
    expect(forged.body).toContain('<html lang="de"');
    expect(await languageIn()).toBe('en');
  });
});
