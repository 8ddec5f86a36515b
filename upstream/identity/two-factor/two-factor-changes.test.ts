import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { oneTimeCode } from '../../../tests/support/one-time-code';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { users } from '../../members/members.tables';
import { notifications } from '../../notifications/notifications.tables';
import { recoveryCodes } from '../identity.tables';
import { type Club, openClub, signIn } from '../identity.testing';
import { type Browser, openBrowser } from './two-factor.testing';

const start = new Date('2026-11-20T09:00:00Z');
const advance = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

interface TwoFactorMember {
  club: Club;
  browser: Browser;
  secret: string;
  codes: string[];
  /** Returns the next valid code of the app. */
  proof(): { verification_method: 'totp'; verification_code: string };
}

async function openWithTwoFactor(open: Parameters<typeof openClub>[0]): Promise<TwoFactorMember> {
  const club = await openClub(open);
  await club.addMember();
  const browser = await openBrowser(club);
  const { secret } = (await browser.begin()).body;
  const { recovery_codes: codes } = (await browser.confirm(oneTimeCode(secret, Date.now()))).body;
  const proof = () => {
    advance(30);
    return { verification_method: 'totp' as const, verification_code: oneTimeCode(secret, Date.now()) };
  };
  return { club, browser, secret, codes, proof };
}

async function signInBy(club: Club, answer: Record<string, string>): Promise<number> {
  const { challenge } = (await signIn(club)).body;
  return (await club.post('/auth/two-factor-challenge', { challenge, ...answer })).status;
}

const listTypes = async (club: Club) => (await club.db.select().from(notifications)).map(({ type }) => type);

describeOnEachDatabase('a second factor that is on', (open) => {
  let two: TwoFactorMember;
  beforeEach(async () => {
    two = await openWithTwoFactor(open);
  });

  it('gets ten new recovery codes for a code of the app; the old ones are void', async () => {
    const { club, browser, codes, proof } = two;
    const { status, body } = await browser.call('POST', '/user/2fa/recovery-codes', proof());
    expect(status).toBe(200);
    expect(new Set([...body.recovery_codes, ...codes]).size).toBe(20);
    expect((await browser.show()).body.recovery_codes_left).toBe(10);
    expect(await signInBy(club, { recovery_code: codes[0] ?? '' })).toBe(422);
    expect(await signInBy(club, { recovery_code: body.recovery_codes[0] ?? '' })).toBe(200);
    expect((await club.mails()).map(({ subject }) => subject)).toContain('You have new recovery codes');
    expect(await listTypes(club)).toContain('security.recovery_codes');
    const kept = JSON.stringify([await club.mails(), await club.db.select().from(auditLog)]);
    for (const code of body.recovery_codes) expect(kept).not.toContain(code);
  });

  it('tells of a sign-in by recovery code how many are left', async () => {
    const { club, browser, codes } = two;
    expect(await signInBy(club, { recovery_code: codes[0] ?? '' })).toBe(200);
    expect((await browser.show()).body.recovery_codes_left).toBe(9);
    const told = (await club.db.select().from(notifications)).find(({ type }) => type.endsWith('recovery_code_used'));
    expect(told?.description.en).toMatch(/^Codes left: 9\./);
  });

  it.each([
    ['POST', '/user/2fa/recovery-codes'],
    ['DELETE', '/user/2fa'],
  ])('%s %s asks for a fresh code of the app', async (method, path) => {
    const { club, browser, secret, codes, proof } = two;
    const used = { verification_method: 'totp', verification_code: oneTimeCode(secret, Date.now()) };
    const atCode = { errors: { verification_code: [expect.any(String)] } };
    expect(await browser.call(method, path, {})).toMatchObject({ status: 403, body: { code: 'step_up_required' } });
    expect(await browser.call(method, path, used)).toMatchObject({ status: 422, body: atCode });
    const byMail = { verification_method: 'email', verification_code: '123456' };
    expect(await browser.call(method, path, byMail)).toMatchObject({ status: 422, body: atCode });
    const byRecoveryCode = { verification_method: 'totp', verification_code: codes[0] };
    expect(await browser.call(method, path, byRecoveryCode)).toMatchObject({ status: 422, body: atCode });
    const good = proof();
    expect((await browser.call(method, path, good)).status).toBeLessThan(300);
    const [member] = await club.db.select().from(users);
    if (member?.google2faEnabledAt) expect(await browser.call(method, path, good)).toMatchObject({ body: atCode });
  });

  it('is switched off by a code of the app: the password alone signs in again, and nothing of it is left', async () => {
    const { club, browser, proof } = two;
    expect((await browser.call('DELETE', '/user/2fa', proof())).status).toBe(204);
    expect((await browser.show()).body).toEqual({ enabled_at: null, recovery_codes_left: 0, setup: null });
    expect((await signIn(club)).body.token).toBeDefined();
    const [member] = await club.db.select().from(users);
    expect([member?.google2faSecret, member?.google2faLastStep]).toEqual([null, null]);
    expect(await club.db.$count(recoveryCodes)).toBe(0);
    expect((await club.mails()).map(({ subject }) => subject)).toContain('Two-factor sign-in is off');
    expect(await listTypes(club)).toContain('security.two_factor_disabled');
    const done = await club.db.select().from(auditLog).where(eq(auditLog.action, 'two_factor.disable'));
    expect(done.map(({ detail }) => detail)).toEqual([{ by: 'totp' }]);
  });

  it('is switched off by a recovery code where the app is gone, once', async () => {
    const { browser, codes } = two;
    for (const wrong of ['AAAAA-AAAAA', ' ']) {
      expect(await browser.call('DELETE', '/user/2fa', { recovery_code: wrong })).toMatchObject({
        status: 422,
        body: { errors: { recovery_code: [expect.any(String)] } },
      });
    }
    const [recovery_code = ''] = codes;
    expect((await browser.call('DELETE', '/user/2fa', { recovery_code: recovery_code.toLowerCase() })).status).toBe(
      204,
    );
    expect(await browser.call('DELETE', '/user/2fa', { recovery_code })).toMatchObject({
      status: 409,
      body: { code: 'two_factor_off' },
    });
  });

  it('limits guesses at recovery codes', async () => {
    const { browser, codes } = two;
    for (let n = 0; n < 10; n++) {
      expect((await browser.call('DELETE', '/user/2fa', { recovery_code: `AAAAA-AAAA${n}` })).status).toBe(422);
    }
    expect((await browser.call('DELETE', '/user/2fa', { recovery_code: codes[0] })).status).toBe(429);
  });

  it('is not opened by another member’s codes', async () => {
    const { club, codes } = two;
    await club.addMember({ email: 'ida@example.org' });
    const ida = await openBrowser(club, 'ida@example.org');
    const { secret } = (await ida.begin()).body;
    await ida.confirm(oneTimeCode(secret, Date.now()));
    expect(await ida.call('DELETE', '/user/2fa', { recovery_code: codes[0] })).toMatchObject({ status: 422 });
    advance(30);
    expect(await signInBy(club, { one_time_password: oneTimeCode(secret, Date.now()) })).toBe(422);
  });

  it('can be set up anew, with another secret', async () => {
    const { browser, secret, proof } = two;
    await browser.call('DELETE', '/user/2fa', proof());
    for (const [method, path] of [
      ['POST', '/user/2fa/recovery-codes'],
      ['DELETE', '/user/2fa'],
    ] as const) {
      expect(await browser.call(method, path, proof())).toMatchObject({
        status: 409,
        body: { code: 'two_factor_off' },
      });
    }
    const again = (await browser.begin()).body.secret;
    expect(again).not.toBe(secret);
    expect((await browser.confirm(oneTimeCode(again, Date.now()))).status).toBe(200);
  });
});

describeOnPostgres('changes at once', (open) => {
  it('a recovery code switches off or signs in, never both', async () => {
    const { club, browser, codes } = await openWithTwoFactor(open);
    const [recovery_code = ''] = codes;
    const challenges = [];
    for (let n = 0; n < 3; n++) challenges.push((await signIn(club)).body.challenge);
    const answers = await Promise.all([
      browser.call('DELETE', '/user/2fa', { recovery_code }),
      ...challenges.map((challenge) => club.post('/auth/two-factor-challenge', { challenge, recovery_code })),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  });

  it('one code of the app makes new recovery codes once among five', async () => {
    const { browser, proof } = await openWithTwoFactor(open);
    const given = proof();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => browser.call('POST', '/user/2fa/recovery-codes', given)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await browser.show()).body.recovery_codes_left).toBe(10);
  });
});
