/** Four eyes for assignments. The largest amount that an assignment is about counts. */
import { expect, it } from 'vitest';
import type { Actor } from '../../club/command';
import { describeOnEachDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { aStaffMember } from '../../identity/staff/staff.testing';
import { aMember, giveMoney, now } from '../wallet.testing';
import { anAccount, anExportedWithdrawal, approve, aWithdrawal } from '../withdrawals/withdrawals.testing';
import { paymentsAssign } from './assign.club';
import { anOrder, entryOf, findStatus, importEntries, readAvailable } from './bank.testing';
import { exportPayouts } from './payouts';
import { payoutsFail } from './payouts.club';

describeOnEachDatabase('payments assign takes two people', (open) => {
  async function aTransfer(amount: bigint) {
    const club = await open();
    const [userId, actor] = [await aMember(club), await aStaffMember(club)];
    const { transfers } = await importEntries(club, entryOf({ amount }));
    const id = transfers[0]?.id;
    const assign = (to: string) =>
      paymentsAssign.run(club, { id, to, reason: 'The bank said so.' }, now, actor).then(({ data }) => data.done);
    return { club, userId, assign };
  }

  it('where a small debit would settle withdrawals of a large sum', async () => {
    const { club, userId, assign } = await aTransfer(-1n);
    const [greta, otto] = [await aMember(club), await aMember(club)];
    await giveMoney(club, userId, 500_000n);
    const withdrawAccountId = await anAccount(club, userId);
    const payout = async (amount: bigint) => {
      const label = await aWithdrawal(club, { userId, withdrawAccountId, amount });
      await approve(club, label, greta);
      return label;
    };
    const labels = [await payout(50_000n), await payout(50_000n)];
    await transaction(club.db, (tx) => exportPayouts(tx, otto, now));
    expect(await assign(labels.join(','))).toBe(false);
    expect(await findStatus(club, labels[0] as string)).toBe('processing');
  });

  it('where a small payment would go to a large order', async () => {
    const { club, userId, assign } = await aTransfer(1n);
    const label = await anOrder(club, userId, 100_000n);
    expect(await assign(label)).toBe(false);
    expect(await findStatus(club, label)).toBe('awaiting_payment');
  });

  it('and one where all of it is small', async () => {
    const { club, userId, assign } = await aTransfer(99_999n);
    expect(await assign(await anOrder(club, userId, 99_999n))).toBeUndefined();
  });
});

describeOnEachDatabase('payouts fail', (open) => {
  it.each([
    ['takes two people for', 100_000n, 'processing', 0n],
    ['takes one for less than', 99_999n, 'failed', 99_999n],
  ])('%s an amount that two took to the bank', async (_, amount, status, available) => {
    const club = await open();
    const [userId, greta, otto] = [await aMember(club), await aStaffMember(club), await aStaffMember(club, 'Otto')];
    await giveMoney(club, userId, amount);
    const label = await anExportedWithdrawal(club, userId, amount);
    const fail = (by: Actor) => payoutsFail.run(club, { label, reason: 'The bank said so.' }, now, by);
    await fail(greta);
    expect([await findStatus(club, label), await readAvailable(club, userId)]).toEqual([status, available]);
    if (status === 'processing') await expect(fail(greta)).rejects.toThrow('a colleague has to confirm it');
    if (status === 'processing') await fail(otto);
    expect([await findStatus(club, label), await readAvailable(club, userId)]).toEqual(['failed', amount]);
  });
});
