import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { OrderStatus } from '../contract/orders';
import { WithdrawalStatus } from '../contract/withdrawals';
import { describeOnEachDatabase } from '../database/database.testing';
import { getBalances } from '../ledger/ledger';
import {
  at,
  type Case,
  holdOf,
  newEntry,
  newOrder,
  ofOrder,
  ofTransaction,
  ofTransfer,
  ofWithdrawal,
  post,
  refusal,
  run,
  scene,
  setScene,
  transactionOf,
} from './wallet.database.testing';
import { pastTriggers } from './wallet.testing';

const cases: Case[] = [
  // What the member sees, and the ledger.
  ['a posting without a transaction', () => holdOf('x', 1000).slice(0, 3)],
  ['a transaction without a posting', () => [transactionOf('x', { position: 99 }), ...holdOf('x', 1000).slice(0, 3)]],
  ['a transaction of another amount', () => holdOf('x', 1000, { amount: -999 })],
  ['a transaction of another balance', () => holdOf('x', 1000, { balance_after: 99 })],
  ['a transaction of another currency', () => holdOf('x', 1000, { currency: `'USD'` })],
  ['a transaction of another member', () => holdOf('x', 1000, { user_id: scene.otto })],
  ['a transaction of another entry', () => holdOf('x', 1000, { entry_id: 1 })],
  ['a transaction at another place', () => holdOf('x', 1000, { position: 1 })],
  ['a transaction of an unknown type', () => holdOf('x', 1000, { type: `'gift'` })],
  ['a transaction twice', () => [...holdOf('x', 1000), transactionOf('x', { label: `'TX-again'` })]],
  ['two transactions with one label', () => [...holdOf('x', 1000), ...holdOf('y', 1000, { label: `'TX-x'` })]],
  ['more than there is', () => holdOf('x', 8001)],
  ['more than is held', () => [newEntry('x'), post('x', 'member.held', -2001), post('x', 'club.bank', 2001)]],
  ['a changed amount', () => [ofTransaction('amount = amount + 1')]],
  ['a changed balance', () => [ofTransaction('balance_after = 1')]],
  ['a changed owner', () => [ofTransaction(`user_id = ${scene.otto}`)]],
  ['a changed type', () => [ofTransaction(`type = 'bonus'`)]],
  ['a changed day', () => [ofTransaction(`booked_at = '2020-01-01'`)]],
  ['a completed transaction that waits again', () => [ofTransaction(`status = 'pending'`)]],
  ['a deleted transaction', () => [`delete from wallet_transactions where label = '${scene.deposit}'`]],
  ['emptied transactions', () => ['truncate wallet_transactions cascade']],
  // Orders.
  ['an order that begins paid', () => [newOrder('OR-2', 'paid', 5000)]],
  ['an order that begins with money', () => [newOrder('OR-2', 'awaiting_payment', 5000)]],
  ['an order that is paid with less', () => [ofOrder(`status = 'paid', amount_paid = 4999`)]],
  ['an order of another amount', () => [ofOrder('amount = 1')]],
  ['an order of another member', () => [ofOrder(`user_id = ${scene.otto}`)]],
  ['an order of another type', () => [ofOrder(`type = 'event_ticket'`)]],
  ['an order that loses what was paid', () => [ofOrder('amount_paid = 100'), ofOrder('amount_paid = 99')]],
  ['a deleted order', () => ['delete from wallet_orders']],
  ['emptied orders', () => ['truncate wallet_orders cascade']],
  ['a changed item', () => ['update wallet_order_items set quantity = 2']],
  ['a deleted item', () => ['delete from wallet_order_items']],
  ['emptied items', () => ['truncate wallet_order_items']],
  ['a changed step of an order', () => [`update wallet_order_steps set status = 'paid'`]],
  ['a deleted step of an order', () => ['delete from wallet_order_steps']],
  ['emptied steps of orders', () => ['truncate wallet_order_steps']],
  // What the bank said.
  ['a transfer of another amount', () => [ofTransfer('amount = 1')]],
  ['a transfer with another reference of the bank', () => [ofTransfer(`bank_reference = 'B2'`)]],
  ['a transfer of another day', () => [ofTransfer(`booked_on = '2020-01-01'`)]],
  [
    'a transfer that was for one and is for another',
    () => [ofTransfer(`outcome = 'credited', order_label = 'OR-1'`), ofTransfer('order_label = null')],
  ],
  [
    'a transfer that was booked and waits again',
    () => [ofTransfer(`outcome = 'other'`), ofTransfer(`outcome = 'unmatched'`)],
  ],
  [
    'a transfer twice',
    () => [
      `insert into wallet_bank_transfers (account_iban, bank_reference, part, amount, booked_on, remittance, outcome, imported_at)
         select account_iban, bank_reference, part, amount, booked_on, remittance, outcome, imported_at from wallet_bank_transfers`,
    ],
  ],
  ['a transfer of nothing', () => [`update wallet_bank_transfers set amount = 0`]],
  ['a deleted transfer', () => ['delete from wallet_bank_transfers']],
  ['emptied transfers', () => ['truncate wallet_bank_transfers cascade']],
  ['a member with money deleted', () => [`delete from users where id = ${scene.mira}`]],
];

describeOnEachDatabase('the database', (open) => {
  beforeEach(() => setScene(open));

  it('takes what becomes of a transfer, and that the bank takes it back', async () => {
    const outcomes = [`outcome = 'credited', order_label = 'OR-1'`, `outcome = 'reversal'`];
    expect(await refusal(...outcomes.map(ofTransfer))).toBe(undefined);
  });

  it.each(cases)('refuses %s', async (_, statements) => {
    expect(await refusal(...statements())).toMatch(/^23(001|502|503|505|514)$|^0A000$/);
    expect(await getBalances(scene.club.db, scene.mira, 'EUR')).toEqual({ available: 8000n, held: 2000n });
  });
});

const steps = {
  orders: `pending>awaiting_payment pending>paid pending>canceled pending>expired
    awaiting_payment>partially_paid awaiting_payment>paid awaiting_payment>expired awaiting_payment>canceled
    partially_paid>paid partially_paid>expired paid>completed completed>refunded`,
  withdrawals: `pending>approved pending>canceled pending>rejected approved>processing approved>rejected
    processing>completed processing>failed completed>returned`,
};
const pairs = (states: readonly string[]) =>
  states.flatMap((from) => states.filter((to) => to !== from).map((to) => [from, to] as const));

describeOnEachDatabase('of all steps from state to state', (open) => {
  beforeEach(() => setScene(open));

  /** The steps that the database takes, each tried on a row that is put into its state, and taken back. */
  async function findTaken(states: readonly string[], put: (state: string) => string, step: (to: string) => string) {
    const taken: string[] = [];
    for (const [from, to] of pairs(states)) {
      await pastTriggers(scene.club, (tx) => tx.execute(sql.raw(put(from))));
      const code = await refusal(step(to));
      if (code === undefined) taken.push(`${from}>${to}`);
      else expect(code, `${from}>${to}`).toBe('23001');
    }
    return taken.sort();
  }
  const listed = (text: string) => text.split(/\s+/).sort();

  it('an order takes those of its list alone', async () => {
    const put = (state: string) => ofOrder(`status = '${state}', amount_paid = 5000`);
    const taken = await findTaken(OrderStatus.options, put, (to) => ofOrder(`status = '${to}'`));
    expect(taken).toEqual(listed(steps.orders));
  });

  it('a withdrawal takes those of its list alone', async () => {
    await run(`insert into wallet_payout_files values ('file', ${at}, ${scene.otto}, 1, 1, '<Document/>')`);
    const marks = (state: string) => {
      const file = ['processing', 'completed', 'failed', 'returned'].includes(state) ? `'file'` : 'null';
      return `status = '${state}', payout_file_id = ${file}`;
    };
    const put = (state: string) => ofWithdrawal(`${marks(state)}, approved_by = ${scene.otto}`);
    const taken = await findTaken(WithdrawalStatus.options, put, (to) => ofWithdrawal(marks(to)));
    expect(taken).toEqual(listed(steps.withdrawals));
  });
});
