/** A wallet with a row of every kind, and statements with one fault each, for tests of its tables. */
import { sql } from 'drizzle-orm';
import type { Open, TestDatabase } from '../database/database.testing';
import { findFailure } from '../database/failures';
import { transaction } from '../database/transaction';
import { aMember, giveMoney, now } from './wallet.testing';
import { anAccount, aWithdrawal } from './withdrawals/withdrawals.testing';

/** The rows of the wallet, new for each test. */
export const scene = {
  club: undefined as unknown as TestDatabase,
  /** Has the money, the withdraw account and the order. */
  mira: 0,
  otto: 0,
  account: 0,
  /** The label of a withdrawal of 20.00. */
  withdrawal: '',
  /** The label of a deposit of 100.00 before the withdrawal. */
  deposit: '',
};

export const at = `'${now.toISOString()}'`;

/** Statements that are built after `scene` is set. */
export type Case = [name: string, statements: () => string[]];

export async function setScene(open: Open): Promise<void> {
  const club = await open();
  const [mira, otto] = [await aMember(club), await aMember(club)];
  const account = await anAccount(club, mira);
  const deposit = await giveMoney(club, mira, 10_000n);
  const withdrawal = await aWithdrawal(club, { userId: mira, withdrawAccountId: account, amount: 2000n });
  Object.assign(scene, { club, mira, otto, account, deposit, withdrawal });
  await run(newOrder('OR-1'));
  await run(
    `insert into wallet_order_items (order_label, line, title, quantity, unit_price) values ('OR-1', 1, 'deposit', 1, 5000)`,
  );
  await run(
    `insert into wallet_order_steps (order_label, status, at) values ('OR-1', 'awaiting_payment', ${at})`,
    `insert into wallet_bank_transfers (account_iban, bank_reference, facts, occurrence, amount, booked_on, remittance, outcome, imported_at)
       values ('DE1', 'B1', 'f', 1, 5000, '2026-11-20', 'OR-1', 'unmatched', ${at})`,
  );
}

export const run = (...statements: string[]) =>
  transaction(scene.club.db, async (tx) => {
    for (const statement of statements) await tx.execute(sql.raw(statement));
  });

/**
 * Returns the error code with which the database refuses the statements in one transaction, or undefined if it takes
 * them.
 */
export async function refusal(...statements: string[]): Promise<string | undefined> {
  try {
    await run(...statements);
    return undefined;
  } catch (error) {
    return findFailure(error)?.code ?? String(error);
  }
}

export const newOrder = (label: string, status = 'awaiting_payment', paid = 0) =>
  `insert into wallet_orders (label, user_id, type, status, amount, amount_paid, payment_method, created_at, expires_at)
     values ('${label}', ${scene.mira}, 'deposit', '${status}', 5000, ${paid}, 'bank_transfer', ${at}, ${at})`;

export const newEntry = (key: string) =>
  `insert into ledger_entries (kind, key, booked_at, salt, postings)
     values ('test', '${key}', ${at}, decode(repeat('00', 32), 'hex'), 2)`;
export const post = (key: string, kind: string, amount: number) =>
  `insert into ledger_postings (entry_id, account_id, amount)
     select (select id from ledger_entries where key = '${key}'), id, ${amount} from ledger_accounts where kind = '${kind}'`;

/** Returns the insert of the transaction for the member's posting in an entry. `other` replaces columns. */
export function transactionOf(key: string, other: Record<string, string | number> = {}) {
  const columns = {
    account_id: 'p.account_id',
    position: 'p.position',
    label: `'TX-${key}'`,
    user_id: scene.mira,
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

export const holdOf = (key: string, amount: number, other?: Record<string, string | number>) => [
  newEntry(key),
  post(key, 'member.available', -amount),
  post(key, 'member.held', amount),
  transactionOf(key, other),
];

/** Returns the insert of a withdrawal of 10.00 for the hold in an entry. `other` replaces columns. */
export function withdrawalOf(key: string, other: Record<string, string | number> = {}) {
  const columns = {
    label: `'WD-${key}'`,
    user_id: scene.mira,
    draft_id: 'gen_random_uuid()',
    withdraw_account_id: scene.account,
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

export const ofAccount = (set: string) => `update wallet_withdraw_accounts set ${set} where id = ${scene.account}`;
export const ofTransaction = (set: string) => `update wallet_transactions set ${set} where label = '${scene.deposit}'`;
export const ofOrder = (set: string) => `update wallet_orders set ${set} where label = 'OR-1'`;
export const ofWithdrawal = (set: string) => `update wallet_withdrawals set ${set} where label = '${scene.withdrawal}'`;
export const ofTransfer = (set: string) => `update wallet_bank_transfers set ${set} where bank_reference = 'B1'`;
