import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { OrderStatus } from '../contract/orders';
import { WithdrawalStatus } from '../contract/withdrawals';
import { describeOnEachDatabase, type TestDatabase } from '../database/database.testing';
import { findFailure } from '../database/failures';
import { transaction } from '../database/transaction';
import { getBalances } from '../ledger/ledger';
import { aMember, giveMoney, now, pastTriggers } from './wallet.testing';
import { anAccount, approve, aWithdrawal, exportAlone } from './withdrawals/withdrawals.testing';

let club: TestDatabase;
let mira: number;
let otto: number;
let account: number;
/** Of a withdrawal of 20.00, of the hold it began with, and of the deposit of 100.00 before. */
let withdrawal: string;
let deposit: string;

const at = `'${now.toISOString()}'`;

async function setUp(open: () => Promise<TestDatabase>) {
  club = await open();
  [mira, otto] = [await aMember(club), await aMember(club)];
  account = await anAccount(club, mira);
  deposit = await giveMoney(club, mira, 10_000n);
  withdrawal = await aWithdrawal(club, { userId: mira, accountId: account, amount: 2000n });
  await run(newOrder('OR-1'));
  await run(`insert into wallet_order_items values ('OR-1', 1, 'deposit', 1, 5000)`);
  await run(
    `insert into wallet_order_steps (order_label, status, at) values ('OR-1', 'awaiting_payment', ${at})`,
    `insert into wallet_bank_transfers (account_iban, bank_reference, part, amount, booked_on, remittance, outcome, imported_at)
       values ('DE1', 'B1', 1, 5000, '2026-11-20', 'OR-1', 'unmatched', ${at})`,
  );
}

const run = (...statements: string[]) =>
  transaction(club.db, async (tx) => {
    for (const statement of statements) await tx.execute(sql.raw(statement));
  });

/** How the database refused the statements, which run in one transaction; undefined where it took them. */
async function refusal(...statements: string[]): Promise<string | undefined> {
  try {
    await run(...statements);
    return undefined;
  } catch (error) {
    return findFailure(error)?.code ?? String(error);
  }
}

const newOrder = (label: string, status = 'awaiting_payment', paid = 0) =>
  `insert into wallet_orders (label, user_id, type, status, amount, amount_paid, payment_method, created_at, expires_at)
     values ('${label}', ${mira}, 'deposit', '${status}', 5000, ${paid}, 'bank_transfer', ${at}, ${at})`;

const newEntry = (key: string) =>
  `insert into ledger_entries (kind, key, booked_at, salt) values ('test', '${key}', ${at}, decode(repeat('00', 32), 'hex'))`;
const post = (key: string, kind: string, amount: number) =>
  `insert into ledger_postings (entry_id, account_id, amount)
     select (select id from ledger_entries where key = '${key}'), id, ${amount} from ledger_accounts where kind = '${kind}'`;

/** The transaction of the member's posting in an entry, with what is given instead. */
function transactionOf(key: string, other: Record<string, string | number> = {}) {
  const columns = {
    account_id: 'p.account_id',
    position: 'p.position',
    label: `'TX-${key}'`,
    user_id: mira,
    entry_id: 'p.entry_id',
    type: `'withdrawal'`,
    status: `'pending'`,
    amount: 'p.amount',
    currency: 'p.currency',
    balance_after: 'p.balance_after',
    booked_at: at,
    ...other,
  };
  return `insert into wallet_transactions (${Object.keys(columns)}) select ${Object.values(columns)}
    from ledger_postings p join ledger_accounts a on a.id = p.account_id
    where a.kind = 'member.available' and p.entry_id = (select id from ledger_entries where key = '${key}')`;
}

const holdOf = (key: string, amount: number, other?: Record<string, string | number>) => [
  newEntry(key),
  post(key, 'member.available', -amount),
  post(key, 'member.held', amount),
  transactionOf(key, other),
];

/** A withdrawal of 10.00 of the hold in an entry, with what is given instead. */
function withdrawalOf(key: string, other: Record<string, string | number> = {}) {
  const columns = {
    label: `'WD-${key}'`,
    user_id: mira,
    draft_id: 'gen_random_uuid()',
    withdraw_account_id: account,
    amount: 1000,
    fee: 0,
    status: `'pending'`,
    transaction_label: `'TX-${key}'`,
    requested_at: at,
    estimated_on: `'2026-11-24'`,
    cancel_token_hash: `sha256('${key}')`,
    four_eyes_from: 100_000,
    ...other,
  };
  return `insert into wallet_withdrawals (${Object.keys(columns)}) values (${Object.values(columns)})`;
}

const ofAccount = (set: string) => `update wallet_withdraw_accounts set ${set} where id = ${account}`;
const ofTransaction = (set: string) => `update wallet_transactions set ${set} where label = '${deposit}'`;
const ofOrder = (set: string) => `update wallet_orders set ${set} where label = 'OR-1'`;
const ofWithdrawal = (set: string) => `update wallet_withdrawals set ${set} where label = '${withdrawal}'`;
const ofTransfer = (set: string) => `update wallet_bank_transfers set ${set} where bank_reference = 'B1'`;

const cases: [name: string, statements: () => string[]][] = [
  // What the member sees, and the ledger.
  ['a posting without a transaction', () => holdOf('x', 1000).slice(0, 3)],
  ['a transaction without a posting', () => [transactionOf('x', { position: 99 }), ...holdOf('x', 1000).slice(0, 3)]],
  ['a transaction of another amount', () => holdOf('x', 1000, { amount: -999 })],
  ['a transaction of another balance', () => holdOf('x', 1000, { balance_after: 99 })],
  ['a transaction of another currency', () => holdOf('x', 1000, { currency: `'USD'` })],
  ['a transaction of another member', () => holdOf('x', 1000, { user_id: otto })],
  ['a transaction of another entry', () => holdOf('x', 1000, { entry_id: 1 })],
  ['a transaction at another place', () => holdOf('x', 1000, { position: 1 })],
  ['a transaction of an unknown type', () => holdOf('x', 1000, { type: `'gift'` })],
  ['a transaction twice', () => [...holdOf('x', 1000), transactionOf('x', { label: `'TX-again'` })]],
  ['two transactions with one label', () => [...holdOf('x', 1000), ...holdOf('y', 1000, { label: `'TX-x'` })]],
  ['more than there is', () => holdOf('x', 8001)],
  ['more than is held', () => [newEntry('x'), post('x', 'member.held', -2001), post('x', 'club.bank', 2001)]],
  ['a changed amount', () => [ofTransaction('amount = amount + 1')]],
  ['a changed balance', () => [ofTransaction('balance_after = 1')]],
  ['a changed owner', () => [ofTransaction(`user_id = ${otto}`)]],
  ['a changed type', () => [ofTransaction(`type = 'bonus'`)]],
  ['a changed day', () => [ofTransaction(`booked_at = '2020-01-01'`)]],
  ['a completed transaction that waits again', () => [ofTransaction(`status = 'pending'`)]],
  ['a deleted transaction', () => [`delete from wallet_transactions where label = '${deposit}'`]],
  ['emptied transactions', () => ['truncate wallet_transactions cascade']],
  // Orders.
  ['an order that begins paid', () => [newOrder('OR-2', 'paid', 5000)]],
  ['an order that begins with money', () => [newOrder('OR-2', 'awaiting_payment', 5000)]],
  ['an order that is paid with less', () => [ofOrder(`status = 'paid', amount_paid = 4999`)]],
  ['an order of another amount', () => [ofOrder('amount = 1')]],
  ['an order of another member', () => [ofOrder(`user_id = ${otto}`)]],
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
  // Withdrawals.
  ['a withdrawal without a hold', () => [withdrawalOf('x')]],
  ['a withdrawal of more than its hold', () => [...holdOf('x', 1000), withdrawalOf('x', { amount: 1001 })]],
  ['a withdrawal of less than its hold', () => [...holdOf('x', 1000), withdrawalOf('x', { amount: 999 })]],
  ['a withdrawal of a deposit', () => [withdrawalOf('x', { transaction_label: `'${deposit}'`, amount: 10_000 })]],
  [
    'a withdrawal of what was not held',
    () => [
      newEntry('x'),
      post('x', 'member.available', -1000),
      post('x', 'club.bank', 1000),
      transactionOf('x'),
      withdrawalOf('x'),
    ],
  ],
  [
    'two withdrawals of a hold',
    () => [...holdOf('x', 1000), withdrawalOf('x'), withdrawalOf('y', { transaction_label: `'TX-x'` })],
  ],
  [
    'two withdrawals of a draft',
    () => [
      ...['x', 'y'].flatMap((key) => [...holdOf(key, 1000), withdrawalOf(key, { draft_id: `'${'0'.repeat(32)}'` })]),
    ],
  ],
  ['a withdrawal of somebody else’s money', () => [...holdOf('x', 1000), withdrawalOf('x', { user_id: otto })]],
  [
    'a withdrawal to somebody else’s account',
    () => [
      `insert into wallet_withdraw_accounts (user_id, name, holder, iban, usable_at, created_at)
         values (${otto}, 'Giro', 'Otto', 'DE02120300000000202051', ${at}, ${at})`,
      ...holdOf('x', 1000),
      withdrawalOf('x', { withdraw_account_id: `(select id from wallet_withdraw_accounts where user_id = ${otto})` }),
    ],
  ],
  [
    'a withdrawal to an account before its time',
    () => [...holdOf('x', 1000), withdrawalOf('x', { requested_at: `${at}::timestamptz - interval '1 second'` })],
  ],
  [
    'a withdrawal to a disabled account',
    () => [ofAccount('is_disabled = true'), ...holdOf('x', 1000), withdrawalOf('x')],
  ],
  [
    'a withdrawal to a deleted account',
    () => [ofAccount(`deleted_at = ${at}`), ...holdOf('x', 1000), withdrawalOf('x')],
  ],
  [
    'a withdrawal that begins approved',
    () => [...holdOf('x', 1000), withdrawalOf('x', { status: `'approved'`, approved_by: otto })],
  ],
  [
    'a withdrawal that begins approved for later',
    () => [...holdOf('x', 1000), withdrawalOf('x', { approved_by: otto })],
  ],
  ['a withdrawal of which all is fee', () => [...holdOf('x', 1000), withdrawalOf('x', { fee: 1000 })]],
  ['a withdrawal of another amount', () => [ofWithdrawal('amount = 1')]],
  ['a withdrawal of another fee', () => [ofWithdrawal('fee = 1')]],
  ['a withdrawal of another member', () => [ofWithdrawal(`user_id = ${otto}`)]],
  ['a withdrawal led elsewhere', () => [ofWithdrawal('withdraw_account_id = withdraw_account_id + 1')]],
  ['a withdrawal with another hold', () => [ofWithdrawal(`transaction_label = '${deposit}'`)]],
  ['a withdrawal with another cancel link', () => [ofWithdrawal(`cancel_token_hash = sha256('mine')`)]],
  ['a deleted withdrawal', () => ['delete from wallet_withdrawals']],
  ['emptied withdrawals', () => ['truncate wallet_withdrawals cascade']],
  ['a changed step of a withdrawal', () => [`update wallet_withdrawal_steps set status = 'completed'`]],
  ['a deleted step of a withdrawal', () => ['delete from wallet_withdrawal_steps']],
  ['emptied steps of withdrawals', () => ['truncate wallet_withdrawal_steps']],
  // Accounts for withdrawals.
  ['an account led elsewhere', () => [ofAccount(`iban = 'DE02120300000000202051'`)]],
  ['an account of another member', () => [ofAccount(`user_id = ${otto}`)]],
  ['an account usable before its time', () => [ofAccount(`usable_at = usable_at - interval '1 hour'`)]],
  ['an account older than it is', () => [ofAccount(`created_at = '2020-01-01'`)]],
  ['an account that comes back', () => [ofAccount(`deleted_at = ${at}`), ofAccount('deleted_at = null')]],
  ['a deleted account', () => ['delete from wallet_withdraw_accounts']],
  ['emptied accounts', () => ['truncate wallet_withdraw_accounts cascade']],
  [
    'two accounts with one IBAN',
    () => [
      `insert into wallet_withdraw_accounts (user_id, name, holder, iban, usable_at, created_at)
         select user_id, name, holder, iban, usable_at, created_at from wallet_withdraw_accounts`,
    ],
  ],
  [
    'two default accounts',
    () => [
      ofAccount('is_default = true'),
      `insert into wallet_withdraw_accounts (user_id, name, holder, iban, usable_at, created_at, is_default)
         values (${mira}, 'Giro', 'Mira Maier', 'DE02120300000000202051', ${at}, ${at}, true)`,
    ],
  ],
  // What the bank said, and what it was told.
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
  ['emptied payout files', () => ['truncate wallet_payout_files cascade']],
  ['a member with money deleted', () => [`delete from users where id = ${mira}`]],
];

describeOnEachDatabase('the database', (open) => {
  beforeEach(() => setUp(open));

  it('takes a hold with its transaction and its withdrawal, which the cases below differ from', async () => {
    expect(await refusal(...holdOf('x', 1000), withdrawalOf('x'))).toBe(undefined);
    expect(await getBalances(club.db, mira, 'EUR')).toEqual({ available: 7000n, held: 3000n });
  });

  it('takes what becomes of a transfer, and that the bank takes it back', async () => {
    const outcomes = [`outcome = 'credited', order_label = 'OR-1'`, `outcome = 'reversal'`];
    expect(await refusal(...outcomes.map(ofTransfer))).toBe(undefined);
  });

  it.each(cases)('refuses %s', async (_, statements) => {
    expect(await refusal(...statements())).toMatch(/^23(001|502|503|505|514)$|^0A000$/);
    expect(await getBalances(club.db, mira, 'EUR')).toEqual({ available: 8000n, held: 2000n });
  });

  it('refuses a changed payout file, and a second one for a withdrawal', async () => {
    await approve(club, withdrawal, otto);
    await exportAlone(club, withdrawal, otto);
    expect(await refusal('update wallet_payout_files set total = 2')).toBe('23001');
    expect(await refusal('delete from wallet_payout_files')).toBe('23001');
    const second = `insert into wallet_payout_files values ('second', ${at}, ${otto}, 1, 1, '<Document/>')`;
    expect(await refusal(second, ofWithdrawal(`payout_file_id = 'second'`))).toBe('23001');
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
  beforeEach(() => setUp(open));

  /** The steps that the database takes, each tried on a row that is put into its state, and taken back. */
  async function findTaken(states: readonly string[], put: (state: string) => string, step: (to: string) => string) {
    const taken: string[] = [];
    for (const [from, to] of pairs(states)) {
      await pastTriggers(club, (tx) => tx.execute(sql.raw(put(from))));
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
    await run(`insert into wallet_payout_files values ('file', ${at}, ${otto}, 1, 1, '<Document/>')`);
    const marks = (state: string) => {
      const file = ['processing', 'completed', 'failed', 'returned'].includes(state) ? `'file'` : 'null';
      return `status = '${state}', payout_file_id = ${file}`;
    };
    const put = (state: string) => ofWithdrawal(`${marks(state)}, approved_by = ${otto}`);
    const taken = await findTaken(WithdrawalStatus.options, put, (to) => ofWithdrawal(marks(to)));
    expect(taken).toEqual(listed(steps.withdrawals));
  });
});
