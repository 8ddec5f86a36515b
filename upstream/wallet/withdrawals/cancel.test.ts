import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { getBalances } from '../../ledger/ledger';
import { users } from '../../members/members.tables';
import { walletTransactions } from '../transactions/transactions.tables';
import { walletWithdrawals } from './withdrawals.tables';
import { openWithdrawing, type WithdrawalClub } from './withdrawing.testing';

const start = new Date('2026-11-20T09:00:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('a withdrawal that goes no further', (open) => {
  let club: WithdrawalClub;
  beforeEach(async () => {
    club = await openWithdrawing(open);
  });
  const balances = () => getBalances(club.db, club.member.id, 'EUR');

  it('is canceled while it is pending, and everything is back', async () => {
    const { withdraw_label: label } = await club.withdraw('250.00');
    const canceled = await club.cancel(label);
    expect([canceled.status, canceled.body.status, canceled.body.actions]).toEqual([200, 'canceled', []]);
    expect(await balances()).toEqual({ available: 500_000n, held: 0n });
    expect((await club.cancel(label)).body).toEqual(canceled.body);
    const rows = await club.db.select().from(walletTransactions).orderBy(walletTransactions.position);
    expect(rows.map(({ type, status, amount }) => [type, status, amount]).slice(1)).toEqual([
      ['withdrawal', 'reversed', -25_000n],
      ['withdrawal_refund', 'completed', 25_000n],
    ]);
    expect(canceled.body.transaction_labels).toEqual(rows.slice(1).map((row) => row.label));
    expect(await club.db.$count(auditLog, eq(auditLog.action, 'withdrawal.canceled'))).toBe(1);
    expect((await club.mails()).at(-1)?.subject).toBe(`Withdrawal ${label} is cancelled`);
  });

  it('is canceled by the link of its mail, once, by whoever has it; looking changes nothing', async () => {
    const { withdraw_label: label } = await club.withdraw('250.00');
    const token = await club.cancelToken();
    const look = () => club.call('GET', `/wallet/withdrawal-cancellations/${token}`);
    const cancel = (given: string) => club.post('/wallet/withdrawal-cancellations', { token: given });
    const shown = { withdraw_label: label, amount: '250.00', currency: 'EUR' };
    for (const _ of [1, 2]) expect((await look()).body).toEqual({ ...shown, status: 'pending' });
    expect((await cancel(`${token.slice(0, -2)}AA`)).status).toBe(404);
    expect(await balances()).toEqual({ available: 475_000n, held: 25_000n });
    const done = await cancel(token);
    expect([done.status, done.body]).toEqual([200, shown]);
    expect(await balances()).toEqual({ available: 500_000n, held: 0n });
    const again = await cancel(token);
    expect([again.status, again.body.code]).toEqual([409, 'withdrawal_canceled']);
    const stored = JSON.stringify(await club.db.select().from(walletWithdrawals), (_, value) => String(value));
    expect(stored).not.toContain(token);
  });

  it('is approved and rejected by staff with the permission, never by the member themselves', async () => {
    const { withdraw_label: label } = await club.withdraw('250.00');
    await club.addMember({ email: 'greta@example.org', permissions: ['withdrawals.approve'] });
    await club.addMember({ email: 'nora@example.org' });
    const fails = (words: Promise<unknown>, message: string) => expect(words).rejects.toThrow(message);
    await fails(club.staff('approve', label, 'nora@example.org'), 'no permission withdrawals.approve');
    await club.db.update(users).set({ permissions: ['withdrawals.approve', 'wallet.view', 'wallet.withdraw'] });
    await fails(club.staff('approve', label, 'mia@example.org'), 'own');
    await fails(club.staff('approve', 'WD-00000000X', 'greta@example.org'), 'There is no withdrawal');
    expect((await club.staff('list')).lines).toEqual([expect.stringContaining(`${label}  2026-11-20T09:00`)]);
    expect((await club.staff('approve', label.toLowerCase(), 'greta@example.org')).lines).toEqual([
      `${label} is approved: 250.00 EUR.`,
    ]);
    await fails(club.staff('approve', label, 'greta@example.org'), 'already approved');
    const late = await club.cancel(label);
    expect([late.status, late.body.code]).toEqual([409, 'withdrawal_not_pending']);
    const byLink = await club.post('/wallet/withdrawal-cancellations', { token: await club.cancelToken() });
    expect([byLink.status, byLink.body.code]).toEqual([409, 'withdrawal_not_pending']);
    await club.staff('reject', label, 'greta@example.org', 'The account is not yours');
    expect((await club.get(`/wallet/withdrawals/${label}`)).body).toMatchObject({
      status: 'rejected',
      failure_reason: 'The account is not yours',
    });
    expect(await balances()).toEqual({ available: 500_000n, held: 0n });
    expect((await club.mails()).at(-1)?.text).toContain('The account is not yours');
    expect((await club.staff('list')).lines).toEqual(['No withdrawal is pending.']);
  });
});

describeOnPostgres('withdrawals at once', (open) => {
  it('are either canceled or approved', async () => {
    const club = await openWithdrawing(open);
    await club.addMember({ email: 'greta@example.org', permissions: ['withdrawals.approve'] });
    for (let round = 0; round < 5; round++) {
      const { withdraw_label: label } = await club.withdraw('20.00');
      const [canceled, approved] = await Promise.allSettled([
        club.cancel(label),
        club.staff('approve', label, 'greta@example.org'),
      ]);
      const wasCanceled = canceled.status === 'fulfilled' && canceled.value.status === 200;
      expect([wasCanceled, approved.status === 'fulfilled']).toContain(true);
      expect(wasCanceled).not.toBe(approved.status === 'fulfilled');
      if (!wasCanceled) await club.staff('reject', label, 'greta@example.org', 'Next round');
      expect(await getBalances(club.db, club.member.id, 'EUR')).toEqual({ available: 500_000n, held: 0n });
    }
  });
});
