import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { verificationMethod } from '../../contract/verification';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { holding, untilWaiting } from '../../database/locks.testing';
import { users } from '../../members/members.tables';
import { findUser, type UserRow } from '../../members/users';
import { type Club, openClub, signIn } from '../identity.testing';
import { seedTwoFactor, totpAt } from '../two-factor/two-factor.testing';
import { attempt, codeFor, draft, lastCode } from './verification.testing';

const start = new Date('2026-11-20T09:00:00Z');
const _advance = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

const atCode = { verification_code: [expect.any(String)] };

describeOnEachDatabase('the method', (open) => {
  let club: Club;
  beforeEach(async () => {
    club = await openClub(open);
  });

  /** Returns the member's present row. */
  async function withTwoFactor(): Promise<UserRow> {
    const { id } = await club.addMember();
    await seedTwoFactor(club, id);
    const user = await findUser(club.db, id);
    if (!user) throw new Error('The member is gone');
    return user;
  }
  const byApp = (at: Date) => ({ verification_method: 'totp' as const, verification_code: totpAt(at) });

  it('is the app’s code with two-factor sign-in: of this step or one beside it, each once', async () => {
    const mia = await withTwoFactor();
    const step = (seconds: number) => byApp(new Date(Date.now() + seconds * 1000));
    expect(await attempt(club, mia, step(-60))).toMatchObject({ status: 422, errors: atCode });
    expect(await attempt(club, mia, step(-30))).toBe('done');
    expect(await attempt(club, mia, step(-30))).toMatchObject({ status: 422 });
    expect(await attempt(club, mia, step(30))).toBe('done');
    expect(await attempt(club, mia, step(0))).toMatchObject({ status: 422 });
    expect(await attempt(club, mia, step(60))).toMatchObject({ status: 422 });
  });

  it('is never a mailed code with two-factor sign-in, unless the act insists on one', async () => {
    const mia = await withTwoFactor();
    const signedIn = await signIn(club);
    const done = await club.post('/auth/two-factor-challenge', {
      challenge: signedIn.body.challenge,
      one_time_password: totpAt(new Date()),
    });
    await club.post(
      '/user/request-verification-code',
      { action: 'withdraw', context: draft },
      { token: done.body.token.access_token },
    );
    const given = { verification_code: await lastCode(club) };
    expect(await attempt(club, mia, given)).toMatchObject({ status: 422, errors: atCode });
    expect(await attempt(club, mia, { ...given, forced: 'email' })).toBe('done');
  });

  it('is never left out by whoever has one', async () => {
    const none = { verification_method: 'none' as const };
    const mia = await withTwoFactor();
    const ida = await club.addMember({ email: 'ida@example.org' });
    for (const member of [mia, ida]) {
      expect(await attempt(club, member, none)).toMatchObject({ status: 403, code: 'step_up_required' });
    }
    expect(await attempt(club, ida, { verification_method: 'email' })).toMatchObject({ status: 422, errors: atCode });
    expect(await attempt(club, ida, byApp(new Date()))).toMatchObject({ status: 422, errors: atCode });
  });

  it('is an empty code for whoever has neither, and never for money', async () => {
    const ida = await club.addMember({ email: 'ida@example.org', emailVerifiedAt: null });
    const none = { verification_method: 'none' as const };
    expect(await attempt(club, ida, { ...none, action: 'password.change', context: '' })).toBe('done');
    for (const action of ['withdraw', 'withdraw_account.create', 'withdraw_account.delete'] as const) {
      expect(await attempt(club, ida, { ...none, action })).toMatchObject({ status: 403, code: 'email_not_verified' });
    }
    const { body } = await signIn(club, {}, ida.email);
    const asked = await club.post(
      '/user/request-verification-code',
      { action: 'withdraw', context: draft },
      { token: body.token.access_token },
    );
    expect([asked.status, asked.body.code]).toEqual([403, 'email_not_verified']);
  });

  it('is no longer enough once another is due: the act is not done', async () => {
    const mia = await club.addMember();
    const code = await codeFor(club, mia);
    await seedTwoFactor(club, mia.id);
    const ida = await club.addMember({ email: 'ida@example.org', emailVerifiedAt: null });
    await club.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, ida.id));
    const act = vi.fn(async () => 'done');
    const outcomes = [
      await attempt(club, mia, { verification_code: code }, act),
      await attempt(club, ida, { verification_method: 'none', action: 'password.change', context: '' }, act),
    ];
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 403, code: 'step_up_required' });
    expect(act).not.toHaveBeenCalled();
  });

  it('lets nobody guess codes of an app for long', async () => {
    const mia = await withTwoFactor();
    const guess = { verification_method: 'totp' as const, verification_code: '000000' };
    // What has not the form of a code is no guess.
    for (let n = 0; n < 12; n++)
      expect(await attempt(club, mia, { ...guess, verification_code: 'abc' })).toMatchObject({ status: 422 });
    for (let n = 0; n < 10; n++) expect(await attempt(club, mia, guess)).toMatchObject({ status: 422 });
    expect(await attempt(club, mia, guess)).toMatchObject({ status: 429 });
  });
});

describeOnPostgres('an act while two-factor sign-in is being switched on', (open) => {
  it('waits, and is refused by the proof that it has', async () => {
    const club = await openClub(open);
    const mia = await club.addMember();
    const code = await codeFor(club, mia);
    const commit = await holding(club.db, (tx) =>
      tx.update(users).set({ google2faSecret: 'sealed', google2faEnabledAt: new Date() }).where(eq(users.id, mia.id)),
    );
    const outcome = attempt(club, mia, { verification_code: code });
    await untilWaiting(club.db, 1);
    await commit();
    expect(await outcome).toMatchObject({ status: 403, code: 'step_up_required' });
  });
});

describe('the specification’s three cases', () => {
  it.each([
    [true, true, undefined, 'totp'],
    [true, false, undefined, 'totp'],
    [true, true, 'email', 'email'],
    [true, false, 'email', 'none'],
    [false, true, undefined, 'email'],
    [false, true, 'totp', 'none'],
    [false, false, undefined, 'none'],
    [true, true, 'totp', 'totp'],
  ] as const)('two-factor %s, verified e-mail %s, forced %s: %s', (twoFactor, verifiedEmail, forced, method) => {
    expect(verificationMethod({ twoFactor, verifiedEmail }, forced)).toBe(method);
  });
});
