import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { TestDatabase } from '../../database/database.testing';
import { getStanding } from '../../ledger/ledger';
import { users } from '../../members/members.tables';
import { memberPermissions } from '../../members/permissions';
import { listBrokenPromises } from '../wallet.promises.testing';
import { aMember } from '../wallet.testing';
import { anAccount, aProcessedWithdrawal, aWithdrawal } from '../withdrawals/withdrawals.testing';
import { anOrder, entryOf, expectAgreement, importEntries } from './bank.testing';

/** A member whose payments are credited. `reverse` reverses them. */
export async function paid(club: TestDatabase, ...amounts: bigint[]) {
  const userId = await aMember(club);
  await club.db.update(users).set({ permissions: memberPermissions }).where(eq(users.id, userId));
  const withdrawAccountId = await anAccount(club, userId);
  const payments: ReturnType<typeof entryOf>[] = [];
  const pay = async (amount: bigint) => {
    const payment = entryOf({ amount, remittance: await anOrder(club, userId, amount) });
    payments.push(payment);
    await importEntries(club, payment);
  };
  for (const amount of amounts) await pay(amount);
  return {
    ...{ userId, pay },
    exported: async (amount: bigint) => (await aProcessedWithdrawal(club, { userId, withdrawAccountId, amount })).label,
    hold: (amount: bigint) => aWithdrawal(club, { userId, withdrawAccountId, amount }),
    reverse: (at = 0) => {
      const payment = payments[at] as ReturnType<typeof entryOf>;
      return importEntries(club, { ...payment, amount: -payment.amount, isReversal: true });
    },
    standing: async () => Object.values(await getStanding(club.db, userId, 'EUR')),
  };
}

/** Expects that bank and books agree, and that every promise of the database holds. */
export async function expectKept(club: TestDatabase): Promise<void> {
  await expectAgreement(club);
  expect(await listBrokenPromises(club)).toEqual([]);
}
