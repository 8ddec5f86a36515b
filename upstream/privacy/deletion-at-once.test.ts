import { eq, isNotNull } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { auditLog } from '../database/audit.tables';
import { describeOnPostgres } from '../database/database.testing';
import { holding, untilWaiting } from '../database/locks.testing';
import { users } from '../members/members.tables';
import { personalData } from '../personal-data';
import { cancelDeletion } from './deletion';
import { tidyPrivacy } from './privacy.housekeeping';
import { openPrivacyClub, type PrivacyClub } from './privacy.testing';

const start = new Date('2026-11-20T09:00:00Z');
const due = new Date('2026-12-04T09:00:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: due }));
afterEach(() => void vi.useRealTimers());

describeOnPostgres('deletions at once', (open) => {
  let club: PrivacyClub;
  beforeEach(async () => {
    club = await openPrivacyClub(open);
  });

  const addLeaving = async (number: number) =>
    (
      await club.addMember({
        email: `member.${number}@example.org`,
        deletionRequestedAt: start,
        deletionDueAt: due,
        deletionRemindedAt: start,
      })
    ).id;
  const tidy = () => tidyPrivacy(club, personalData, due);
  const gone = () => club.db.$count(auditLog, eq(auditLog.action, 'account.deleted'));

  it('are carried out once for each account, whoever tidies', async () => {
    for (let number = 1; number <= 6; number++) await addLeaving(number);
    await Promise.all([tidy(), tidy(), tidy(), tidy()]);
    expect([await gone(), await club.db.$count(users, isNotNull(users.deletedAt))]).toEqual([6, 6]);
    const mails = (await club.mails()).filter(({ subject }) => subject.endsWith('is deleted'));
    expect(mails.map(({ to }) => to).sort()).toEqual(
      Array.from({ length: 6 }, (_, at) => `member.${at + 1}@example.org`),
    );
  });

  it('wait for what the member does at the same moment', async () => {
    const id = await addLeaving(1);
    const commit = await holding(club.db, async (tx) => {
      await tx.select().from(users).where(eq(users.id, id)).for('no key update');
    });
    const tidied = tidy();
    await untilWaiting(club.db, 1).finally(commit);
    await tidied;
    expect(await gone()).toBe(1);
  });

  it('go on after one that fails in the middle, which stays as it was', async () => {
    const broken = await addLeaving(1);
    const other = await addLeaving(2);
    const failing = {
      exports: [],
      deletes: [],
      anonymise: async (_: unknown, user: { id: number }) => {
        if (user.id === broken) throw new Error('a module failed');
      },
    };
    await tidyPrivacy(club, [...personalData, failing], due);
    const rows = await club.db.select().from(users).orderBy(users.id);
    expect(rows.map(({ id, email }) => ({ id, email }))).toEqual([
      { id: broken, email: 'member.1@example.org' },
      { id: other, email: `deleted-${other}` },
    ]);
    await tidy();
    expect(await gone()).toBe(2);
  });

  it('and a change of mind in the same moment end one way or the other, never between', async () => {
    for (let turn = 1; turn <= 6; turn++) {
      const id = await addLeaving(turn);
      const caller = { now: due, ip: null, requestId: 'request-1' };
      await Promise.all([tidy(), cancelDeletion(club, id, caller)]);
      const [row] = await club.db.select().from(users).where(eq(users.id, id));
      const actions = (await club.db.select().from(auditLog).where(eq(auditLog.userId, id))).map(
        ({ action }) => action,
      );
      const isKept = row?.email === `member.${turn}@example.org`;
      expect(actions).toEqual([isKept ? 'deletion.cancelled' : 'account.deleted']);
      expect([row?.deletionDueAt, row?.passwordHash === null]).toEqual([null, !isKept]);
    }
  });
});
