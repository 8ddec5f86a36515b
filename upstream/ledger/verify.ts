/** Checks the whole ledger and its log against each other, in constant memory. */
import { asc, gt, sql } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { readSnapshot } from '../database/snapshot';
import type { Deps } from '../deps';
import { leafOf } from './canonical';
import { openHead, type Signer, signerOf } from './checkpoint';
import { ledgerEntries, ledgerLogHeads, ledgerLogNodes } from './ledger.tables';
import { findEntries } from './log';
import { foldNodes, nodeHash } from './merkle';

export interface Verdict {
  entries: number;
  /** Of the log; less than `entries` while some wait for their place. */
  leaves: number;
  heads: number;
  /** One line each, in words for staff; empty for a ledger that is right. */
  faults: string[];
}

const pageSize = 1000;

/** Reads everything as it was at one moment: sums, balances, running balances, leaves, nodes, heads and signatures. */
export const verifyLedger = ({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<Verdict> =>
  readSnapshot(db, (tx) => verify(tx, signerOf(config)));

async function verify(tx: Tx, signer: Signer): Promise<Verdict> {
  const faults = await findFaultyBooks(tx);
  const entries = await tx.$count(ledgerEntries);
  const { leaves, roots } = await growAgain(tx, faults);
  const heads = await tx.select().from(ledgerLogHeads).orderBy(asc(ledgerLogHeads.size));
  for (const { size, rootHash, note } of heads) {
    const signed = openHead(signer, note);
    if (!signed) faults.push(`Head ${size} bears no signature of the club.`);
    else if (signed.size !== size || !signed.rootHash.equals(rootHash))
      faults.push(`Head ${size} says another thing than what was signed.`);
    const root = roots.get(size);
    if (!root?.equals(rootHash))
      faults.push(`The log of ${size} entries is not the one that head ${size} was signed for.`);
  }
  return { entries, leaves, heads: heads.length, faults };
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
    limit 100`);
  return rows.map(({ fault }) => fault);
}

/** Grows the tree anew from the entries as they are now; its root at the size of each head. */
async function growAgain(tx: Tx, faults: string[]) {
  const sizes = new Set((await tx.select({ size: ledgerLogHeads.size }).from(ledgerLogHeads)).map(({ size }) => size));
  const roots = new Map<number, Buffer>();
  const edge: Buffer[] = [];
  let leaves = 0;
  for (;;) {
    const page = await tx
      .select({ position: ledgerLogNodes.position, hash: ledgerLogNodes.hash, entryId: ledgerLogNodes.entryId })
      .from(ledgerLogNodes)
      .where(sql`${ledgerLogNodes.level} = 0 and ${gt(ledgerLogNodes.position, leaves - 1)}`)
      .orderBy(asc(ledgerLogNodes.position))
      .limit(pageSize);
    if (page.length === 0) return { leaves, roots };
    const entries = new Map(
      (
        await findEntries(
          tx,
          page.map(({ entryId }) => entryId as number),
        )
      ).map((entry) => [entry.id, entry]),
    );
    for (const { position, hash, entryId } of page) {
      const entry = entries.get(entryId as number);
      if (!entry || !leafOf(entry).equals(hash))
        faults.push(`Entry ${entryId} is not what its leaf in the log was made of.`);
      edge.push(entry ? leafOf(entry) : hash);
      for (let at = position; at % 2 === 1; at = (at - 1) / 2) {
        const [left, right] = edge.splice(-2) as [Buffer, Buffer];
        edge.push(nodeHash(left, right));
      }
      leaves++;
      if (sizes.has(leaves)) roots.set(leaves, foldNodes(edge));
    }
  }
}
