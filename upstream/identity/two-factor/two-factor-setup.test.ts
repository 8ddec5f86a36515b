import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { oneTimeCode } from '../../../tests/support/one-time-code';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { tokenHash } from '../../keys';
import { users } from '../../members/members.tables';
import { knownDevices } from '../../members/sessions.tables';
import { notifications } from '../../notifications/notifications.tables';
import { tidyIdentity } from '../housekeeping';
import { type Club, openClub, password, signIn } from '../identity.testing';
import { twoFactorSetups } from './two-factor.tables';
import { type Browser, openBrowser, seedTwoFactor } from './two-factor.testing';

const start = new Date('2026-11-20T09:00:00Z');
const advance = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

const codeAt = (secret: string, seconds = 0) => oneTimeCode(secret, Date.now() + seconds * 1000);
const stored = async (club: Club) => (await club.db.select().from(users).where(eq(users.email, 'mia@example.org')))[0];

describeOnEachDatabase('setting two-factor sign-in up', (open) => {
  let club: Club;
  let browser: Browser;
  beforeEach(async () => {
    club = await openClub(open);
    await club.addMember();
    browser = await openBrowser(club);
  });

  it('asks for the present password, then gives a secret of 160 bits that is stored sealed', async () => {
    for (const wrong of [{}, { password: 'not-the-password' }]) {
      expect(await browser.begin(wrong)).toMatchObject({
        status: 422,
        body: { errors: { password: ['This is not your current password. Please try again.'] } },
      });
    }
    expect(await club.db.$count(twoFactorSetups)).toBe(0);
    const { status, body } = await browser.begin();
    expect(status).toBe(200);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const url = new URL(body.otpauth_url);
    expect(decodeURIComponent(url.pathname)).toBe('/Almende:mia@example.org');
    expect(url.searchParams.get('secret')).toBe(body.secret);
    expect(url.searchParams.get('issuer')).toBe('Almende');
    expect(JSON.stringify(await club.db.select().from(twoFactorSetups))).not.toContain(body.secret);
    expect((await browser.show()).body).toEqual({
      enabled_at: null,
      recovery_codes_left: 0,
      setup: { secret: body.secret, otpauth_url: body.otpauth_url, expires_at: body.expires_at },
    });
    expect((await stored(club))?.google2faEnabledAt).toBeNull();
  });

  it('asks no password of a member who has none', async () => {
    await club.db.update(users).set({ passwordHash: null });
    expect((await browser.begin({})).status).toBe(200);
  });

  it('limits guesses at the password', async () => {
    for (let n = 0; n < 10; n++) expect((await browser.begin({ password: `guess-${n}` })).status).toBe(422);
    expect((await browser.begin()).status).toBe(429);
  });

  it('goes on only in the session that began it', async () => {
    const { body } = await browser.begin();
    const other = await openBrowser(club);
    expect((await other.show()).body.setup).toBeNull();
    expect(await other.confirm(codeAt(body.secret))).toMatchObject({
      status: 409,
      body: { code: 'two_factor_setup_over' },
    });
    await other.call('DELETE', '/user/2fa/setup');
    expect((await browser.show()).body.setup).not.toBeNull();
  });

  it('is on only after a right code, with ten recovery codes; the other sessions end, and the member is told', async () => {
    const other = await openBrowser(club);
    const { secret } = (await browser.begin()).body;
    expect(await browser.confirm(codeAt(secret, 300))).toMatchObject({
      status: 422,
      body: {
        errors: { one_time_password: ['This code is not right, or it was used before. Please enter a new one.'] },
      },
    });
    expect((await stored(club))?.google2faEnabledAt).toBeNull();
    club.broadcaster.sent.length = 0;
    const { status, body } = await browser.confirm(codeAt(secret));
    expect(status).toBe(200);
    expect(body.enabled_at).toBe(start.toISOString());
    expect(new Set(body.recovery_codes).size).toBe(10);
    expect((await browser.show()).body).toEqual({
      enabled_at: start.toISOString(),
      recovery_codes_left: 10,
      setup: null,
    });
    expect((await other.show()).status).toBe(401);
    expect(await club.db.$count(twoFactorSetups)).toBe(0);
    const mail = (await club.mails()).at(-1);
    expect(mail?.subject).toBe('Two-factor sign-in is on');
    const told = await club.db.select({ type: notifications.type }).from(notifications);
    expect(told.map(({ type }) => type)).toContain('security.two_factor_enabled');
    const kept = JSON.stringify([
      mail,
      await club.db.select().from(auditLog),
      await club.db.select().from(notifications),
      club.broadcaster.sent,
    ]);
    for (const hidden of [secret, ...body.recovery_codes]) expect(kept).not.toContain(hidden);
  });

  it('makes strangers of all other browsers, which had an allowance of their own', async () => {
    await openBrowser(club);
    expect(await club.db.$count(knownDevices)).toBe(2);
    const { secret } = (await browser.begin()).body;
    await browser.confirm(codeAt(secret));
    const known = await club.db.select({ tokenHash: knownDevices.tokenHash }).from(knownDevices);
    expect(known).toEqual([{ tokenHash: tokenHash(browser.device) }]);
  });

  it('ends every token of the session, which goes on with a new one', async () => {
    const { body } = await signIn(club);
    const before = body.token.access_token;
    const copied = (await club.post('/auth/refresh', {}, { token: before })).body.token.access_token;
    const { body: setup } = await club.post('/user/2fa', { password }, { token: before });
    const one_time_password = codeAt((setup as unknown as { secret: string }).secret);
    const confirmed = await club.post('/user/2fa/confirm', { one_time_password }, { token: before });
    const statuses = [before, copied, confirmed.body.token.access_token].map(
      async (token) => (await club.call('GET', '/user/header', { token })).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
  });

  it('is told on the pages alone where nobody has confirmed the address', async () => {
    await club.db.update(users).set({ emailVerifiedAt: null });
    const { secret } = (await browser.begin()).body;
    expect((await browser.confirm(codeAt(secret))).status).toBe(200);
    const told = await club.db.select({ type: notifications.type }).from(notifications);
    expect(told.map(({ type }) => type)).toContain('security.two_factor_enabled');
    expect((await club.mails()).map(({ subject }) => subject)).not.toContain('Two-factor sign-in is on');
  });

  it('leaves API tokens as they are, and says so', async () => {
    const { secret } = (await browser.begin()).body;
    await browser.confirm(codeAt(secret));
    expect((await club.mails()).at(-1)?.text).toContain('Your API tokens still work.');
  });

  it('uses up the time step of the code for the sign-in that follows', async () => {
    const { secret } = (await browser.begin()).body;
    const code = codeAt(secret);
    expect((await browser.confirm(code)).status).toBe(200);
    const answer = async (one_time_password: string) => {
      const { challenge } = (await signIn(club)).body;
      return (await club.post('/auth/two-factor-challenge', { challenge, one_time_password })).status;
    };
    expect(await answer(code)).toBe(422);
    expect(await answer(codeAt(secret, -30))).toBe(422);
    expect(await answer(codeAt(secret, 30))).toBe(200);
  });

  it.each([
    [-60, 422],
    [-30, 200],
    [30, 200],
    [60, 422],
  ])('answers a code that is %i seconds off with %i', async (seconds, expected) => {
    const { secret } = (await browser.begin()).body;
    expect((await browser.confirm(codeAt(secret, seconds))).status).toBe(expected);
  });

  it('counts no answer that has not the form of a code', async () => {
    const { secret } = (await browser.begin()).body;
    for (const typed of ['abc', '1', '22', '1234567', '12 34', '12345a'])
      expect((await browser.confirm(typed)).body.errors).toEqual({ one_time_password: ['A code has six digits.'] });
    const code = codeAt(secret);
    expect((await browser.confirm(`${code.slice(0, 3)}-${code.slice(3)}`)).status).toBe(200);
  });

  it('is over after five wrong codes, however right the sixth is', async () => {
    const { secret } = (await browser.begin()).body;
    for (let n = 0; n < 5; n++) expect((await browser.confirm(codeAt(secret, 300 + 30 * n))).status).toBe(422);
    expect(await browser.confirm(codeAt(secret))).toMatchObject({
      status: 409,
      body: { code: 'two_factor_setup_over' },
    });
    expect((await browser.show()).body.setup).toBeNull();
    const again = (await browser.begin()).body;
    expect(again.secret).not.toBe(secret);
    expect((await browser.confirm(codeAt(again.secret))).status).toBe(200);
  });

  it('is over after 15 minutes, and forgotten', async () => {
    const { secret } = (await browser.begin()).body;
    advance(15 * 60);
    expect((await browser.show()).body.setup).toBeNull();
    expect(await browser.confirm(codeAt(secret))).toMatchObject({
      status: 409,
      body: { code: 'two_factor_setup_over' },
    });
    await tidyIdentity(club, new Date(Date.now() + 1000));
    expect(await club.db.$count(twoFactorSetups)).toBe(0);
  });

  it('forgets the secret of a set-up that was begun anew, or given up', async () => {
    const first = (await browser.begin()).body.secret;
    const second = (await browser.begin()).body.secret;
    expect((await browser.confirm(codeAt(first))).status).toBe(422);
    expect((await browser.show()).body.setup?.secret).toBe(second);
    expect((await browser.call('DELETE', '/user/2fa/setup')).status).toBe(204);
    expect(await browser.confirm(codeAt(second))).toMatchObject({ status: 409 });
    expect((await browser.call('DELETE', '/user/2fa/setup')).status).toBe(204);
  });

  it('is refused where it is on', async () => {
    const { id = 0 } = (await stored(club)) ?? {};
    await browser.begin();
    await seedTwoFactor(club, id);
    for (const answer of [await browser.begin(), await browser.confirm('123456')]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'two_factor_on' } });
    }
    expect((await browser.show()).body.setup).toBeNull();
  });

  it('is one member’s own', async () => {
    await club.addMember({ email: 'ida@example.org' });
    const ida = await openBrowser(club, 'ida@example.org');
    const { secret } = (await browser.begin()).body;
    await ida.begin();
    expect((await ida.confirm(codeAt(secret))).status).toBe(422);
    expect((await browser.confirm(codeAt(secret))).status).toBe(200);
    expect((await ida.show()).body.enabled_at).toBeNull();
  });
});

describeOnPostgres('setting it up at once', (open) => {
  it('lets one of five confirmations switch it on', async () => {
    const club = await openClub(open);
    await club.addMember();
    const browser = await openBrowser(club);
    const { secret } = (await browser.begin()).body;
    const answers = await Promise.all(Array.from({ length: 5 }, () => browser.confirm(codeAt(secret))));
    const on = answers.filter(({ status }) => status === 200);
    expect(on).toHaveLength(1);
    // A request that comes after the change has a token that has ended.
    expect(answers.filter(({ status }) => status === 409 || status === 401)).toHaveLength(4);
    expect((await browser.show()).body.recovery_codes_left).toBe(10);
    const { challenge } = (await signIn(club)).body;
    const [recovery_code] = on[0]?.body.recovery_codes ?? [];
    expect((await club.post('/auth/two-factor-challenge', { challenge, recovery_code })).status).toBe(200);
  });

  it('leaves no session that was opened by the password alone meanwhile', async () => {
    const club = await openClub(open);
    await club.addMember();
    const browser = await openBrowser(club);
    const { secret } = (await browser.begin()).body;
    const [confirmed, ...signIns] = await Promise.all([
      browser.confirm(codeAt(secret)),
      ...Array.from({ length: 4 }, () => signIn(club)),
    ]);
    expect(confirmed.status).toBe(200);
    for (const { body } of signIns) {
      if (!body.token) continue;
      const { status } = await club.call('GET', '/user/header', { token: body.token.access_token });
      expect(status).toBe(401);
    }
  });
});
