import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { verificationContext } from '../../contract/verification';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import type { UserRow } from '../../members/users';
import { tidyIdentity } from '../housekeeping';
import { type Club, openClub, signIn } from '../identity.testing';
import { verificationCodes } from './verification.tables';
import { attempt, codeFor, draft } from './verification.testing';

const start = new Date('2026-11-20T09:00:00Z');
const advance = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const atCode = { verification_code: [expect.any(String)] };

describeOnEachDatabase('a mailed code', (open) => {
  let club: Club;
  let mia: UserRow;
  beforeEach(async () => {
    club = await openClub(open);
    mia = await club.addMember();
  });

  it('confirms its one act, once', async () => {
    const code = await codeFor(club, mia);
    expect(code).toMatch(/^\d{6}$/);
    expect(await attempt(club, mia, { verification_code: code })).toBe('done');
    expect(await attempt(club, mia, { verification_code: code })).toMatchObject({ status: 422, errors: atCode });
  });

  it.each([
    ['another action', { action: 'withdraw_account.create' as const }],
    ['another draft', { context: 'draft-2' }],
    ['no draft', { context: '' }],
  ])('is no good for %s', async (_, other) => {
    const code = await codeFor(club, mia);
    expect(await attempt(club, mia, { verification_code: code, ...other })).toMatchObject({
      status: 422,
      errors: atCode,
    });
    expect(await attempt(club, mia, { verification_code: code })).toBe('done');
  });

  it('is no good for another member', async () => {
    const code = await codeFor(club, mia);
    const ida = await club.addMember({ email: 'ida@example.org' });
    await codeFor(club, ida);
    expect(await attempt(club, ida, { verification_code: code })).toMatchObject({ status: 422 });
  });

  it('is over after five wrong ones, however right the sixth is', async () => {
    const code = await codeFor(club, mia);
    for (let n = 0; n < 5; n++) {
      expect(await attempt(club, mia, { verification_code: wrong(code) })).toMatchObject({
        status: 422,
        errors: atCode,
      });
    }
    expect(await attempt(club, mia, { verification_code: code })).toMatchObject({ status: 422, errors: atCode });
  });

  it('counts nothing that has not the form of a code', async () => {
    const code = await codeFor(club, mia);
    for (const typed of ['abc', '1', '22', '1234567', '12345a', '１２３４５６']) {
      expect(await attempt(club, mia, { verification_code: typed })).toMatchObject({
        status: 422,
        errors: { verification_code: ['A code has six digits.'] },
      });
    }
    expect(await attempt(club, mia, { verification_code: code })).toBe('done');
  });

  it('is good for ten minutes, and forgotten afterwards', async () => {
    const code = await codeFor(club, mia);
    advance(600);
    expect(await attempt(club, mia, { verification_code: code })).toMatchObject({ status: 422, errors: atCode });
    await tidyIdentity(club, new Date(Date.now() + 1000));
    expect(await club.db.$count(verificationCodes)).toBe(0);
  });

  it('takes the place of the one before it', async () => {
    const first = await codeFor(club, mia);
    advance(61);
    const second = await codeFor(club, mia);
    if (first !== second) expect(await attempt(club, mia, { verification_code: first })).toMatchObject({ status: 422 });
    expect(await attempt(club, mia, { verification_code: second })).toBe('done');
  });

  it('stays good when the act fails', async () => {
    const code = await codeFor(club, mia);
    const failing = attempt(club, mia, { verification_code: code }, async () => {
      throw new Error('the act failed');
    });
    await expect(failing).rejects.toThrow('the act failed');
    expect(await attempt(club, mia, { verification_code: code })).toBe('done');
  });

  it('is stored as a keyed hash, and stands in no audit row', async () => {
    const code = await codeFor(club, mia, 'email.change', 'new@example.org');
    await attempt(club, mia, { verification_code: wrong(code), action: 'email.change', context: 'new@example.org' });
    const rows = JSON.stringify([
      await club.db.select().from(verificationCodes),
      await club.db.select().from(auditLog),
    ]);
    expect(rows).not.toContain(code);
    expect(rows).not.toContain('new@example.org');
    const actions = await club.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.userId, mia.id))
      .orderBy(auditLog.id);
    expect(actions.map(({ action }) => action)).toEqual(['login', 'verification.requested', 'verification.failed']);
  });

  it('is mailed once in a minute for the same thing, and five times an hour', async () => {
    const { body } = await signIn(club);
    const token = body.token.access_token;
    const ask = async (context: string) =>
      club.post('/user/request-verification-code', { action: 'withdraw', context }, { token });
    const answer = await ask(draft);
    expect(answer.body).toEqual({
      message: expect.any(String),
      expires_in: 600,
      resend_in: 60,
      target: 'm•••@example.org',
    });
    const refused = await ask(draft);
    expect([refused.status, Number(refused.headers.get('retry-after')) <= 60]).toEqual([429, true]);
    for (const other of ['2', '3', '4', '5']) expect((await ask(other)).status).toBe(200);
    expect((await ask('6')).status).toBe(429);
  });

  it.each(['["\\x",', '[]', '[7]', 'null', '["', '"x"', '["a\\u0000"]', '["a\\ud800"]', '["a\\n\\nb"]'])(
    'is mailed for the context %s, which names nothing',
    async (context) => {
      const { body } = await signIn(club);
      const token = body.token.access_token;
      const answer = await club.post(
        '/user/request-verification-code',
        { action: 'api_token.create', context },
        { token },
      );
      expect(answer.status).toBe(200);
      expect((await club.mails()).at(-1)?.text).toContain('This code confirms: a new API token');
    },
  );

  it('says what it is for, in the member’s language', async () => {
    const jan = await club.addMember({ email: 'jan@example.org', language: 'de' });
    const { body } = await signIn(club, {}, jan.email);
    const context = verificationContext.apiToken({
      name: 'Mein "Skript"',
      abilities: [],
      expires_in_days: 30,
      allowed_ips: [],
    });
    await club.post(
      '/user/request-verification-code',
      { action: 'api_token.create', context },
      { token: body.token.access_token },
    );
    expect((await club.mails()).at(-1)?.text).toContain('ein neues API-Token (Mein "Skript")');
  });
});

describeOnPostgres('one code in many requests at once', (open) => {
  it('confirms one act', async () => {
    const club = await openClub(open);
    const mia = await club.addMember();
    const code = await codeFor(club, mia);
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => attempt(club, mia, { verification_code: code })),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  });
});
