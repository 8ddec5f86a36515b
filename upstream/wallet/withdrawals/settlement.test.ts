import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres, type TestDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { findAccount, getBalances } from '../../ledger/ledger';
import { users } from '../../members/members.tables';
import { findUser } from '../../members/users';
import { notifications } from '../../notifications/notifications.tables';
import { walletTransactions } from '../transactions/transactions.tables';
import { aMember, giveMoney, now } from '../wallet.testing';
import { failWithdrawal, listApproved, NotExportable, returnWithdrawal, settleWithdrawal } from './settlement';
import { walletWithdrawalSteps, walletWithdrawals } from './withdrawals.tables';
import { anAccount, aProcessedWithdrawal, approve, aWithdrawal, exportAlone } from './withdrawals.testing';

/** A member with 5,000.00 and an exported withdrawal of 1,000.00, which includes a fee of 1.50. */
async function aPayout(deps: TestDatabase) {
  const userId = await aMember(deps);
  const withdrawAccountId = await anAccount(deps, userId);
  await giveMoney(deps, userId, 500_000n);
  const payout = await aProcessedWithdrawal(deps, { userId, withdrawAccountId, amount: 100_000n, fee: 150n });
  return { ...payout, userId, withdrawAccountId };
}

const daysLater = (days: number) => new Date(now.getTime() + days * 86_400_000);
const settle = (deps: TestDatabase, label: string) =>
  transaction(deps.db, (tx) => settleWithdrawal(tx, deps, label, { externalReference: 'BANK-1', now }));
const fail = (deps: TestDatabase, label: string) =>
  transaction(deps.db, (tx) => failWithdrawal(tx, deps, label, { reason: 'Account closed', now }));
const sendBack = (deps: TestDatabase, label: string) =>
  transaction(deps.db, (tx) =>
    returnWithdrawal(tx, deps, label, { reason: 'No such account', externalReference: 'BANK-2', now }),
  );
const readBalance = async ({ db }: TestDatabase, kind: 'club.bank' | 'club.fees') =>
  (await findAccount(db, { kind, currency: 'EUR' }))?.balance ?? 0n;
const listTransactions = async ({ db }: TestDatabase, userId: number) =>
  (
    await db
      .select()
      .from(walletTransactions)
      .where(eq(walletTransactions.userId, userId))
      .orderBy(walletTransactions.position)
  ).map(({ type, status, amount, fee }) => [type, status, amount, fee]);

describeOnEachDatabase('a withdrawal at the bank', (open) => {
  it('locks name and country once it is completed, at the time of the first one, and not when it fails', async () => {
    const deps = await open();
    const { label: failed, userId, withdrawAccountId } = await aPayout(deps);
    const lockedSince = async () => (await findUser(deps.db, userId))?.firstWithdrawalAt;
    await fail(deps, failed);
    expect(await lockedSince()).toBeNull();
    for (const [day, since] of [
      [1, 1],
      [2, 1],
    ] as const) {
      const { label } = await aProcessedWithdrawal(deps, { userId, withdrawAccountId, amount: 2_000n });
      await transaction(deps.db, (tx) =>
        settleWithdrawal(tx, deps, label, { externalReference: label, now: daysLater(day) }),
      );
      expect(await lockedSince()).toEqual(daysLater(since));
    }
    const rename = deps.db.update(users).set({ lastname: 'Winter' }).where(eq(users.id, userId));
    await expect(rename).rejects.toMatchObject({ cause: { constraint: 'users_identity_locked' } });
  });

  it('is settled once: net leaves the bank, the fee stays with the club', async () => {
    const deps = await open();
    const { label, userId } = await aPayout(deps);
    expect(await getBalances(deps.db, userId, 'EUR')).toEqual({ available: 400_000n, held: 100_000n });
    expect([await settle(deps, label), await settle(deps, label)]).toEqual(['done', 'done_before']);
    expect(await getBalances(deps.db, userId, 'EUR')).toEqual({ available: 400_000n, held: 0n });
    expect([await readBalance(deps, 'club.bank'), await readBalance(deps, 'club.fees')]).toEqual([
      -500_000n + 99_850n,
      150n,
    ]);
    expect((await listTransactions(deps, userId)).at(-1)).toEqual(['withdrawal', 'completed', -100_000n, 150n]);
    const [row] = await deps.db.select().from(walletWithdrawals);
    expect(row).toMatchObject({ status: 'completed', completedAt: now, externalReference: 'BANK-1' });
    const steps = await deps.db.select().from(walletWithdrawalSteps).orderBy(walletWithdrawalSteps.id);
    expect(steps.map(({ status }) => status)).toEqual(['pending', 'approved', 'processing', 'completed']);
    expect(await deps.db.$count(auditLog, eq(auditLog.action, 'withdrawal.completed'))).toBe(1);
    const told = await deps.db.select().from(notifications).where(eq(notifications.userId, userId));
    expect(told.map(({ type, description }) => [type, description.en])).toEqual([
      ['wallet.withdrawal_completed', '€998.50 went to your bank account.'],
    ]);
  });

  it('that fails gives everything back', async () => {
    const deps = await open();
    const { label, userId } = await aPayout(deps);
    expect([await fail(deps, label), await fail(deps, label), await settle(deps, label)]).toEqual([
      'done',
      'done_before',
      'not_now',
    ]);
    expect(await getBalances(deps.db, userId, 'EUR')).toEqual({ available: 500_000n, held: 0n });
    expect((await listTransactions(deps, userId)).slice(1)).toEqual([
      ['withdrawal', 'failed', -100_000n, 150n],
      ['withdrawal_refund', 'completed', 100_000n, 0n],
    ]);
    const [row] = await deps.db.select().from(walletWithdrawals);
    expect(row?.failureReason).toBe('Account closed');
  });

  it('that is sent back gives the net amount back, once', async () => {
    const deps = await open();
    const { label, userId } = await aPayout(deps);
    expect(await sendBack(deps, label)).toBe('not_now');
    await settle(deps, label);
    expect([await sendBack(deps, label), await sendBack(deps, label), await settle(deps, label)]).toEqual([
      'done',
      'done_before',
      'done_before',
    ]);
    expect(await getBalances(deps.db, userId, 'EUR')).toEqual({ available: 499_850n, held: 0n });
    expect(await readBalance(deps, 'club.bank')).toBe(-500_000n);
    expect((await listTransactions(deps, userId)).slice(1)).toEqual([
      ['withdrawal', 'reversed', -100_000n, 150n],
      ['withdrawal_refund', 'completed', 99_850n, 0n],
    ]);
  });

  it('that nobody knows is said to be unknown', async () => {
    const deps = await open();
    expect(await settle(deps, 'WD-00000000X')).toBe('unknown');
  });

  it('is exported by somebody else than who approved it, from the stored amount on', async () => {
    const deps = await open();
    const userId = await aMember(deps);
    const withdrawAccountId = await anAccount(deps, userId);
    await giveMoney(deps, userId, 500_000n);
    const [greta, otto] = [await aMember(deps), await aMember(deps)];
    const big = await aWithdrawal(deps, { userId, withdrawAccountId, amount: 100_000n });
    const small = await aWithdrawal(deps, { userId, withdrawAccountId, amount: 99_999n });
    for (const label of [big, small]) expect(await approve(deps, label, greta)).toBe('done');
    const listed = await transaction(deps.db, listApproved);
    expect(listed.map(({ label, net, holder, iban }) => [label, net, holder, iban]).sort()).toEqual(
      [
        [big, 100_000n, 'Mira Maier', 'DE75512108001245126199'],
        [small, 99_999n, 'Mira Maier', 'DE75512108001245126199'],
      ].sort(),
    );
    await expect(exportAlone(deps, big, greta)).rejects.toThrow(NotExportable);
    await expect(exportAlone(deps, small, userId)).rejects.toThrow(NotExportable);
    await exportAlone(deps, small, greta);
    await exportAlone(deps, big, otto);
    await expect(exportAlone(deps, big, otto)).rejects.toThrow();
  });

  it('is kept to four eyes by the database itself', async () => {
    const deps = await open();
    const userId = await aMember(deps);
    const withdrawAccountId = await anAccount(deps, userId);
    await giveMoney(deps, userId, 500_000n);
    const greta = await aMember(deps);
    const label = await aWithdrawal(deps, { userId, withdrawAccountId, amount: 100_000n });
    const change = (set: string) =>
      deps.db.$client.query(`update wallet_withdrawals set ${set} where label = '${label}'`);
    await expect(change(`status = 'approved'`)).rejects.toMatchObject({ constraint: 'wallet_withdrawals_approved' });
    await expect(change(`status = 'approved', approved_by = ${userId}`)).rejects.toMatchObject({
      constraint: 'wallet_withdrawals_approved',
    });
    await approve(deps, label, greta);
    for (const [file, by] of [
      ['A', greta],
      ['B', userId],
      ['C', 'null'],
    ]) {
      await deps.db.$client.query(
        `insert into wallet_payout_files values ('${file}', '2026-11-20', ${by}, 1, 1, '<Document/>')`,
      );
      await expect(change(`status = 'processing', payout_file_id = '${file}'`), file as string).rejects.toMatchObject({
        constraint: 'wallet_withdrawals_four_eyes',
      });
    }
    await expect(change('four_eyes_from = 999999')).rejects.toMatchObject({ code: '23001' });
    await expect(change(`approved_by = ${await aMember(deps)}`)).rejects.toMatchObject({ code: '23001' });
    await expect(change(`status = 'processing'`)).rejects.toMatchObject({
      constraint: 'wallet_withdrawals_exported',
    });
  });
});

describeOnPostgres('the bank’s answers at once', (open) => {
  it('settle a withdrawal once, or fail it once, never both', async () => {
    const deps = await open();
    const { label, userId } = await aPayout(deps);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 ? settle(deps, label) : fail(deps, label))),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    const { available, held } = await getBalances(deps.db, userId, 'EUR');
    expect(held).toBe(0n);
    expect([400_000n, 500_000n]).toContain(available);
  });
});
