/** Checks the whole ledger and its log against each other in constant memory. */
import { sql } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { readSnapshot } from '../database/snapshot';
import type { Deps } from '../deps';
import { type Signer, signerOf } from './checkpoint';
import { ledgerEntries, ledgerLogHeads } from './ledger.tables';
import { verifyLog } from './verify-log';

export interface Verdict {
  entries: number;
  /** Leaves of the log; fewer than `entries` while some wait to be logged. */
  leaves: number;
  heads: number;
  /** One line for each fault, as a message for staff; empty if the ledger is correct. */
  faults: string[];
}

/** More faults would tell staff nothing new. */
const mostFaults = 100;

/** Compares a module's data with the ledger. Returns at most `most` faults, as messages for staff. */
export type BooksCheck = (tx: Tx, most: number) => Promise<string[]>;

/**
 * Checks one snapshot: sums, balances, running balances, leaves, nodes, heads, signatures, and other modules' checks.
 */
export const verifyLedger = (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  checks: readonly BooksCheck[] = [],
): Promise<Verdict> => readSnapshot(db, (tx) => verify(tx, signerOf(config), checks));

async function verify(tx: Tx, signer: Signer, checks: readonly BooksCheck[]): Promise<Verdict> {
  const faults = await listFaultyBooks(tx);
  for (const check of checks)
    if (faults.length < mostFaults) faults.push(...(await check(tx, mostFaults - faults.length)));
  const report = (fault: string) => void (faults.length < mostFaults && faults.push(fault));
  const leaves = await verifyLog(tx, signer, report);
  return { entries: await tx.$count(ledgerEntries), leaves, heads: await tx.$count(ledgerLogHeads), faults };
}

async function listFaultyBooks(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ fault: string }>(sql`
    select 'The postings of entry ' || entry_id || ' do not sum to 0 in ' || currency || '.' as fault
      from ledger_postings group by entry_id, currency having sum(amount) <> 0
    union all
    select 'Entry ' || id || ' has no postings.' from ledger_entries e
      where not exists (select 1 from ledger_postings where entry_id = e.id)
    union all
    select 'Account ' || a.id || ' does not hold what its postings sum to.'
      from ledger_accounts a
      left join (select account_id, sum(amount) as balance, count(*) as postings from ledger_postings group by account_id) p
        on p.account_id = a.id
      where a.balance <> coalesce(p.balance, 0) or a.postings <> coalesce(p.postings, 0)
    union all
    select 'Account ' || id || ' is overdrawn.' from ledger_accounts where kind like 'member.%' and kind <> 'member.debt' and balance < 0
    union all
    select 'Account ' || id || ' is a debt that is more than repaid.' from ledger_accounts where kind = 'member.debt' and balance > 0
    union all
    select 'Member ' || d.user_id || ' has available money and a debt in ' || d.currency || '.' from ledger_accounts d
      join ledger_accounts a on a.user_id = d.user_id and a.currency = d.currency and a.kind = 'member.available'
      where d.kind = 'member.debt' and d.balance < 0 and a.balance > 0
    union all
    select 'Posting ' || position || ' of account ' || account_id || ' is out of line.' from (
      select account_id, position, balance_after,
        sum(amount) over (partition by account_id order by position) as right_balance,
        row_number() over (partition by account_id order by position) as right_position
      from ledger_postings) as posting
      where balance_after <> right_balance or position <> right_position
    union all
    select 'Entry ' || id || ' is neither in the log nor waits for it.' from ledger_entries e
      where not exists (select 1 from ledger_log_nodes where entry_id = e.id)
        and not exists (select 1 from ledger_unlogged where entry_id = e.id)
    union all
    select 'The log waits for entry ' || entry_id || ', which does not exist.' from ledger_unlogged u
      where not exists (select 1 from ledger_entries where id = u.entry_id)
    limit ${mostFaults}`);
  return rows.map(({ fault }) => fault);
}
