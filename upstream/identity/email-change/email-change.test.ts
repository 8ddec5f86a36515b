import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { users } from '../../members/members.tables';
import { tidyIdentity } from '../housekeeping';
import { type Club, getToken, openClub, password } from '../identity.testing';
import { emailChanges } from './email-change.tables';
import { ask, change, confirm, findMailTo, mailedCode, newEmail } from './email-change.testing';

const start = new Date('2026-11-20T09:00:00Z');
const advance = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const login = (club: Club, email: string) => club.post('/auth/login', { email, password });
const findPending = async (club: Club, token: string) =>
  (await club.call('GET', '/user/email-change', { token })).body.pending;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('a change of the e-mail address', (open) => {
  let club: Club;
  let token: string;
  beforeEach(async () => {
    club = await openClub(open);
    await club.addMember();
    token = await getToken(club);
  });

  it('holds only with the code that went to the new address', async () => {
    const { status, body } = await ask(club, token, ' Mia.New@Example.org ');
    expect(status).toBe(422);
    expect(body.errors).toHaveProperty('email');
    expect((await ask(club, token, 'Mia.New@Example.org')).body.pending?.email).toBe(newEmail);
    expect((await login(club, newEmail)).status).toBe(422);
    const answer = await confirm(club, token, (await mailedCode(club)).replace(/(...)/, '$1 '));
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({ email: newEmail, email_verified: true });
    expect((await login(club, newEmail)).status).toBe(200);
    expect((await login(club, 'mia@example.org')).status).toBe(422);
    expect(await findPending(club, token)).toBeNull();
    const actions = await club.db.select({ action: auditLog.action, detail: auditLog.detail }).from(auditLog);
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['email.change_requested', 'email.changed']),
    );
    expect(JSON.stringify(actions)).not.toContain('example.org');
  });

  it('is asked for by nobody without the verification step, and never for the own address', async () => {
    const bare = await club.post('/user/email-change', { email: newEmail }, { token });
    expect([bare.status, bare.body.code]).toEqual([403, 'step_up_required']);
    const forAnother = { action: 'email.change', context: 'other@example.org' };
    await club.post('/user/request-verification-code', forAnother, { token });
    const code = ((await findMailTo(club, 'mia@example.org', 'Your code'))?.subject ?? '').replace(/\D/g, '');
    const proof = { verification_method: 'email', verification_code: code };
    expect(
      (await club.post('/user/email-change', { email: newEmail, ...proof }, { token })).body.errors,
    ).toHaveProperty('verification_code');
    expect((await ask(club, token, 'MIA@example.org')).body.errors).toEqual({
      email: ['This is already your address.'],
    });
    expect(await club.db.$count(emailChanges)).toBe(0);
  });

  it('keeps no code, only its HMAC, and takes five guesses', async () => {
    await ask(club, token);
    const code = await mailedCode(club);
    expect(JSON.stringify(await club.db.select().from(emailChanges))).not.toContain(code);
    for (const typed of ['abc', '1', '22', '1234567', '12345a', '12 34'])
      expect((await confirm(club, token, typed)).body.errors.one_time_code).toEqual(['A code has six digits.']);
    for (let guess = 0; guess < 5; guess++) expect((await confirm(club, token, wrong(code))).status).toBe(422);
    const sixth = await confirm(club, token, code);
    expect([sixth.status, sixth.body.errors.one_time_code?.[0]]).toEqual([422, expect.stringMatching(/new one/)]);
    advance(61);
    await club.post('/user/email-change/resend', {}, { token });
    expect((await confirm(club, token, await mailedCode(club))).status).toBe(200);
  });

  it('refuses a code that is late, replaced or used', async () => {
    await ask(club, token);
    const first = await mailedCode(club);
    advance(601);
    expect((await confirm(club, token, first)).status).toBe(422);
    await club.post('/user/email-change/resend', {}, { token });
    expect((await confirm(club, token, first)).status).toBe(422);
    const second = await mailedCode(club);
    expect((await confirm(club, token, second)).status).toBe(200);
    const again = await confirm(club, token, second);
    expect([again.status, again.body.code]).toEqual([409, 'no_email_change']);
  });

  it('mails once in 60 seconds and five times an hour', async () => {
    await ask(club, token);
    const resend = () => club.post('/user/email-change/resend', {}, { token });
    const early = await resend();
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '60']);
    const replaced = await ask(club, token, 'another@example.org');
    expect(replaced.status).toBe(429);
    for (let mail = 2; mail <= 5; mail++) {
      advance(61);
      expect((await resend()).status).toBe(200);
    }
    advance(61);
    const sixth = await resend();
    expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, String(3600 - 5 * 61)]);
    advance(3600);
    expect((await ask(club, await getToken(club))).status).toBe(200);
  });

  it('is kept from nobody by others who want the same address, and tells nothing of them', async () => {
    const wanting = async (email: string, mails: number) => {
      const { id: userId } = await club.addMember({ email });
      const row = { id: randomUUID(), userId, oldEmail: email, newEmail, codeHash: 'x', mails };
      await club.db.insert(emailChanges).values({ ...row, mailedAt: new Date(), createdAt: new Date() });
    };
    await wanting('otto@example.org', 5);
    expect((await ask(club, token)).status).toBe(200);
    const code = await mailedCode(club);
    expect(code).toMatch(/^[0-9]{6}$/);
    for (const name of ['noa', 'pia', 'kim']) await wanting(`${name}@example.org`, 5);
    advance(61);
    const answer = await club.post('/user/email-change/resend', {}, { token });
    expect([answer.status, answer.body.pending?.code_sent_at]).toEqual([200, new Date().toISOString()]);
    expect((await club.mails()).filter(({ to }) => to === newEmail)).toHaveLength(1);
  });

  it('is given up by the member, replaced by another, or by an hour without a code', async () => {
    await ask(club, token);
    const code = await mailedCode(club);
    expect((await club.call('DELETE', '/user/email-change', { token })).status).toBe(204);
    expect((await confirm(club, token, code)).status).toBe(409);
    expect((await club.post('/user/email-change/resend', {}, { token })).status).toBe(409);
    advance(61);
    await ask(club, token);
    advance(61);
    await ask(club, token, 'another@example.org');
    expect(await findPending(club, token)).toEqual({
      email: 'another@example.org',
      code_sent_at: new Date().toISOString(),
      code_expires_at: new Date(Date.now() + 600_000).toISOString(),
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    expect((await confirm(club, token, await mailedCode(club))).status).toBe(422);
    advance(3599);
    expect(await findPending(club, await getToken(club))).not.toBeNull();
    advance(1);
    expect(await findPending(club, await getToken(club))).toBeNull();
    await tidyIdentity(club, new Date(Date.now() + 86_400_000));
    expect(await club.db.$count(emailChanges)).toBe(0);
  });

  it('looks the same for an address that somebody else has, whose owner is told', async () => {
    await club.addMember({ email: 'otto@example.org', firstname: 'Otto' });
    const taken = await ask(club, token, 'otto@example.org');
    advance(61);
    const free = await ask(club, token, 'nobody@example.org');
    expect(Object.keys(taken.body.pending ?? {})).toEqual(Object.keys(free.body.pending ?? {}));
    expect([taken.status, free.status]).toEqual([200, 200]);
    advance(61);
    await ask(club, token, 'otto@example.org');
    expect(await findMailTo(club, 'otto@example.org', 'Confirm your new address')).toBeUndefined();
    expect((await findMailTo(club, 'otto@example.org', 'Your address already belongs'))?.text).toContain('Hello Otto');
    const guess = await confirm(club, token, '123456');
    expect([guess.status, Object.keys(guess.body.errors)]).toEqual([422, ['one_time_code']]);
  });

  it('makes what was mailed to the old address worthless', async () => {
    await club.post('/auth/recover', { email: 'mia@example.org' });
    await club.post('/auth/unlock-link', { email: 'mia@example.org' });
    const resetToken = (await findMailTo(club, 'mia@example.org', 'Reset your password'))?.links[0]?.split('/').at(-1);
    const unlockToken = (await findMailTo(club, 'mia@example.org', 'Your link'))?.links[0]?.split('/').at(-1);
    const step = { action: 'password.change', context: '' };
    await club.post('/user/request-verification-code', step, { token });
    const stepCode = (await findMailTo(club, 'mia@example.org', 'Your code'))?.subject.replace(/\D/g, '');
    advance(61);
    await change(club, token);
    const words = { password: 'harbour-pencil-77', password_confirmation: 'harbour-pencil-77' };
    for (const email of ['mia@example.org', newEmail]) {
      expect((await club.post('/auth/reset-password', { email, token: resetToken, ...words })).status).toBe(422);
    }
    expect((await club.post('/auth/token', { token: unlockToken })).status).toBe(422);
    const proof = { verification_method: 'email', verification_code: stepCode, current_password: password };
    const { body } = await club.post('/user/password', { ...words, ...proof }, { token });
    expect(body.errors).toHaveProperty('verification_code');
  });

  it('tells the old address with a link back, unless it was never confirmed', async () => {
    await change(club, token);
    const notice = await findMailTo(club, 'mia@example.org', 'Your e-mail address at');
    expect(notice?.links[0]).toMatch(/^http:\/\/localhost:3000\/revert-email\/[\w-]{43}$/);
    expect(notice?.text).not.toContain(newEmail);

    await club.addMember({ email: 'typo@example.org', emailVerifiedAt: null });
    const typo = await getToken(club, 'typo@example.org');
    await club.post('/user/email-change', { email: 'right@example.org' }, { token: typo });
    expect((await confirm(club, typo, await mailedCode(club, 'right@example.org'))).status).toBe(200);
    expect((await findMailTo(club, 'typo@example.org', 'Your e-mail address at'))?.links).toEqual([]);
    const [changed] = await club.db.select().from(users).where(eq(users.email, 'right@example.org'));
    expect(changed?.emailVerifiedAt).toEqual(new Date());
  });
});

describeOnPostgres('two at once', (open) => {
  it('who confirm the same change make one of it', async () => {
    const club = await openClub(open);
    await club.addMember();
    const token = await getToken(club);
    await ask(club, token);
    const code = await mailedCode(club);
    const answers = await Promise.all([1, 2, 3].map(() => confirm(club, token, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const notices = (await club.mails()).filter(({ subject }) => subject.startsWith('Your e-mail address at'));
    expect(notices).toHaveLength(1);
  });

  it('who confirm the same address: one has it, the other is told so', async () => {
    const club = await openClub(open);
    const tokens = [];
    for (const email of ['mia@example.org', 'otto@example.org']) {
      await club.addMember({ email });
      const token = await getToken(club, email);
      await ask(club, token, newEmail, email);
      tokens.push({ token, code: await mailedCode(club) });
      advance(61);
    }
    const answers = await Promise.all(tokens.map(({ token, code }) => confirm(club, token, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('email_taken');
    expect(await club.db.$count(users, eq(users.email, newEmail))).toBe(1);
    for (const { token } of tokens) expect(await findPending(club, token)).toBeNull();
  });

  it('who guess count together', async () => {
    const club = await openClub(open);
    await club.addMember();
    const token = await getToken(club);
    await ask(club, token);
    const code = await mailedCode(club);
    await Promise.all(Array.from({ length: 8 }, () => confirm(club, token, wrong(code))));
    const [pending] = await club.db.select().from(emailChanges);
    expect(pending?.attempts).toBe(5);
    expect((await confirm(club, token, code)).status).toBe(422);
  });
});
