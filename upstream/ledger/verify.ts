/** Checks the whole ledger and its log against each other, in constant memory. */
import { sql } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { readSnapshot } from '../database/snapshot';
import type { Deps } from '../deps';
import { type Signer, signerOf } from './checkpoint';
import { ledgerEntries, ledgerLogHeads } from './ledger.tables';
import { verifyLog } from './verify-log';

export interface Verdict {
  entries: number;
  /** Of the log; less than `entries` while some wait for their place. */
  leaves: number;
  heads: number;
  /** One line each, in words for staff; empty for a ledger that is right. */
  faults: string[];
}

/** Staff need no more to know that something is wrong. */
const mostFaults = 100;

/** Reads everything as it was at one moment: sums, balances, running balances, leaves, nodes, heads and signatures. */
export const verifyLedger = ({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<Verdict> =>
  readSnapshot(db, (tx) => verify(tx, signerOf(config)));

async function verify(tx: Tx, signer: Signer): Promise<Verdict> {
  const faults = await findFaultyBooks(tx);
  const report = (fault: string) => void (faults.length < mostFaults && faults.push(fault));
  const leaves = await verifyLog(tx, signer, report);
  return { entries: await tx.$count(ledgerEntries), leaves, heads: await tx.$count(ledgerLogHeads), faults };
}

async function findFaultyBooks(tx: Tx): Promise<string[]> {
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
    select 'Account ' || id || ' is overdrawn.' from ledger_accounts where kind like 'member.%' and balance < 0
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
    limit ${mostFaults}`);
  return rows.map(({ fault }) => fault);
}
