/** Checks the log: every leaf against its entry, every node against its children, every head against the leaves. */
import { and, asc, between, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { leafOf } from './canonical';
import { openHead, type Signer } from './checkpoint';
import { ledgerLogHeads, ledgerLogNodes } from './ledger.tables';
import { growing, type HeadRow, listEntries, type NewNode } from './log';

const pageSize = 1000;

/** The leaves from `from` to `to`, without `to`. */
interface Stretch {
  from: number;
  to: number;
}

/**
 * Builds the tree again, page by page, and calls `report` for each fault with a message for staff.
 * @returns the number of leaves read: all leaves, or those before the first missing leaf
 */
export async function verifyLog(tx: Tx, signer: Signer, report: (fault: string) => void): Promise<number> {
  const [fromEntries, fromLeaves] = [growing(0, []), growing(0, [])];
  let [leaves, inner] = [0, 0];
  for (let page = await readLeaves(tx, 0); page.length > 0; page = await readLeaves(tx, leaves)) {
    const stretch = { from: leaves, to: leaves + page.length };
    const entries = await readEntries(tx, page);
    const nodes = await readNodes(tx, stretch);
    const heads = await readHeads(tx, stretch);
    for (const { position, hash, entryId } of page) {
      if (position !== leaves) {
        report(`Leaf ${leaves} of the log is missing.`);
        return leaves;
      }
      const leaf = entries.get(entryId);
      if (!leaf?.equals(hash)) report(`Entry ${entryId} is not what its leaf in the log was made of.`);
      fromEntries.append(leaf ?? hash, entryId);
      const [, ...above] = fromLeaves.append(hash, entryId);
      for (const node of above) if (!nodes.get(nameOf(node))?.equals(node.hash)) report(faultOf(node));
      [leaves, inner] = [leaves + 1, inner + above.length];
      const head = heads.get(leaves);
      if (head) checkHead(head, fromEntries.root(), signer, report);
    }
  }
  await reportSurplus(tx, leaves, inner, report);
  return leaves;
}

async function readLeaves(tx: Tx, first: number) {
  const { level, position, hash, entryId } = ledgerLogNodes;
  const rows = await tx
    .select({ position, hash, entryId })
    .from(ledgerLogNodes)
    .where(and(eq(level, 0), gt(position, first - 1)))
    .orderBy(asc(position))
    .limit(pageSize);
  return rows.map((row) => ({ ...row, entryId: row.entryId as number }));
}

/** Returns the expected leaves, by entry id. */
async function readEntries(tx: Tx, page: { entryId: number }[]): Promise<Map<number, Buffer>> {
  const entries = await listEntries(
    tx,
    page.map(({ entryId }) => entryId),
  );
  return new Map(entries.map((entry) => [entry.id, leafOf(entry)]));
}

/** Returns the stored inner nodes that these leaves complete, by name. */
async function readNodes(tx: Tx, { from, to }: Stretch): Promise<Map<string, Buffer>> {
  const { level, position } = ledgerLogNodes;
  const levels: SQL[] = [];
  for (let height = 1, span = 2; span <= to; height++, span *= 2) {
    levels.push(
      sql`(${and(eq(level, height), between(position, Math.floor(from / span), Math.floor(to / span) - 1))})`,
    );
  }
  if (levels.length === 0) return new Map();
  const rows = await tx.select().from(ledgerLogNodes).where(sql.join(levels, sql` or `));
  return new Map(rows.map((node) => [nameOf(node), node.hash]));
}

const nameOf = ({ level, position }: Pick<NewNode, 'level' | 'position'>): string => `${position} of level ${level}`;

const faultOf = (node: NewNode): string => `Node ${nameOf(node)} of the log is not made of what is below it.`;

/** Returns the stored heads of these leaves, by size. */
async function readHeads(tx: Tx, { from, to }: Stretch): Promise<Map<number, HeadRow>> {
  const rows = await tx
    .select()
    .from(ledgerLogHeads)
    .where(between(ledgerLogHeads.size, from + 1, to));
  return new Map(rows.map((head) => [head.size, head]));
}

function checkHead({ size, rootHash, note }: HeadRow, root: Buffer, signer: Signer, report: (fault: string) => void) {
  const signed = openHead(signer, note);
  if (!signed) report(`Head ${size} bears no signature of the club.`);
  else if (signed.size !== size || !signed.rootHash.equals(rootHash))
    report(`Head ${size} says another thing than what was signed.`);
  if (!root.equals(rootHash)) report(`The log of ${size} entries is not the one that head ${size} was signed for.`);
}

async function reportSurplus(tx: Tx, leaves: number, inner: number, report: (fault: string) => void): Promise<void> {
  const beyond = await tx.$count(ledgerLogHeads, gt(ledgerLogHeads.size, leaves));
  if (beyond > 0) report(`Heads are signed for more entries than the log has: ${beyond}.`);
  const stored = await tx.$count(ledgerLogNodes, gt(ledgerLogNodes.level, 0));
  if (stored > inner) report('The log has nodes with nothing below them.');
}
