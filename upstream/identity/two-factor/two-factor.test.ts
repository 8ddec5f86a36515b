import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { holding, untilWaiting } from '../../database/locks.testing';
import { transaction } from '../../database/transaction';
import { users } from '../../members/members.tables';
import { passwordResets } from '../identity.tables';
import { type Club, openClub, password, signIn } from '../identity.testing';
import { newRecoveryCodes } from './recovery-codes';
import { recoveryCode, seedTwoFactor, totpAt } from './two-factor.testing';
import { openChallenge } from './two-factor-challenge';

const start = new Date('2026-11-20T09:00:00Z');
const advance = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const now = () => new Date();

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

async function openWithTwoFactor(open: Parameters<typeof openClub>[0]): Promise<Club> {
  const club = await openClub(open);
  const member = await club.addMember();
  await seedTwoFactor(club, member.id);
  return club;
}

const readChallenge = async (club: Club): Promise<string> => (await signIn(club)).body.challenge;
const answer = (club: Club, body: Record<string, string>, device?: string) =>
  club.post('/auth/two-factor-challenge', body, { device });

describeOnEachDatabase('two-factor challenge', (open) => {
  let club: Club;
  beforeEach(async () => {
    club = await openWithTwoFactor(open);
  });

  it('gives no session before the second factor, and one after it', async () => {
    const { status, body } = await signIn(club);
    expect(status).toBe(200);
    expect(body).toEqual({ two_factor: true, challenge: expect.any(String), methods: ['totp', 'recovery_code'] });
    const code = totpAt(now());
    const done = await answer(club, {
      challenge: body.challenge,
      one_time_password: `${code.slice(0, 3)} ${code.slice(3)}`,
    });
    expect(done.body.user.google2fa_enabled_at).toBe(start.toISOString());
    expect((await club.call('GET', '/user/header', { token: done.body.token.access_token })).status).toBe(200);
    expect((await answer(club, { challenge: body.challenge, recovery_code: recoveryCode })).body.errors).toHaveProperty(
      'challenge',
    );
  });

  it('refuses every code of a secret that SESSION_SECRET no longer opens', async () => {
    club.config.secrets = ['another test secret that is long enough'];
    const challenge = await readChallenge(club);
    expect((await answer(club, { challenge, one_time_password: totpAt(now()) })).status).toBe(422);
    expect(club.problems.join()).toContain('a two-factor secret does not open with SESSION_SECRET');
  });

  it('takes the steps beside the present one, each once, and none further off', async () => {
    const attempt = async (code: string) =>
      (await answer(club, { challenge: await readChallenge(club), one_time_password: code })).status;
    expect(await attempt(totpAt(new Date(start.getTime() - 60_000)))).toBe(422);
    expect(await attempt(totpAt(new Date(start.getTime() - 30_000)))).toBe(200);
    expect(await attempt(totpAt(new Date(start.getTime() - 30_000)))).toBe(422);
    advance(61);
    expect(await attempt(totpAt(new Date(Date.now() + 30_000)))).toBe(200);
    expect(await attempt(totpAt(now()))).toBe(422);
    expect(await attempt(totpAt(new Date(Date.now() + 60_000)))).toBe(422);
  });

  it('takes a recovery code once, however it is written', async () => {
    const challenge = await readChallenge(club);
    expect((await answer(club, { challenge, recovery_code: '7KQ2M-W0XRB' })).body.errors).toHaveProperty(
      'recovery_code',
    );
    expect((await answer(club, { challenge, recovery_code: ' 7kq2m woxra ' })).status).toBe(200);
    expect((await answer(club, { challenge: await readChallenge(club), recovery_code: recoveryCode })).status).toBe(
      422,
    );
  });

  it('ends a challenge after five wrong codes, and after five minutes', async () => {
    const worn = await readChallenge(club);
    for (let n = 0; n < 5; n++) {
      expect((await answer(club, { challenge: worn, one_time_password: '000000' })).body.errors).toHaveProperty(
        'one_time_password',
      );
    }
    expect((await answer(club, { challenge: worn, one_time_password: totpAt(now()) })).body.errors).toHaveProperty(
      'challenge',
    );
    const late = await readChallenge(club);
    advance(300);
    expect((await answer(club, { challenge: late, one_time_password: totpAt(now()) })).body.errors).toHaveProperty(
      'challenge',
    );
    expect((await answer(club, { challenge: 'made up', one_time_password: '123456' })).body.errors).toHaveProperty(
      'challenge',
    );
    expect((await answer(club, { challenge: 'made up' })).body.errors).toHaveProperty('one_time_password');
  });

  it('counts no answer that has not the form of a code', async () => {
    const challenge = await readChallenge(club);
    for (const typed of ['abc', '1', '22', '1234567', '12345a']) {
      const { body } = await answer(club, { challenge, one_time_password: typed });
      expect(body.errors).toEqual({ one_time_password: ['A code has six digits.'] });
    }
    for (const typed of ['abc', '7KQ2M', '7KQ2M-W0XR!']) {
      const { body } = await answer(club, { challenge, recovery_code: typed });
      expect(body.errors).toEqual({ recovery_code: [expect.stringContaining('ten letters and digits')] });
    }
    expect((await answer(club, { challenge, one_time_password: totpAt(now()) })).status).toBe(200);
  });

  it('limits guesses over many challenges, but not a known browser', async () => {
    const first = await answer(club, { challenge: await readChallenge(club), one_time_password: totpAt(now()) });
    let status = 422;
    for (let n = 0; n < 30 && status === 422; n++) {
      if (n % 4 === 0) advance(61);
      status = (await answer(club, { challenge: await readChallenge(club), one_time_password: '000000' })).status;
    }
    expect(status).toBe(429);
    advance(61);
    const challenge = await readChallenge(club);
    const refused = await answer(club, { challenge, one_time_password: totpAt(now()) });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    expect((await answer(club, { challenge, one_time_password: totpAt(now()) }, first.body.device_token)).status).toBe(
      200,
    );
  });

  it('limits guesses of a known browser, by the day as well', async () => {
    const first = await answer(club, { challenge: await readChallenge(club), one_time_password: totpAt(now()) });
    const device = first.body.device_token;
    const attempt = async (one_time_password: string) => {
      const { challenge } = (await signIn(club, { device })).body;
      return answer(club, { challenge, one_time_password }, device);
    };
    for (let n = 0; n < 50; n++) {
      advance(100);
      expect((await attempt('000000')).status).toBe(422);
    }
    advance(15 * 60);
    const refused = await attempt(totpAt(now()));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600);
  });
});

describeOnPostgres('two-factor at once', (open) => {
  let club: Club;
  beforeEach(async () => {
    club = await openWithTwoFactor(open);
  });

  it('lets one code sign in once among 20 challenges', async () => {
    const { id } = (await club.db.select().from(users))[0] ?? { id: 0 };
    const challenges = await transaction(club.db, async (tx) => {
      const opened: string[] = [];
      for (let n = 0; n < 20; n++) opened.push((await openChallenge(tx, id, undefined, now())).challenge);
      return opened;
    });
    const one_time_password = totpAt(now());
    const answers = await Promise.all(challenges.map((challenge) => answer(club, { challenge, one_time_password })));
    const count = (status: number) => answers.filter((given) => given.status === status).length;
    expect({ signedIn: count(200), used: count(422), throttled: count(429) }).toEqual({
      signedIn: 1,
      used: 9,
      throttled: 10,
    });
  });

  it('spends a recovery code once among 4', async () => {
    const challenges = [
      await readChallenge(club),
      await readChallenge(club),
      await readChallenge(club),
      await readChallenge(club),
    ];
    const answers = await Promise.all(
      challenges.map((challenge) => answer(club, { challenge, recovery_code: recoveryCode })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describeOnPostgres('a sign-in by recovery code while the password is being changed', (open) => {
  it('leaves no session', async () => {
    const club = await openWithTwoFactor(open);
    await club.post('/auth/recover', { email: 'mia@example.org' });
    const { body } = await answer(club, { challenge: await readChallenge(club), one_time_password: totpAt(now()) });
    const challenge = await readChallenge(club);
    advance(60);
    // The change has already ended the sessions, but not the challenges, when it reaches this row.
    const release = await holding(club.db, (tx) => tx.select().from(passwordResets).for('update'));
    const proof = { verification_method: 'totp', verification_code: totpAt(now()) };
    const words = { password: 'harbour-pencil-77', password_confirmation: 'harbour-pencil-77' };
    const changed = club.post(
      '/user/password',
      { current_password: password, ...words, ...proof },
      { token: body.token.access_token },
    );
    await untilWaiting(club.db, 1);
    const signedIn = answer(club, { challenge, recovery_code: recoveryCode });
    await Promise.race([signedIn, untilWaiting(club.db, 2)]);
    await release();
    expect((await changed).status).toBe(200);
    expect((await signedIn).body.errors).toHaveProperty('challenge');
  });
});

it('makes recovery codes that nobody guesses', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
});
