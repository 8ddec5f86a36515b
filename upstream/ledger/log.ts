/**
 * The log: each entry is a leaf of one Merkle tree that only grows (docs/product/wallet.md#ledger; hashes: RFC 9162).
 */
import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../database/database';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { canonicalForm, type LoggedEntry, leafOf } from './canonical';
import { signerOf, signHead } from './checkpoint';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerLogHeads,
  ledgerLogNodes,
  ledgerPostings,
  ledgerUnlogged,
} from './ledger.tables';
import { consistencyPath, foldNodes, inclusionPath, type Node, nodeHash, nodesOf, type Range } from './merkle';

const batch = 500;

/**
 * Appends the waiting entries, with one signed head for each batch. Several processes may do so at once.
 * @returns the number of appended entries
 */
export async function appendToLog(deps: Pick<Deps, 'db' | 'config'>, now: Date): Promise<number> {
  for (let appended = 0; ; ) {
    const count = await transaction(deps.db, (tx) => appendBatch(tx, deps, now));
    appended += count;
    if (count < batch) return appended;
  }
}

async function appendBatch(tx: Tx, { config }: Pick<Deps, 'config'>, now: Date): Promise<number> {
  // One writer at a time; readers go on.
  await tx.execute(sql`lock table ${ledgerLogNodes} in exclusive mode`);
  await forgetLogged(tx);
  const entries = await listEntries(tx, await listWaiting(tx));
  if (entries.length === 0) return 0;
  const size = (await findHead(tx))?.size ?? 0;
  const tree = growing(size, await readHashes(tx, nodesOf({ start: 0, size })));
  const added = entries.flatMap((entry) => tree.append(leafOf(entry), entry.id));
  await tx.insert(ledgerLogNodes).values(added);
  const ids = entries.map(({ id }) => id);
  await tx.delete(ledgerUnlogged).where(inArray(ledgerUnlogged.entryId, ids));
  const head = { size: size + ids.length, rootHash: tree.root(), signedAt: now };
  await tx.insert(ledgerLogHeads).values({ ...head, note: signHead(signerOf(config), head) });
  return ids.length;
}

const isLogged = sql`exists (select 1 from ${ledgerLogNodes} where entry_id = ${ledgerUnlogged}.entry_id)`;

/** Removes queued entries that already have a leaf. A client of the database can queue an entry a second time. */
const forgetLogged = (tx: Tx) => tx.delete(ledgerUnlogged).where(isLogged);

/** Skips rows without an entry or without postings, so that they do not block a batch. `ledger verify` reports them. */
async function listWaiting(tx: Tx): Promise<number[]> {
  const hasPostings = sql`exists (select 1 from ${ledgerPostings} where entry_id = ${ledgerUnlogged}.entry_id)`;
  const rows = await tx
    .select({ id: ledgerUnlogged.entryId })
    .from(ledgerUnlogged)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerUnlogged.entryId))
    .where(hasPostings)
    .orderBy(asc(ledgerUnlogged.entryId))
    .limit(batch);
  return rows.map(({ id }) => id);
}

export type NewNode = typeof ledgerLogNodes.$inferInsert;

/**
 * Returns a tree of `size` leaves that can grow. `edge` holds the hashes of its complete subtrees, largest first.
 * `append` returns the new leaf and the nodes that it completes.
 */
export function growing(size: number, edge: Buffer[]) {
  let next = size;
  return {
    append(leaf: Buffer, entryId: number): NewNode[] {
      const nodes: NewNode[] = [{ level: 0, position: next, hash: leaf, entryId }];
      edge.push(leaf);
      // A leaf at an odd position completes a pair, two pairs complete a group of four, and so on.
      for (let level = 1, at = next; at % 2 === 1; level++) {
        at = (at - 1) / 2;
        const [left, right] = edge.splice(-2) as [Buffer, Buffer];
        const hash = nodeHash(left, right);
        edge.push(hash);
        nodes.push({ level, position: at, hash });
      }
      next++;
      return nodes;
    },
    root: () => foldNodes(edge),
  };
}

export type HeadRow = typeof ledgerLogHeads.$inferSelect;

/** Returns the newest head, or the head of a given size; null if there is none. */
export async function findHead(db: Queryable, size?: number): Promise<HeadRow | null> {
  const [head] = await db
    .select()
    .from(ledgerLogHeads)
    .where(size === undefined ? undefined : eq(ledgerLogHeads.size, size))
    .orderBy(desc(ledgerLogHeads.size))
    .limit(1);
  return head ?? null;
}

/** The part of a receipt that proves the entry without the club. Hashes are base64. */
export interface InclusionProof {
  /** Position of the leaf in the tree, from 0. */
  index: number;
  salt: string;
  entry: string;
  path: string[];
  /** The signed head that the path leads to. */
  head: string;
}

/** Returns the proof that an entry is in the log, by the newest head; null while the entry waits to be logged. */
export async function findInclusionProof(db: Queryable, entryId: number): Promise<InclusionProof | null> {
  return (await listInclusionProofs(db, [entryId])).get(entryId) ?? null;
}

/** Returns proofs for many entries by entry id, all from one head and in few queries. Waiting entries have none. */
export async function listInclusionProofs(db: Queryable, entryIds: number[]): Promise<Map<number, InclusionProof>> {
  const leaves = await db
    .select({ position: ledgerLogNodes.position, entryId: ledgerLogNodes.entryId })
    .from(ledgerLogNodes)
    .where(inArray(ledgerLogNodes.entryId, entryIds));
  const head = await findHead(db);
  if (!head || leaves.length === 0) return new Map();
  const positions = new Map(leaves.map(({ position, entryId }) => [entryId, position]));
  const entries = (await listEntries(db, entryIds)).filter(({ id }) => positions.has(id));
  const paths = entries.map(({ id }) => inclusionPath(positions.get(id) ?? 0, { start: 0, size: head.size }));
  const hashes = (await hashRanges(db, paths.flat())).map((hash) => hash.toString('base64'));
  const proofs = entries.map((entry, at): [number, InclusionProof] => [
    entry.id,
    {
      index: positions.get(entry.id) ?? 0,
      salt: entry.salt.toString('base64'),
      entry: canonicalForm(entry),
      path: hashes.splice(0, paths[at]?.length),
      head: head.note,
    },
  ]);
  return new Map(proofs);
}

/** Returns the proof of an entry that is needed now. Appends the entry to the log first if it still waits. */
export async function proveEntry(
  deps: Pick<Deps, 'db' | 'config'>,
  entryId: number,
  now: Date,
): Promise<InclusionProof | null> {
  const proof = await findInclusionProof(deps.db, entryId);
  if (proof) return proof;
  await appendToLog(deps, now);
  return findInclusionProof(deps.db, entryId);
}

/**
 * Returns the proof that the tree of `to` leaves begins with the tree of `from` leaves. Both are sizes of heads, and
 * `from` is not above `to`.
 */
export async function proveConsistency(db: Queryable, from: number, to: number): Promise<Buffer[]> {
  return hashRanges(db, consistencyPath(from, to));
}

/** Returns the hash of each range, computed from its complete subtrees. */
async function hashRanges(db: Queryable, ranges: Range[]): Promise<Buffer[]> {
  const parts = ranges.map(nodesOf);
  const hashes = await readHashes(db, parts.flat());
  return parts.map((nodes) => foldNodes(hashes.splice(0, nodes.length)));
}

/** Nodes in one query. */
const nodesAtOnce = 1000;

async function readHashes(db: Queryable, nodes: Node[]): Promise<Buffer[]> {
  const { level, position, hash } = ledgerLogNodes;
  const byName = new Map<string, Buffer>();
  const wanted = [...new Map(nodes.map((node) => [nameOf(node), node])).values()];
  while (wanted.length > 0) {
    const some = wanted.splice(0, nodesAtOnce);
    const rows = await db
      .select({ level, position, hash })
      .from(ledgerLogNodes)
      .where(or(...some.map((node) => and(eq(level, node.level), eq(position, node.position)))));
    for (const row of rows) byName.set(nameOf(row), row.hash);
  }
  return nodes.map((node) => {
    const found = byName.get(nameOf(node));
    if (!found) throw new Error(`The log has no node ${node.level}/${node.position}`);
    return found;
  });
}

const nameOf = ({ level, position }: Node): string => `${level}/${position}`;

/** Returns entries with their postings, sorted by id. */
export async function listEntries(db: Queryable, ids: number[]): Promise<LoggedEntry[]> {
  const rows = await db
    .select({ entry: ledgerEntries, posting: ledgerPostings, kind: ledgerAccounts.kind, userId: ledgerAccounts.userId })
    .from(ledgerEntries)
    .innerJoin(ledgerPostings, eq(ledgerPostings.entryId, ledgerEntries.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .where(inArray(ledgerEntries.id, ids))
    .orderBy(asc(ledgerEntries.id));
  const entries = new Map<number, LoggedEntry>();
  for (const { entry, posting, kind, userId } of rows) {
    const found = entries.get(entry.id) ?? { ...entry, postings: [] };
    entries.set(entry.id, found);
    found.postings.push({ account: { kind, userId }, currency: posting.currency, amount: posting.amount });
  }
  return [...entries.values()];
}
