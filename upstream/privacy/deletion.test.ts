import { eq, inArray } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase } from '../database/database.testing';
import { password, signIn } from '../identity/identity.testing';
import { users } from '../members/members.tables';
import { personalData } from '../personal-data';
import { tidyPrivacy } from './privacy.housekeeping';
import { newestCode, openPrivacyClub, type PrivacyClub } from './privacy.testing';

const start = new Date('2026-11-20T09:00:00Z');
const due = '2026-12-04T09:00:00.000Z';
const to = (instant: string) => vi.setSystemTime(new Date(instant));

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('a request to delete an account', (open) => {
  let club: PrivacyClub;
  let mia: number;
  let token: string;
  beforeEach(async () => {
    club = await openPrivacyClub(open);
    mia = (await club.addMember()).id;
    token = await club.bearer();
  });

  const tidy = (data = personalData) => tidyPrivacy(club, data, new Date());
  const row = async () => (await club.db.select().from(users).where(eq(users.id, mia)))[0];
  const subjects = async () => (await club.mails()).map(({ subject }) => subject);
  const state = async () => (await club.call('GET', '/user/delete', { token })).body;
  const actions = async () =>
    (await club.db.select().from(auditLog).where(eq(auditLog.userId, mia)).orderBy(auditLog.id)).map(
      ({ action }) => action,
    );

  it('is asked for with password and code, and then due in 14 days', async () => {
    const answer = await club.requestDeletion(token);
    expect([answer.status, answer.body]).toEqual([
      202,
      { requested_at: start.toISOString(), due_at: due, obstacles: [] },
    ]);
    expect(await state()).toEqual(answer.body);
    expect((await club.call('GET', '/user/header', { token })).body).toMatchObject({ user: { deletion_due_at: due } });
    expect(await subjects()).toContain('Your account at Almende will be deleted');
    // A reminder that comes after the deletion is none.
    expect((await club.mails()).at(-1)?.until).toBe(due);
    expect(await actions()).toContain('deletion.requested');
    expect((await signIn(club as never)).status).toBe(200);
  });

  it('is asked for once', async () => {
    await club.requestDeletion(token);
    to('2026-11-20T09:02:00Z');
    const again = await club.requestDeletion(token);
    expect([again.status, again.body.code]).toEqual([409, 'deletion_requested']);
    expect((await row())?.deletionDueAt?.toISOString()).toBe(due);
  });

  it.each([
    ['a wrong password', { password: 'walnut-lantern-43' }, 'password'],
    ['no password', { password: undefined }, 'password'],
    ['a wrong code', { verification_code: '000000' }, 'verification_code'],
    ['no code', { verification_code: '' }, 'verification_code'],
    ['a code of the app, which is off', { verification_method: 'totp' }, 'verification_code'],
  ])('is refused with %s', async (_, fault, field) => {
    await club.post('/user/request-verification-code', { action: 'account.delete' }, { token });
    const right = { password, verification_method: 'email', verification_code: await newestCode(club) };
    const answer = await club.call('POST', '/user/delete', { token, body: { ...right, ...fault } });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    expect((await row())?.deletionDueAt).toBeNull();
    // The right proof is still valid: the refusal of another one used nothing up.
    expect((await club.call('POST', '/user/delete', { token, body: right })).status).toBe(202);
  });

  it('is refused without the step, and with a code for something else', async () => {
    const bare = await club.call('POST', '/user/delete', { token, body: { password } });
    expect([bare.status, bare.body.code]).toEqual([403, 'step_up_required']);
    await club.post('/user/request-verification-code', { action: 'password.change' }, { token });
    const code = { verification_method: 'email', verification_code: await newestCode(club) };
    const answer = await club.call('POST', '/user/delete', { token, body: { password, ...code } });
    expect([answer.status, (await row())?.deletionDueAt]).toEqual([422, null]);
  });

  it('lets nobody guess the password with a stolen session', async () => {
    const body = { password: 'a wrong password', verification_method: 'email', verification_code: '000000' };
    const statuses: number[] = [];
    for (let turn = 0; turn < 11; turn++) {
      statuses.push((await club.call('POST', '/user/delete', { token, body })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
    expect((await club.requestDeletion(token)).status).toBe(429);
  });

  it('can be taken back, also in the last second, and then nothing happens', async () => {
    await club.requestDeletion(token);
    to('2026-12-04T08:59:59Z');
    token = await club.bearer();
    await tidy();
    expect((await club.call('DELETE', '/user/delete', { token })).status).toBe(204);
    to('2026-12-04T09:00:01Z');
    await tidy();
    expect(await row()).toMatchObject({ email: 'mia@example.org', deletionDueAt: null, deletedAt: null });
    expect((await club.call('DELETE', '/user/delete', { token })).status).toBe(204);
    expect((await actions()).filter((action) => action === 'deletion.cancelled')).toHaveLength(1);
    expect((await club.requestDeletion(token)).status).toBe(202);
  });

  it('is reminded of once, two days before', async () => {
    await club.requestDeletion(token);
    const reminders = async () => (await subjects()).filter((subject) => subject.startsWith('In two days'));
    to('2026-12-02T08:59:59Z');
    await tidy();
    expect(await reminders()).toHaveLength(0);
    to('2026-12-02T09:00:00Z');
    await tidy();
    await tidy();
    expect(await reminders()).toHaveLength(1);
  });

  it('keeps nobody else from a reminder or a deletion where a reminder fails', async () => {
    const later = '2026-12-06T09:00:00.000Z';
    const others: number[] = [];
    for (const email of ['noa@example.org', 'pia@example.org']) {
      const other = await club.addMember({ email });
      others.push(other.id);
      const asked = { deletionRequestedAt: start, deletionDueAt: new Date(later) };
      await club.db.update(users).set(asked).where(eq(users.id, other.id));
    }
    await club.requestDeletion(token);
    const { enqueue } = club.jobs;
    club.jobs.enqueue = async (tx, queue, data) => {
      if ('to' in data && data.to === 'noa@example.org') throw new Error('broken');
      return enqueue(tx, queue, data);
    };
    to(due);
    await tidy();
    expect((await row())?.deletedAt).toEqual(new Date(due));
    const reminded = async () =>
      (await club.db.select().from(users).where(inArray(users.id, others)).orderBy(users.id)).map(
        ({ deletionRemindedAt }) => deletionRemindedAt,
      );
    expect(await reminded()).toEqual([null, new Date(due)]);
    club.jobs.enqueue = enqueue;
    await tidy();
    expect(await reminded()).toEqual([new Date(due), new Date(due)]);
  });
});
