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

/** The bank's credit for an order. */
const creditOf = (key: string, amount: number, order = 'OR-1') => [
  newEntry(key),
  post(key, 'club.bank', -amount),
  post(key, 'member.available', amount),
  transactionOf(key, {
    type: `'deposit'`,
    status: `'completed'`,
    reference_kind: `'order'`,
    reference_label: `'${order}'`,
  }),
];
const paid = [`status = 'paid', amount_paid = 5000`, `status = 'completed'`].map(ofOrder);
const refundOf = (amount: number) => [
  newEntry('order:OR-1:refund'),
  post('order:OR-1:refund', 'member.available', -amount),
  post('order:OR-1:refund', 'club.bank', amount),
  transactionOf('order:OR-1:refund', { type: `'refund'`, status: `'completed'` }),
];

const cases: Case[] = [
  // Transactions and the ledger.
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
  ['an order that is paid without a credit', () => [ofOrder(`status = 'paid', amount_paid = 5000`)]],
  ['an order that is paid in part without a credit', () => [ofOrder(`status = 'partially_paid', amount_paid = 1`)]],
  ['an order that is paid in part with nothing', () => [ofOrder(`status = 'partially_paid'`)]],
  ['an expired order that is paid later without a credit', () => [ofOrder(`status = 'expired', amount_paid = 1`)]],
  [
    'an order that is paid by the credit of another',
    () => [...creditOf('x', 5000, 'OR-2'), ofOrder(`status = 'paid', amount_paid = 5000`)],
  ],
  [
    'an order that is paid by somebody else’s credit',
    () => [
      ...creditOf('x', 5000),
      `insert into wallet_orders (label, user_id, type, status, amount, payment_method, created_at, expires_at)
         values ('OR-2', ${scene.otto}, 'deposit', 'awaiting_payment', 5000, 'bank_transfer', ${at}, ${at})`,
      `update wallet_orders set status = 'paid', amount_paid = 5000 where label = 'OR-2'`,
    ],
  ],
  ['an order that is paid with less than its credit', () => [...creditOf('x', 5001), ...paid]],
  [
    'an order that is refunded without a refund',
    () => [...creditOf('x', 5000), ...paid, ofOrder(`status = 'refunded'`)],
  ],
  [
    'an order that is refunded with less',
    () => [...creditOf('x', 5000), ...paid, ...refundOf(4999), ofOrder(`status = 'refunded'`)],
  ],
  ['an order that has a refund and is not refunded', () => [...creditOf('x', 5000), ...paid, ...refundOf(5000)]],
  [
    'plants that are paid and completed without a price taken',
    () => [
      newOrder('OR-2').replace(`'deposit'`, `'plant_purchase'`),
      ...['paid', 'completed'].map(
        (status) => `update wallet_orders set status = '${status}', amount_paid = 5000 where label = 'OR-2'`,
      ),
    ],
  ],
  // Bank transfers.
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
      `insert into wallet_bank_transfers (account_iban, bank_reference, facts, occurrence, amount, booked_on, remittance, outcome, imported_at)
         select account_iban, bank_reference, facts, occurrence, amount, booked_on, remittance, outcome, imported_at from wallet_bank_transfers`,
    ],
  ],
  ['a transfer of nothing', () => [`update wallet_bank_transfers set amount = 0`]],
  ['a deleted transfer', () => ['delete from wallet_bank_transfers']],
  ['emptied transfers', () => ['truncate wallet_bank_transfers cascade']],
  ['a member with money deleted', () => [`delete from users where id = ${scene.mira}`]],
];

describeOnEachDatabase('the database', (open) => {
  beforeEach(() => setScene(open));

  it('takes what becomes of a transfer, and that the bank reverses it', async () => {
    const outcomes = [`outcome = 'credited', order_label = 'OR-1'`, `outcome = 'reversal'`];
    expect(await refusal(...outcomes.map(ofTransfer))).toBe(undefined);
  });

  it('takes an order that is paid and refunded with its entries, which the cases below differ from', async () => {
    const steps = [...creditOf('x', 5000), ...paid, ...refundOf(5000), ofOrder(`status = 'refunded'`)];
    expect(await refusal(...steps)).toBe(undefined);
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

  /**
   * Returns how the database refuses the step itself. A step that is taken ends in P0001, before the commit checks its
   * entries.
   */
  const refusalOfStep = (statement: string) =>
    refusal(statement, `do $$ begin raise exception 'taken' using errcode = 'P0001'; end $$`);

  /** Returns the steps that the database takes. Each is tried on a row that is put into its state, and rolled back. */
  async function listTaken(states: readonly string[], put: (state: string) => string, step: (to: string) => string) {
    const taken: string[] = [];
    for (const [from, to] of pairs(states)) {
      await pastTriggers(scene.club, (tx) => tx.execute(sql.raw(put(from))));
      const code = await refusalOfStep(step(to));
      if (code === 'P0001') taken.push(`${from}>${to}`);
      else expect(code, `${from}>${to}`).toBe('23001');
    }
    return taken.sort();
  }
  const listed = (text: string) => text.split(/\s+/).sort();

  it('an order takes those of its list alone', async () => {
    const put = (state: string) => ofOrder(`status = '${state}', amount_paid = 5000`);
    const taken = await listTaken(OrderStatus.options, put, (to) => ofOrder(`status = '${to}'`));
    expect(taken).toEqual(listed(steps.orders));
  });

  it('a withdrawal takes those of its list alone', async () => {
    await run(`insert into wallet_payout_files values ('file', ${at}, ${scene.otto}, 1, 1, '<Document/>')`);
    const marks = (state: string) => {
      const file = ['processing', 'completed', 'failed', 'returned'].includes(state) ? `'file'` : 'null';
      return `status = '${state}', payout_file_id = ${file}`;
    };
    const put = (state: string) => ofWithdrawal(`${marks(state)}, approved_by = ${scene.otto}`);
    const taken = await listTaken(WithdrawalStatus.options, put, (to) => ofWithdrawal(marks(to)));
    expect(taken).toEqual(listed(steps.withdrawals));
  });
});
