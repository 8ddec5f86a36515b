/** How a search walks along an index: its order, its direction, and where it begins. */
import { and, between, eq, type SQL, sql } from 'drizzle-orm';
import type { TransactionStatus, TransactionType } from '../../contract/transactions';
import type { Cursor } from './cursor';
import type { Term } from './search';
import { walletTransactions } from './transactions.tables';

export interface TransactionQuery {
  accountId: number;
  types: TransactionType[] | undefined;
  statuses: TransactionStatus[] | undefined;
  direction: 'in' | 'out' | undefined;
  /** Both included. */
  positions: { from: number; to: number };
  /** True if the positions are those of some days, not all. */
  isOfDays: boolean;
  /** Without sign, in minor units, both included. */
  amounts: { min: bigint; max: bigint } | undefined;
  terms: Term[];
  order: 'newest' | 'oldest' | 'highest' | 'lowest';
  cursor: Cursor | undefined;
  limit: number;
}

/** A search with the direction in which its rows are read. A page back reads the same list from its other end. */
export interface DirectedQuery extends TransactionQuery {
  byAmount: boolean;
  descending: boolean;
}

const t = walletTransactions;
export const size = sql`abs(${t.amount})`;

export function walkOf(wanted: TransactionQuery): DirectedQuery {
  const { order, cursor, positions } = wanted;
  const byAmount = order === 'highest' || order === 'lowest';
  const descending = (order === 'newest' || order === 'highest') !== (cursor?.goesBack ?? false);
  if (byAmount || !cursor) return { ...wanted, byAmount, descending };
  // In the order of time a cursor is one more bound of the positions.
  const behind = descending
    ? { from: positions.from, to: Math.min(positions.to, cursor.position - 1) }
    : { from: Math.max(positions.from, cursor.position + 1), to: positions.to };
  return { ...wanted, byAmount, descending, positions: behind };
}

export const ofAccount = ({ accountId }: TransactionQuery): SQL => eq(t.accountId, accountId);

/** The range along the order: by an index, or row by row so that the planner chooses no index for it. */
export const alongOrder = (walk: DirectedQuery) => {
  const cursor = behindCursor(walk);
  const { byIndex, byRow } = walk.byAmount ? amountsOf(walk) : positionsOf(walk);
  return { byIndex: and(byIndex, cursor), byRow: and(byRow, cursor) };
};

export const acrossOrder = (walk: DirectedQuery) => (walk.byAmount ? positionsOf(walk) : amountsOf(walk));

/**
 * The planner has no index for this condition and expects it to be true half of the time. So it reads along the order
 * until a page is full.
 */
const row = (condition: SQL): SQL => sql`case when ${condition} then true else false end`;

export const positionsOf = ({ positions: { from, to } }: DirectedQuery) => ({
  byIndex: between(t.position, from, to),
  byRow: row(between(t.position, from, to)),
});

const amountsOf = ({ amounts }: DirectedQuery) => ({
  byIndex: amounts && between(size, amounts.min, amounts.max),
  byRow: amounts && row(between(size, amounts.min, amounts.max)),
});

/** In the order of time the positions already contain the cursor. */
export function behindCursor({ byAmount, descending, cursor }: DirectedQuery): SQL | undefined {
  if (!byAmount || !cursor) return undefined;
  return sql`(${size}, ${t.position}) ${descending ? sql`<` : sql`>`} (${cursor.size}, ${cursor.position})`;
}

export function inOrder({ byAmount, descending }: DirectedQuery, bySize: SQL, byPosition: SQL): SQL {
  const way = descending ? sql`desc` : sql`asc`;
  return byAmount ? sql`order by ${bySize} ${way}, ${byPosition} ${way}` : sql`order by ${byPosition} ${way}`;
}
