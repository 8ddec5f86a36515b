/** The log: every entry is a leaf of one Merkle tree that only grows (product/wallet.md, "Ledger"; hashing of RFC 9162). */
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

/** Appends the entries that wait, a signed head a batch, and says how many there were. Safe in several processes at once. */
export async function appendToLog(deps: Pick<Deps, 'db' | 'config'>, now: Date): Promise<number> {
  for (let appended = 0; ; ) {
    const count = await transaction(deps.db, (tx) => appendBatch(tx, deps, now));
    appended += count;
    if (count < batch) return appended;
  }
}

async function appendBatch(tx: Tx, { config }: Pick<Deps, 'config'>, now: Date): Promise<number> {
  // One at a time, while everybody may read.
  await tx.execute(sql`lock table ${ledgerLogNodes} in exclusive mode`);
  const waiting = await tx.select().from(ledgerUnlogged).orderBy(asc(ledgerUnlogged.entryId)).limit(batch);
  const ids = waiting.map(({ entryId }) => entryId);
  if (ids.length === 0) return 0;
  const size = (await findHead(tx))?.size ?? 0;
  const tree = growing(size, await hashesOf(tx, nodesOf({ start: 0, size })));
  const added = (await findEntries(tx, ids)).flatMap((entry) => tree.append(leafOf(entry), entry.id));
  await tx.insert(ledgerLogNodes).values(added);
  await tx.delete(ledgerUnlogged).where(inArray(ledgerUnlogged.entryId, ids));
  const head = { size: size + ids.length, rootHash: tree.root(), signedAt: now };
  await tx.insert(ledgerLogHeads).values({ ...head, note: signHead(signerOf(config), head) });
  return ids.length;
}

export type NewNode = typeof ledgerLogNodes.$inferInsert;

/** The right edge of a tree: its complete subtrees, largest first, and what each further leaf completes. */
export function growing(size: number, edge: Buffer[]) {
  let next = size;
  return {
    append(leaf: Buffer, entryId: number): NewNode[] {
      const nodes: NewNode[] = [{ level: 0, position: next, hash: leaf, entryId }];
      edge.push(leaf);
      // A leaf at an odd position completes a pair, two pairs a four, and so on.
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

/** The newest head, or the one of a size; null where there is none. */
export async function findHead(db: Queryable, size?: number): Promise<HeadRow | null> {
  const [head] = await db
    .select()
    .from(ledgerLogHeads)
    .where(size === undefined ? undefined : eq(ledgerLogHeads.size, size))
    .orderBy(desc(ledgerLogHeads.size))
    .limit(1);
  return head ?? null;
}

/** What a receipt carries, so that it can be checked without the club. Hashes are base64. */
export interface InclusionProof {
  /** Of the leaf in the tree, from 0. */
  index: number;
  salt: string;
  entry: string;
  path: string[];
  /** The signed head that the path leads to. */
  head: string;
}

/** The proof that an entry is in the log, by its newest head; null while it waits for its place. */
export async function findInclusionProof(db: Queryable, entryId: number): Promise<InclusionProof | null> {
  return (await findInclusionProofs(db, [entryId])).get(entryId) ?? null;
}

/** The same for many entries, by their ids, all by one head and in as few queries; those that wait are missing. */
export async function findInclusionProofs(db: Queryable, entryIds: number[]): Promise<Map<number, InclusionProof>> {
  const leaves = await db
    .select({ position: ledgerLogNodes.position, entryId: ledgerLogNodes.entryId })
    .from(ledgerLogNodes)
    .where(inArray(ledgerLogNodes.entryId, entryIds));
  const head = await findHead(db);
  if (!head || leaves.length === 0) return new Map();
  const positions = new Map(leaves.map(({ position, entryId }) => [entryId, position]));
  const entries = (await findEntries(db, entryIds)).filter(({ id }) => positions.has(id));
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

/** The proof of an entry that is to be handed out now: one that still waits is appended first. */
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

/** The proof that the tree of `to` leaves begins with that of `from`; for sizes of heads, `from` not above `to`. */
export async function proveConsistency(db: Queryable, from: number, to: number): Promise<Buffer[]> {
  return hashRanges(db, consistencyPath(from, to));
}

/** The hash of each range, of all complete subtrees that they consist of. */
async function hashRanges(db: Queryable, ranges: Range[]): Promise<Buffer[]> {
  const parts = ranges.map(nodesOf);
  const hashes = await hashesOf(db, parts.flat());
  return parts.map((nodes) => foldNodes(hashes.splice(0, nodes.length)));
}

/** Nodes that one query asks for. */
const nodesAtOnce = 1000;

async function hashesOf(db: Queryable, nodes: Node[]): Promise<Buffer[]> {
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

/** Entries with their postings, by id. */
export async function findEntries(db: Queryable, ids: number[]): Promise<LoggedEntry[]> {
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
