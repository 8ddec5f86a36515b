/**
 * Finds one page of an account's transactions by any filters, at a cost that does not grow with their number.
 *
 * Type, status and direction lead both indexes that hold an order, so each combination of them, a cell, is read in the
 * order of the list and merged with the other cells: at most 96, each giving one page at most. A range across the order
 * (amounts in the order of time, days in the order of amounts) is different: a cell with few rows in the range gives all
 * of them by the other index; in a cell with many, the next page is near. Which is which has to be counted, save where the
 * page is among the very next rows of all. A search adds the few rows whose label or note meets a term.
 */
import { and, between, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { TransactionStatus, TransactionType } from '../../contract/transactions';
import type { Database } from '../../database/database';
import type { Cursor } from './cursor';
import { meets, type Term } from './search';
import { walletNoteWords, walletTransactions } from './transactions.tables';

export interface Wanted {
  accountId: number;
  types: TransactionType[] | undefined;
  statuses: TransactionStatus[] | undefined;
  direction: 'in' | 'out' | undefined;
  /** Both included. */
  positions: { from: number; to: number };
  /** The positions are those of some days, not all. */
  isOfDays: boolean;
  /** Without sign, in minor units, both included. */
  amounts: { min: bigint; max: bigint } | undefined;
  terms: Term[];
  order: 'newest' | 'oldest' | 'highest' | 'lowest';
  cursor: Cursor | undefined;
  limit: number;
}

type Row = typeof walletTransactions.$inferSelect;

/** The same, as its rows are walked: back is the same list from its other end. */
interface Walk extends Wanted {
  byAmount: boolean;
  descending: boolean;
}

type Cell = {
  type: TransactionType;
  status: TransactionStatus;
  incoming: boolean;
};

const t = walletTransactions;
const size = sql`abs(${t.amount})`;

/**
 * At most `limit` rows behind the cursor (before it where it goes back), in the order of the list. A range across
 * the order is looked for in the `near` next rows; then up to `few` rows of a cell in it are taken at once.
 */
export async function findRows(
  db: Database,
  wanted: Wanted,
  { near = 200, few }: { near?: number; few?: number } = {},
): Promise<Row[]> {
  const walk = walkOf(wanted);
  if (walk.positions.from > walk.positions.to) return [];
  const next = walk.amounts && !walk.byAmount ? await nextPositions(db, walk, near) : [];
  const positions = next.length === walk.limit ? next : await positionsByCell(db, walk, few ?? fewIn(walk));
  if (positions.length === 0) return [];
  const found = await db
    .select()
    .from(t)
    .where(and(ofAccount(walk), inArray(t.position, positions)));
  const byPosition = new Map(found.map((row) => [row.position, row]));
  const ordered = positions.flatMap((position) => byPosition.get(position) ?? []);
  return wanted.cursor?.goesBack ? ordered.reverse() : ordered;
}

/** As measured at a million rows: counting further costs more than it saves, and days hold more rows than amounts. */
const fewIn = ({ byAmount }: Walk): number => (byAmount ? 250 : 1000);

function walkOf(wanted: Wanted): Walk {
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

/** Those that are wanted among the next rows in the order of time. Wherever amounts are common, that is a whole page. */
async function nextPositions(db: Database, walk: Walk, near: number): Promise<number[]> {
  const { rows } = await db.execute<{ position: string }>(sql`
    select ${t.position} from (
      select * from ${t} where ${and(ofAccount(walk), positionsOf(walk).byIndex)}
      ${inOrder(walk, size, sql`${t.position}`)} limit ${near}
    ) as ${t} where ${isWanted(db, walk)}
    ${inOrder(walk, size, sql`${t.position}`)} limit ${walk.limit}`);
  return rows.map(({ position }) => Number(position));
}

async function positionsByCell(db: Database, walk: Walk, few: number): Promise<number[]> {
  const parts = [...(await partsByCell(db, walk, few)), ...partsByText(db, walk)];
  if (parts.length === 0) return [];
  const { rows } = await db.execute<{ position: string }>(sql`
    select found.position from (${sql.join(parts, sql` union all `)}) as found(position, size)
    group by found.position, found.size ${inOrder(walk, sql`found.size`, sql`found.position`)} limit ${walk.limit}`);
  return rows.map(({ position }) => Number(position));
}

/** Rows by type, status and direction; of a search those whose description has every term. */
async function partsByCell(db: Database, walk: Walk, few: number): Promise<SQL[]> {
  const isWhole = !walk.types && !walk.statuses && !walk.direction && walk.terms.length === 0;
  if (isWhole && !walk.byAmount && !walk.amounts) return [nextRows(walk, ofAccount(walk))];
  const cells = cellsOf(walk);
  const isAcross = walk.byAmount ? walk.isOfDays : walk.amounts !== undefined;
  const { sparse, dense } = isAcross ? await parted(db, walk, cells, few) : { sparse: [], dense: cells };
  const across = isAcross ? acrossOrder(walk) : undefined;
  return [
    // With the offset it stays a look into the index for each cell; without, the whole table is joined.
    ...eachOf(
      sparse,
      sql`(select ${t.position}, ${size} as size from ${t} where ${and(inCell(walk), across?.byIndex, alongOrder(walk).byRow)} offset 0)`,
    ),
    ...eachOf(dense, nextRows(walk, and(inCell(walk), across?.byRow))),
  ];
}

function cellsOf({
  types = TransactionType.options,
  statuses = TransactionStatus.options,
  direction,
  terms,
}: Walk): Cell[] {
  const ways = direction ? [direction === 'in'] : [true, false];
  return types
    .filter((type) => terms.every((term) => term.types.includes(type)))
    .flatMap((type) => statuses.flatMap((status) => ways.map((incoming) => ({ type, status, incoming }))));
}

/** Which cells have few rows in the range across the order, and which have many. */
async function parted(
  db: Database,
  walk: Walk,
  cells: Cell[],
  few: number,
): Promise<{ sparse: Cell[]; dense: Cell[] }> {
  const counted = sql`(select count(*) as rows from (select from ${t} where ${and(inCell(walk), acrossOrder(walk).byIndex)} limit ${few + 1}) as counted)`;
  const [part] = eachOf(cells, counted, sql`cell.type, cell.status, cell.incoming, each.rows::int as rows`);
  if (!part) return { sparse: [], dense: [] };
  const { rows } = await db.execute<Cell & { rows: number }>(part);
  return {
    sparse: rows.filter((cell) => cell.rows > 0 && cell.rows <= few),
    dense: rows.filter((cell) => cell.rows > few),
  };
}

/** A query that is asked for each of the cells; none without cells. */
function eachOf(cells: Cell[], query: SQL, columns = sql`each.position, each.size`): SQL[] {
  if (cells.length === 0) return [];
  const list = (key: keyof Cell) => sql.param(cells.map((cell) => cell[key]));
  return [
    sql`(select ${columns} from unnest(${list('type')}::text[], ${list('status')}::text[], ${list('incoming')}::boolean[])
      as cell(type, status, incoming) cross join lateral ${query} as each)`,
  ];
}

/** Rows whose label, or that of their reference, or note meets a term; and that are what is wanted in everything else. */
function partsByText(db: Database, walk: Walk): SQL[] {
  const rest = isWanted(db, walk);
  return walk.terms.flatMap(({ labels, beginning }) => [
    ...labels.flatMap(({ from, to }) =>
      [t.label, t.referenceLabel].map((label) => {
        const where = and(
          between(label, from, to),
          between(sql`${t.position} + 0`, walk.positions.from, walk.positions.to),
          rest,
        );
        return sql`(select ${t.position}, ${size} as size from ${t} where ${where})`;
      }),
    ),
    sql`(select ${t.position}, ${size} as size from ${walletNoteWords} join ${t}
      on ${and(eq(t.accountId, walletNoteWords.accountId), eq(t.position, walletNoteWords.position))}
      where ${and(
        eq(walletNoteWords.accountId, walk.accountId),
        eq(walletNoteWords.beginning, beginning),
        between(walletNoteWords.position, walk.positions.from, walk.positions.to),
        rest,
      )} ${inOrder(walk, size, sql`${walletNoteWords.position}`)} limit ${walk.limit})`,
  ]);
}

/** All that is wanted save the range of positions, row by row. */
const isWanted = (db: Database, walk: Walk): SQL | undefined =>
  and(
    ofAccount(walk),
    walk.types && inArray(t.type, walk.types),
    walk.statuses && inArray(t.status, walk.statuses),
    walk.direction && sql`(${t.amount} > 0) = ${walk.direction === 'in'}`,
    walk.amounts && between(sql`${size} + 0`, walk.amounts.min, walk.amounts.max),
    behindCursor(walk),
    ...walk.terms.map((term) => meets(db, term)),
  );

/** The next page of what an index has in the order of the list. */
const nextRows = (walk: Walk, where: SQL | undefined): SQL =>
  sql`(select ${t.position}, ${size} as size from ${t} where ${and(where, alongOrder(walk).byIndex)}
    ${inOrder(walk, size, sql`${t.position}`)} limit ${walk.limit})`;

const ofAccount = ({ accountId }: Wanted): SQL => eq(t.accountId, accountId);

const inCell = (walk: Walk): SQL | undefined =>
  and(ofAccount(walk), sql`${t.type} = cell.type and ${t.status} = cell.status and (${t.amount} > 0) = cell.incoming`);

/** The range that the order runs along: by an index, or (so that no index is chosen for it) row by row. */
const alongOrder = (walk: Walk) => {
  const cursor = behindCursor(walk);
  const { byIndex, byRow } = walk.byAmount ? amountsOf(walk) : positionsOf(walk);
  return { byIndex: and(byIndex, cursor), byRow: and(byRow, cursor) };
};

const acrossOrder = (walk: Walk) => (walk.byAmount ? positionsOf(walk) : amountsOf(walk));

/** The planner finds no index for it, and takes it for true as often as not: it goes along the order until a page is full. */
const row = (condition: SQL): SQL => sql`case when ${condition} then true else false end`;

const positionsOf = ({ positions: { from, to } }: Walk) => ({
  byIndex: between(t.position, from, to),
  byRow: row(between(t.position, from, to)),
});

const amountsOf = ({ amounts }: Walk) => ({
  byIndex: amounts && between(size, amounts.min, amounts.max),
  byRow: amounts && row(between(size, amounts.min, amounts.max)),
});

/** In the order of time the positions say it. */
function behindCursor({ byAmount, descending, cursor }: Walk): SQL | undefined {
  if (!byAmount || !cursor) return undefined;
  return sql`(${size}, ${t.position}) ${descending ? sql`<` : sql`>`} (${cursor.size}, ${cursor.position})`;
}

function inOrder({ byAmount, descending }: Walk, bySize: SQL, byPosition: SQL): SQL {
  const way = descending ? sql`desc` : sql`asc`;
  return byAmount ? sql`order by ${bySize} ${way}, ${byPosition} ${way}` : sql`order by ${byPosition} ${way}`;
}
