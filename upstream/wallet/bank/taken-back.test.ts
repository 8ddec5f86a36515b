import { asc } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase, type TestDatabase } from '../../database/database.testing';
import { walletTransactions } from '../transactions/transactions.tables';
import { aMember } from '../wallet.testing';
import { anAccount, aWithdrawal } from '../withdrawals/withdrawals.testing';
import { anOrder, availableOf, balanceOf, entryOf, expectAgreement, importEntries, outcomesOf } from './bank.testing';

describeOnEachDatabase('a payment that the bank takes back', (open) => {
  async function paid() {
    const club = await open();
    const userId = await aMember(club);
    const label = await anOrder(club, userId, 10_000n);
    const payment = entryOf({ amount: 10_000n, remittance: label, party: { name: 'Ida', iban: 'NL91ABNA0417164300' } });
    await importEntries(club, payment);
    return { club, userId, label, payment };
  }
  const spend = async (club: TestDatabase, userId: number, amount: bigint) =>
    aWithdrawal(club, { userId, accountId: await anAccount(club, userId), amount });

  it('leaves the balance, and the transaction that had brought it is reversed', async () => {
    const { club, userId, label, payment } = await paid();
    const { claims } = await importEntries(club, { ...payment, amount: -10_000n, isReversal: true });
    expect(claims).toEqual([]);
    expect(await availableOf(club, userId)).toBe(0n);
    const rows = await club.db.select().from(walletTransactions).orderBy(asc(walletTransactions.position));
    expect(rows.map(({ type, status, amount, referenceLabel }) => [type, status, amount, referenceLabel])).toEqual([
      ['deposit', 'reversed', 10_000n, label],
      ['adjustment', 'completed', -10_000n, label],
    ]);
    await expectAgreement(club);
    await importEntries(club, { ...payment, amount: -10_000n, isReversal: true });
    expect(await outcomesOf(club)).toEqual(['reversal', 'reversal']);
  });

  it('is a claim as far as the money is gone, and the balance never falls below nothing', async () => {
    const { club, userId, payment } = await paid();
    await spend(club, userId, 7000n);
    const { claims } = await importEntries(club, { ...payment, amount: -10_000n, isReversal: true });
    expect(claims).toMatchObject([{ userId, amount: 7000n }]);
    expect(await availableOf(club, userId)).toBe(0n);
    expect(await balanceOf(club, 'club.adjustment')).toBe(-7000n);
    await expectAgreement(club);
  });

  it('is a claim altogether where nothing is left', async () => {
    const { club, userId, payment } = await paid();
    await spend(club, userId, 10_000n);
    expect((await importEntries(club, { ...payment, amount: -10_000n, isReversal: true })).claims).toMatchObject([
      { amount: 10_000n },
    ]);
    await expectAgreement(club);
  });

  it('is found by its payer where the bank gives another reference, and only once', async () => {
    const { club, userId, payment } = await paid();
    const recall = () =>
      entryOf({ ...payment, bankReference: `R${Math.random()}`, amount: -10_000n, returnReason: 'CUST' });
    await importEntries(club, recall());
    expect(await availableOf(club, userId)).toBe(0n);
    await importEntries(club, recall());
    expect(await outcomesOf(club)).toEqual(['reversal', 'reversal', 'unmatched']);
    await expectAgreement(club);
  });

  it('ends the waiting of one that belonged to nobody', async () => {
    const club = await open();
    const payment = entryOf({ amount: 900n });
    await importEntries(club, payment, { ...payment, amount: -900n, isReversal: true });
    expect(await outcomesOf(club)).toEqual(['reversal', 'reversal']);
    expect(await balanceOf(club, 'club.payable')).toBe(0n);
    await expectAgreement(club);
  });
});
