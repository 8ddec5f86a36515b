import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { users } from '../../members/members.tables';
import { knownDevices } from '../../members/sessions.tables';
import { notifications } from '../../notifications/notifications.tables';
import { passwordResets } from '../identity.tables';
import { type Club, getToken, openClub, password, signIn } from '../identity.testing';
import { mintSignInToken } from '../sign-in/sign-in-tokens';

const start = new Date('2026-11-20T09:00:00Z');
const advance = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const next = 'harbour-pencil-77';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

const recover = (club: Club, email = 'mia@example.org', ip = '192.0.2.1') =>
  club.post('/auth/recover', { email }, { ip });
const mailedToken = async (club: Club) => (await club.mails()).at(-1)?.links[0]?.split('/').at(-1) ?? '';
const reset = (club: Club, token: string, overrides: Record<string, string> = {}, language: 'en' | 'de' = 'en') =>
  club.post(
    '/auth/reset-password',
    { email: 'mia@example.org', token, password: next, password_confirmation: next, ...overrides },
    { language },
  );

describeOnEachDatabase('recovery', (open) => {
  let club: Club;
  beforeEach(async () => {
    club = await openClub(open);
    await club.addMember();
  });

  it('sets a new password, ends every session and tells the member', async () => {
    const first = await getToken(club);
    const member = (await club.db.select().from(users))[0]?.id ?? 0;
    const mailed = await transaction(club.db, (tx) => mintSignInToken(tx, member, new Date(), 'by mail'));
    await recover(club, 'MIA@example.org');
    const link = (await club.mails()).at(-1)?.links[0];
    expect(link).toMatch(/^http:\/\/localhost:3000\/reset-password\/mia%40example\.org\/[\w-]{43}$/);
    const { status, body } = await reset(club, await mailedToken(club));
    expect({ status, body }).toEqual({
      status: 200,
      body: { message: 'Your new password is set. You can sign in with it now.' },
    });
    expect((await club.call('GET', '/user/header', { token: first })).status).toBe(401);
    expect(club.broadcaster.reauthorized).toEqual([member]);
    expect((await club.post('/auth/token', { token: mailed })).status).toBe(422);
    expect((await signIn(club)).status).toBe(422);
    expect((await club.post('/auth/login', { email: 'mia@example.org', password: next })).status).toBe(200);
    expect((await club.mails()).map(({ subject }) => subject)).toContain('Your password was changed');
    const told = await club.db.select({ type: notifications.type }).from(notifications);
    // After the reset no browser is known, so the sign-in with the new password came from a new one.
    expect(told.map(({ type }) => type).sort()).toEqual(['security.new_device', 'security.password_changed']);
  });

  it('revokes every API token', async () => {
    const token = await getToken(club);
    await club.db.update(users).set({ emailVerifiedAt: null });
    const wanted = { name: 'Home', abilities: ['profile:read'] };
    const { plain_text_token } = (await club.post('/user/api-tokens', wanted, { token })).body as unknown as {
      plain_text_token: string;
    };
    const profile = () => club.call('GET', '/user', { token: plain_text_token });
    expect((await profile()).status).toBe(200);
    await recover(club);
    await reset(club, await mailedToken(club));
    expect((await profile()).status).toBe(401);
  });

  it('answers known and unknown addresses alike and leaves the same behind', async () => {
    const answers = [];
    for (const email of ['mia@example.org', 'nobody@example.org']) {
      const { status, body } = await recover(club, email);
      answers.push({ status, body });
    }
    expect(answers[0]).toEqual({ status: 200, body: { message: expect.any(String) } });
    expect(answers[1]).toEqual(answers[0]);
    expect((await club.mails()).map(({ to }) => to)).toEqual(['mia@example.org']);
  });

  it('mails once in 60 seconds and five times an hour, silently', async () => {
    const mailsAfter = async (seconds: number) => {
      advance(seconds);
      expect((await recover(club)).status).toBe(200);
      return (await club.mails()).length;
    };
    expect(await mailsAfter(0)).toBe(1);
    expect(await mailsAfter(59)).toBe(1);
    for (let count = 2; count <= 5; count++) expect(await mailsAfter(61)).toBe(count);
    expect(await mailsAfter(61)).toBe(5);
    expect(await mailsAfter(3600)).toBe(6);
  });

  it('limits a network over all addresses, with a clear answer', async () => {
    for (let n = 0; n < 20; n++) expect((await recover(club, `a${n}@example.org`)).status).toBe(200);
    const refused = await recover(club);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('3600');
    expect((await recover(club, 'mia@example.org', '192.0.2.2')).status).toBe(200);
  });

  it('refuses expired, used, replaced, foreign and made-up tokens with one text', async () => {
    await club.addMember({ email: 'eve@example.org' });
    const text = 'Dieser Link gilt nicht mehr. Bitte fordere einen neuen an.';
    const refused = { status: 422, body: { message: text, error: text, errors: {} } };
    await recover(club);
    const replaced = await mailedToken(club);
    advance(60);
    await recover(club);
    const late = await mailedToken(club);
    expect(await reset(club, replaced, {}, 'de')).toMatchObject(refused);
    expect(await reset(club, late, { email: 'eve@example.org' }, 'de')).toMatchObject(refused);
    expect(await reset(club, late, { email: 'nobody@example.org' }, 'de')).toMatchObject(refused);
    expect(await reset(club, 'made up', {}, 'de')).toMatchObject(refused);
    advance(3600);
    expect(await reset(club, late, {}, 'de')).toMatchObject(refused);
    await recover(club);
    const token = await mailedToken(club);
    expect((await reset(club, token)).status).toBe(200);
    expect(await reset(club, token, {}, 'de')).toMatchObject(refused);
    expect((await signIn(club, {}, 'eve@example.org')).status).toBe(200);
  });

  it('keeps the token good when the new password is refused', async () => {
    await recover(club);
    const token = await mailedToken(club);
    expect(
      (await reset(club, token, { password: 'schmetterling', password_confirmation: 'schmetterling' })).body.errors,
    ).toHaveProperty('password');
    expect((await reset(club, token, { password_confirmation: 'other' })).body.errors).toHaveProperty(
      'password_confirmation',
    );
    expect((await signIn(club)).status).toBe(200);
    expect((await reset(club, token)).status).toBe(200);
  });

  it('forgives the failures of an address', async () => {
    for (let n = 0; n < 11; n++) {
      await club.post('/auth/login', { email: 'mia@example.org', password: 'wrong' }, { ip: `198.51.100.${n}` });
    }
    expect((await signIn(club, { ip: '203.0.113.1' })).status).toBe(429);
    await recover(club);
    await reset(club, await mailedToken(club), { password, password_confirmation: password });
    expect((await signIn(club, { ip: '203.0.113.2' })).status).toBe(200);
  });

  it('forgets every browser, tells of the next sign-in, and lets its owner in after any number of guesses', async () => {
    const device = (await signIn(club)).body.device_token;
    for (let guess = 0; guess < 105; guess++) {
      await club.post('/auth/login', { email: 'mia@example.org', password: 'wrong' }, { ip: `198.51.100.${guess}` });
      advance(901);
    }
    expect((await signIn(club, { ip: '203.0.113.1' })).status).toBe(429);
    await recover(club);
    await reset(club, await mailedToken(club));
    expect(await club.db.$count(knownDevices)).toBe(0);
    const login = { email: 'mia@example.org', password: next };
    const { status, body } = await club.post('/auth/login', login, { device, ip: '203.0.113.1' });
    expect(status).toBe(200);
    expect(body.device_token).not.toBe(device);
    expect((await club.mails()).at(-1)?.subject).toBe('New sign-in at Almende');
  }, 60_000);

  it('stores the token only hashed, and does not confirm the address by the way', async () => {
    await club.db.update(users).set({ emailVerifiedAt: null });
    await recover(club);
    const token = await mailedToken(club);
    expect(JSON.stringify(await club.db.select().from(passwordResets))).not.toContain(token);
    await reset(club, token);
    const [row] = await club.db.select().from(users).where(eq(users.email, 'mia@example.org'));
    expect(row?.emailVerifiedAt).toBeNull();
  });
});

describeOnPostgres('recovery at once', (open) => {
  it('spends a reset token exactly once among 20', async () => {
    const club = await openClub(open);
    await club.addMember();
    await recover(club);
    const token = await mailedToken(club);
    const answers = await Promise.all(Array.from({ length: 20 }, () => reset(club, token)));
    const count = (status: number) => answers.filter((given) => given.status === status).length;
    expect({ set: count(200), refused: count(422) }).toEqual({ set: 1, refused: 19 });
  });
});
