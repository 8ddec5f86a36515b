import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { CommandFailed } from '../club/command';
import { describeOnEachDatabase, type TestDatabase } from '../database/database.testing';
import { transaction } from '../database/transaction';
import { aColleague } from '../identity/staff/staff.testing';
import { ledgerVerify } from '../ledger/ledger.club';
import { anOrder, entryOf, expectAgreement, importEntries } from './bank/bank.testing';
import { refundOrder } from './orders/refund';
import { listWalletFaults } from './verify-wallet';
import { aMember, now, pastTriggers } from './wallet.testing';
import { failWithdrawal } from './withdrawals/settlement';
import { anAccount, aProcessedWithdrawal, aWithdrawal } from './withdrawals/withdrawals.testing';

/** Labels of one order and one withdrawal in each state that has its own entries. */
interface Labels {
  paid: string;
  refunded: string;
  pending: string;
  completed: string;
  failed: string;
  returned: string;
}

async function aClub(club: TestDatabase): Promise<Labels> {
  const userId = await aMember(club);
  const withdrawAccountId = await anAccount(club, userId);
  const pay = async (amount: bigint) => {
    const label = await anOrder(club, userId, amount);
    await importEntries(club, entryOf({ amount, remittance: label }));
    return label;
  };
  const [paid, refunded] = [await pay(50_000n), await pay(5000n)];
  await transaction(club.db, (tx) =>
    refundOrder(tx, club, { label: refunded, reason: 'Asked for', actorId: aColleague.id }, now),
  );
  const process = async (amount: bigint) =>
    (await aProcessedWithdrawal(club, { userId, withdrawAccountId, amount })).label;
  const bookPayout = (endToEndId: string, amount: bigint) =>
    importEntries(club, entryOf({ amount: -amount, endToEndId }));
  const [completed, failed, returned] = [await process(1000n), await process(2000n), await process(3000n)];
  await bookPayout(completed, 1000n);
  await transaction(club.db, (tx) => failWithdrawal(tx, club, failed, { reason: null, now }));
  await bookPayout(returned, 3000n);
  await importEntries(club, entryOf({ amount: 3000n, endToEndId: returned, returnReason: 'AC04' }));
  const pending = await aWithdrawal(club, { userId, withdrawAccountId, amount: 4000n });
  return { paid, refunded, pending, completed, failed, returned };
}

const verify = ledgerVerify([listWalletFaults]);

/** Returns the lines of the command's message after the first one, or none when the command succeeds. */
async function listFaults(club: TestDatabase): Promise<string[]> {
  try {
    await verify.run(club, {}, now);
    return [];
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    return error.message.split('\n').slice(1);
  }
}

const set = (table: string, values: string, where: string) => `update ${table} set ${values} where ${where}`;
const withdrawal = (label: string, status: string) =>
  set('wallet_withdrawals', `status = '${status}'`, `label = '${label}'`);
const order = (label: string, values: string) => set('wallet_orders', values, `label = '${label}'`);

type Case = [name: string, statement: (labels: Labels) => string, fault: (labels: Labels) => string];

const cases: Case[] = [
  [
    'a transaction of another amount',
    () => set('wallet_transactions', 'amount = amount + 1', 'position = 1'),
    () => 'differs from its posting 1 of account',
  ],
  [
    'a transaction in the other direction',
    () => set('wallet_transactions', 'amount = -amount', 'position = 1'),
    () => 'differs from its posting 1 of account',
  ],
  [
    'a transaction with another balance',
    () => set('wallet_transactions', 'balance_after = 1', 'position = 2'),
    () => 'differs from its posting 2 of account',
  ],
  [
    'a posting that no member sees',
    () => 'delete from wallet_transactions where position = 1',
    () => 'has no transaction.',
  ],
  [
    'a hold that is not released',
    ({ pending }) => withdrawal(pending, 'canceled'),
    ({ pending }) => `Withdrawal ${pending} is canceled, and its release is not booked.`,
  ],
  [
    'money held for nothing',
    ({ pending }) => withdrawal(pending, 'canceled'),
    () => 'has 40.00 EUR held, and open withdrawals and orders of 0.00 EUR.',
  ],
  [
    'a settlement without its step',
    ({ completed }) => withdrawal(completed, 'processing'),
    ({ completed }) => `Withdrawal ${completed} is processing, and its settlement is booked.`,
  ],
  [
    'a step without its settlement',
    ({ failed }) => withdrawal(failed, 'completed'),
    ({ failed }) => `Withdrawal ${failed} is completed, and its settlement is not booked.`,
  ],
  [
    'a return that is none',
    ({ completed }) => withdrawal(completed, 'returned'),
    ({ completed }) => `Withdrawal ${completed} is returned, and its return is not booked.`,
  ],
  [
    'a withdrawal of another amount',
    ({ returned }) => set('wallet_withdrawals', 'amount = amount + 1', `label = '${returned}'`),
    ({ returned }) => `Withdrawal ${returned} is returned, and its return is booked with other amounts`,
  ],
  [
    'a transaction in another state than its withdrawal',
    ({ completed }) =>
      set(
        'wallet_transactions',
        "status = 'failed'",
        `label = (select transaction_label from
      wallet_withdrawals where label = '${completed}')`,
      ),
    ({ completed }) => `Withdrawal ${completed} is completed, and its transaction`,
  ],
  [
    'an order that was paid with more than was credited',
    ({ paid }) => order(paid, 'amount_paid = amount_paid + 100'),
    ({ paid }) => `Order ${paid} is completed and says that 501.00 EUR were paid; credited are 500.00 EUR`,
  ],
  [
    'an order that was not paid',
    ({ paid }) => order(paid, "status = 'partially_paid', amount_paid = 0"),
    ({ paid }) => `Order ${paid} is partially_paid and says that 0.00 EUR were paid; credited are 500.00 EUR`,
  ],
  [
    'a refund that is not booked',
    ({ paid }) => order(paid, "status = 'refunded'"),
    ({ paid }) => `Order ${paid} is refunded, and its refund is not booked.`,
  ],
  [
    'a refund without its step',
    ({ refunded }) => order(refunded, "status = 'completed'"),
    ({ refunded }) => `Order ${refunded} is completed, and its refund is booked.`,
  ],
  [
    'a bank transfer of another amount',
    () => set('wallet_bank_transfers', 'amount = amount + 100', 'id = 1'),
    () => 'The bank transfers sum to 541.00 EUR, and club.bank holds 540.00 EUR.',
  ],
  [
    'a credit of another amount than its entry',
    () => set('wallet_bank_transfers', 'amount = amount + 100', 'id = 1'),
    () => 'Transfer 1 of 501.00 EUR is credited, and its entry moves club.bank by 500.00 EUR.',
  ],
  [
    'a bank transfer that is gone',
    () => 'delete from wallet_bank_transfers where id = 1',
    () => 'club.bank holds 540.00 EUR.',
  ],
];

describeOnEachDatabase('the check of the ledger', (open) => {
  it('finds nothing where all is right', async () => {
    const club = await open();
    await aClub(club);
    await expectAgreement(club);
    expect(await listFaults(club)).toEqual([]);
  });

  it.each(cases)('names %s', async (_, statement, fault) => {
    const club = await open();
    const labels = await aClub(club);
    await pastTriggers(club, (tx) => tx.execute(sql.raw(statement(labels))));
    expect(await listFaults(club)).toContainEqual(expect.stringContaining(fault(labels)));
  });

  it('names at most a hundred', async () => {
    const club = await open();
    const userId = await aMember(club);
    await pastTriggers(club, (tx) =>
      tx.execute(sql`insert into wallet_orders (label, user_id, type, status, amount, amount_paid, payment_method, created_at, expires_at)
        select 'OR-' || n, ${userId}, 'deposit', 'completed', 100, 100, 'bank_transfer', now(), now() from generate_series(1, 150) n`),
    );
    expect(await listFaults(club)).toHaveLength(100);
  });
});
