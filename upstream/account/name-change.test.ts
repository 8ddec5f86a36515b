import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { verificationContext } from '../contract/verification';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../database/database.testing';
import { lastSecurityChange } from '../identity/identity';
import type { Club } from '../identity/identity.testing';
import { users } from '../members/members.tables';
import { notifications } from '../notifications/notifications.tables';
import { newestCode } from '../privacy/privacy.testing';
import { type AccountAnswer, berlin, callerFor, openAccountClub } from './account.testing';

const start = new Date('2026-11-20T09:00:00Z');
const winter = { firstname: 'Mia', lastname: 'Winter' };

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('another name', (open) => {
  let club: Club;
  let id: number;
  let call: Awaited<ReturnType<typeof callerFor>>;
  beforeEach(async () => {
    club = await openAccountClub(open);
    id = (await club.addMember({ addressIsFilled: false })).id;
    call = await callerFor(club, 'mia@example.org');
  });
  const put = (changed: object = {}, ifMatch?: string) =>
    call('PUT', '/user/address', { ...berlin, ...changed }, ifMatch === undefined ? {} : { ifMatch });
  const shown = async () => (await call('GET', '/user/address')).body;
  const codeFor = async (name: typeof winter) => {
    const context = verificationContext.nameChange(name);
    const asked = await call('POST', '/user/request-verification-code', { action: 'name.change', context });
    expect(asked.status).toBe(200);
    return { verification_method: 'email', verification_code: await newestCode(club) };
  };
  const changes = () => club.db.$count(auditLog, eq(auditLog.action, 'name.changed'));

  it('is asked to be confirmed, also where the address was empty so far, and nothing is saved before', async () => {
    for (const changed of [{ firstname: 'Mira' }, { lastname: 'Winter' }, { firstname: 'mia' }]) {
      const { status, body } = await put(changed);
      expect([status, body.code]).toEqual([403, 'step_up_required']);
    }
    expect(await shown()).toMatchObject({ firstname: 'Mia', lastname: 'Sommer', street: null });
    expect(await changes()).toBe(0);
  });

  it('is saved with the code for it, told by mail, and counts as a change of security', async () => {
    const mailed = (await club.mails()).length;
    const code = await codeFor(winter);
    expect((await club.mails()).at(-1)?.text).toContain('another name for your account (Mia Winter)');
    const saved = await put({ ...winter, ...code });
    expect(saved).toMatchObject({ status: 200, body: { ...berlin, ...winter } });
    const mail = (await club.mails()).at(-1);
    expect([(await club.mails()).length - mailed, mail?.to, mail?.subject]).toEqual([
      2,
      'mia@example.org',
      'Your name was changed',
    ]);
    expect(mail?.text).toContain('It is now: Mia Winter');
    const told = await club.db.select().from(notifications).orderBy(notifications.id);
    expect(told.map(({ type, userId }) => [type, userId])).toEqual([['security.name_changed', id]]);
    const rows = await club.db.select().from(auditLog).where(eq(auditLog.action, 'name.changed'));
    expect(rows.map(({ userId, actorId }) => [userId, actorId])).toEqual([[id, id]]);
    expect(JSON.stringify(rows)).not.toContain('Winter');
    const since = new Date(start.getTime() - 1).toISOString();
    const [last] = await club.db
      .select({ at: lastSecurityChange(since) })
      .from(users)
      .where(eq(users.id, id));
    expect(last?.at).toEqual(start);
  });

  it('is saved with no code for another one', async () => {
    const code = await codeFor({ firstname: 'Mia', lastname: 'Herbst' });
    const refused = await put({ ...winter, ...code });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['verification_code']]);
    expect(await changes()).toBe(0);
  });

  it('is none where only the writing of a sign differs, or where it is left out', async () => {
    await club.db.update(users).set({ lastname: "O'Neill-Sommer" }).where(eq(users.id, id));
    for (const name of [{ lastname: ' O’Neill‑Sommer ' }, { firstname: undefined, lastname: undefined }])
      expect(await put(name)).toMatchObject({ status: 200, body: { firstname: 'Mia', lastname: "O'Neill-Sommer" } });
    expect(await changes()).toBe(0);
  });

  it('needs no code where nobody could send one, and no mail goes to an address that nobody confirmed', async () => {
    await club.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, id));
    const mailed = (await club.mails()).length;
    expect((await put(winter)).status).toBe(200);
    expect([await changes(), (await club.mails()).length - mailed]).toEqual([1, 0]);
  });

  it('is refused before a code is asked for where something else is wrong', async () => {
    const { etag } = await shown();
    expect(await put({ ...winter, postcode: '1010' })).toMatchObject({ status: 422 });
    expect(await put(winter, '"another"')).toMatchObject({ status: 412, body: { code: 'address_changed' } });
    expect(await put(winter, etag ?? '')).toMatchObject({ status: 403, body: { code: 'step_up_required' } });
    await club.db.update(users).set({ firstWithdrawalAt: start }).where(eq(users.id, id));
    expect(await put({ ...winter, ...(await codeFor(winter)) })).toMatchObject({
      status: 409,
      body: { code: 'identity_locked' },
    });
  });

  it.each([
    { firstname: '- .' },
    { firstname: 'http://evil.example' },
    { firstname: 'evil.example' },
    { lastname: 'Sommer 2' },
    { lastname: 'Mia <Sommer>' },
  ])('is refused at its field as %j, in words of its own', async (changed) => {
    const [field = ''] = Object.keys(changed);
    const { status, body } = await put(changed);
    expect([status, body.errors]).toEqual([
      422,
      { [field]: [expect.stringContaining('needs a letter and may hold letters')] },
    ]);
    const german = await call('PUT', '/user/address', { ...berlin, ...changed }, { language: 'de' });
    expect(german.body.errors[field]?.[0]).toContain('braucht einen Buchstaben und darf Buchstaben');
  });

  it('leaves a name of former days as it is as long as nobody changes it', async () => {
    await club.db.update(users).set({ firstname: 'Mia 2' }).where(eq(users.id, id));
    expect(await put({ firstname: undefined, lastname: undefined })).toMatchObject({ body: { firstname: 'Mia 2' } });
  });
});

describeOnPostgres('another name, saved in two windows at once', (open) => {
  it('is saved by the one with the code; the other window does not take it back', async () => {
    const club = await openAccountClub(open);
    const { id } = await club.addMember();
    const call = await callerFor(club, 'mia@example.org');
    const context = verificationContext.nameChange(winter);
    await call('POST', '/user/request-verification-code', { action: 'name.change', context });
    const code = { verification_method: 'email', verification_code: await newestCode(club) };
    const answers: AccountAnswer[] = await Promise.all([
      call('PUT', '/user/address', { ...berlin, ...winter, ...code }),
      ...Array.from({ length: 4 }, () => call('PUT', '/user/address', berlin)),
    ]);
    expect(answers[0]?.status).toBe(200);
    // Calls before the change are saved. Calls after it are stale, or need a code themselves.
    for (const { status } of answers.slice(1)) expect([200, 403, 412]).toContain(status);
    const [user] = await club.db.select().from(users).where(eq(users.id, id));
    expect(user?.lastname).toBe('Winter');
  });
});
