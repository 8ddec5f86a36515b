import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { users } from '../../members/members.tables';
import { accessTokens, authSessions } from '../../members/sessions.tables';
import { terms } from '../../terms/terms.tables';
import { tidyIdentity } from '../housekeeping';
import { type Club, getToken, openClub, signIn } from '../identity.testing';

const start = new Date('2026-11-20T09:00:00Z');
const advance = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const hour = 3600;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

const header = (club: Club, token?: string) => club.call('GET', '/user/header', { token });
const unauthenticated = { status: 401, body: { message: 'Unauthenticated.' } };

describeOnEachDatabase('sessions', (open) => {
  let club: Club;
  let token: string;
  beforeEach(async () => {
    club = await openClub(open, { modules: ['Common', 'Wallet'] });
    await club.addMember();
    token = await getToken(club);
  });

  it('show the member and the modules', async () => {
    const { body } = await header(club, token);
    expect(body).toMatchObject({
      user: { email: 'mia@example.org' },
      notifications: {},
      modules: ['Common', 'Wallet'],
    });
  });

  it('refuse a missing, wrong or expired token on every member call, before the input is looked at', async () => {
    const calls = [
      ['GET', '/user/header'],
      ['POST', '/auth/refresh'],
      ['POST', '/auth/logout'],
      ['GET', '/user/devices'],
      ['DELETE', '/user/devices'],
      ['DELETE', '/user/devices/1'],
      ['POST', '/instructions/toggle-state/UPPER'],
    ] as const;
    for (const [method, path] of calls) {
      for (const wrong of [undefined, 'x'.repeat(43), `${token}x`, token.slice(1)]) {
        expect(await club.call(method, path, { token: wrong })).toMatchObject(unauthenticated);
      }
    }
    advance(hour - 1);
    expect((await header(club, token)).status).toBe(200);
    advance(1);
    expect(await header(club, token)).toMatchObject(unauthenticated);
  });

  it('keep the old token good after a refresh, until its own expiry', async () => {
    advance(50 * 60);
    const { status, body } = await club.call('POST', '/auth/refresh', { token });
    expect(status).toBe(200);
    expect(body.user.email).toBe('mia@example.org');
    expect(body.token.expires_in).toBe(hour);
    expect((await header(club, token)).status).toBe(200);
    advance(11 * 60);
    expect((await header(club, token)).status).toBe(401);
    expect((await header(club, body.token.access_token)).status).toBe(200);
  });

  it('end 24 hours after the login, however often they were refreshed', async () => {
    let last = token;
    let expiresIn = 0;
    for (let turn = 0; turn < 26; turn++) {
      advance(57 * 60);
      const { status, body } = await club.call('POST', '/auth/refresh', { token: last });
      if (status !== 200) break;
      last = body.token.access_token;
      expiresIn = body.token.expires_in;
      expect(Date.now() + expiresIn * 1000).toBeLessThanOrEqual(start.getTime() + 24 * hour * 1000);
    }
    expect(Date.now() - start.getTime()).toBeGreaterThan(23 * hour * 1000);
    expect(expiresIn).toBeLessThan(hour);
    advance(expiresIn);
    expect((await header(club, last)).status).toBe(401);
    expect((await club.call('POST', '/auth/refresh', { token: last })).status).toBe(401);
  });

  it('end with every token at logout, and no other session does', async () => {
    const other = await getToken(club);
    const refreshed = (await club.call('POST', '/auth/refresh', { token })).body.token.access_token;
    expect(await club.call('POST', '/auth/logout', { token: refreshed })).toMatchObject({ status: 204, body: null });
    expect((await header(club, token)).status).toBe(401);
    expect((await header(club, refreshed)).status).toBe(401);
    expect((await header(club, other)).status).toBe(200);
  });

  it('are listed as devices, latest first, without those that ended', async () => {
    advance(10);
    const phone = await signIn(club, {
      ip: '203.0.113.4',
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1) AppleWebKit/605 Version/18.1 Mobile/15E148 Safari/604.1',
    });
    advance(10);
    await club.post('/auth/login', {
      email: 'mia@example.org',
      password: 'walnut-lantern-42',
      device_name: '  My\n browser ',
    });
    await club.call('POST', '/auth/logout', { token });
    const devices = await club.call('GET', '/user/devices', { token: phone.body.token.access_token });
    expect(devices.body.data).toEqual([
      expect.objectContaining({
        name: 'Safari on iPhone',
        ip_address: '203.0.113.4',
        is_current: true,
        first_seen_at: '2026-11-20T09:00:10.000Z',
      }),
      expect.objectContaining({ name: 'My  browser', is_current: false }),
    ]);
  });

  it('note the last sight at most once a minute', async () => {
    const lastSeen = async () => (await club.db.select().from(authSessions))[0]?.lastSeenAt.toISOString();
    advance(59);
    await header(club, token);
    expect(await lastSeen()).toBe('2026-11-20T09:00:00.000Z');
    advance(1);
    await header(club, token);
    expect(await lastSeen()).toBe('2026-11-20T09:01:00.000Z');
  });

  it('store no token that could be used', async () => {
    const rows = JSON.stringify(await club.db.select().from(accessTokens));
    expect(rows).not.toContain(token);
  });

  it('flip an intro panel and keep the others', async () => {
    const flip = (id: string) => club.call('POST', `/instructions/toggle-state/${id}`, { token });
    expect((await flip('register_intro')).body.instruction_state).toEqual({ register_intro_closed: true });
    expect((await flip('android_app')).body.instruction_state).toEqual({
      register_intro_closed: true,
      android_app_closed: true,
    });
    expect((await flip('register_intro')).body.instruction_state).toEqual({
      register_intro_closed: false,
      android_app_closed: true,
    });
    expect((await header(club, token)).body.user.instruction_state.android_app_closed).toBe(true);
    expect((await flip('Bad-Id')).status).toBe(422);
  });

  it('are tidied up: expired tokens go at once, good ones stay', async () => {
    advance(30 * 60);
    const second = (await club.call('POST', '/auth/refresh', { token })).body.token.access_token;
    advance(31 * 60);
    await tidyIdentity(club, new Date());
    expect(await club.db.$count(accessTokens)).toBe(1);
    expect((await header(club, second)).status).toBe(200);
    advance(100 * 24 * hour);
    await tidyIdentity(club, new Date());
    expect(await club.db.$count(authSessions)).toBe(0);
  });

  it('bring up terms only while a required version in force is not accepted', async () => {
    const names = async () => (await header(club, token)).body.term_updates.map((term: { name: string }) => term.name);
    expect(await names()).toEqual([]);
    const next = {
      slug: 'privacy',
      version: 2,
      name: { en: 'Privacy 2', de: 'Datenschutz 2' },
      text: { en: 'x', de: 'x' },
      required: true,
      effectiveAt: new Date(Date.now() + 60_000),
    };
    await club.db.insert(terms).values(next);
    await club.db
      .insert(terms)
      .values({ ...next, slug: 'newsletter', version: 1, required: false, effectiveAt: start });
    expect(await names()).toEqual([]);
    advance(60);
    expect(await names()).toEqual(['Privacy 2']);
    const listed = (await club.call('GET', '/terms?language=de')).body.data;
    expect(listed.map((row: { name: string }) => row.name)).toEqual([
      'Mitgliedsbedingungen',
      'Datenschutz 2',
      'Datenschutz 2',
    ]);
    expect((await club.call('GET', '/terms/privacy')).body).toMatchObject({ version: 2, text: 'x', name: 'Privacy 2' });
    expect((await club.call('GET', '/terms/nothing', { language: 'de' })).body.message).toBe(
      'Diese Bedingungen gibt es nicht.',
    );
    expect((await club.call('GET', '/terms?language=fr')).status).toBe(422);
  });
});

describeOnPostgres('sessions at once', (open) => {
  it('flip an intro panel once for each of 21 clicks', async () => {
    const club = await openClub(open);
    const member = await club.addMember();
    const token = await getToken(club);
    await Promise.all(
      Array.from({ length: 21 }, () => club.call('POST', '/instructions/toggle-state/tour', { token })),
    );
    const [row] = await club.db.select().from(users).where(eq(users.id, member.id));
    expect(row?.instructionState).toEqual({ tour_closed: true });
  });
});
