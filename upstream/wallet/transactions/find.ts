/**
 * Finds one page of an account's transactions by any filters, at a cost that does not grow with their number.
 *
 * A cell is one combination of type, status and direction. These three lead both indexes that hold an order, so each
 * cell is read in the order of the list and merged with the others. There are at most 96 cells, and each gives one page
 * at most.
 *
 * A range across the order (amounts in the order of time, days in the order of amounts) is different. A cell with few
 * rows in the range gives all of them by the other index. In a cell with many rows the next page is near. The rows have
 * to be counted to tell the two apart, unless the page is among the very next rows of all.
 *
 * A search adds the few rows whose label or note meets a term.
 */
import { and, between, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { TransactionStatus, TransactionType } from '../../contract/transactions';
import type { Database } from '../../database/database';
import { meets } from './search';
import { walletNoteWords, walletTransactions } from './transactions.tables';
import {
  acrossOrder,
  alongOrder,
  behindCursor,
  type DirectedQuery,
  inOrder,
  ofAccount,
  positionsOf,
  size,
  type TransactionQuery,
  walkOf,
} from './walk';

type Row = typeof walletTransactions.$inferSelect;

type Cell = {
  type: TransactionType;
  status: TransactionStatus;
  incoming: boolean;
};

const t = walletTransactions;

/**
 * Returns at most `limit` rows after the cursor (before it when it goes back), in the order of the list. A range across
 * the order is first looked for in the next `near` rows. After that, a cell with at most `few` rows in the range gives
 * all of them.
 */
export async function listRows(
  db: Database,
  wanted: TransactionQuery,
  { near = 200, few }: { near?: number; few?: number } = {},
): Promise<Row[]> {
  const walk = walkOf(wanted);
  if (walk.positions.from > walk.positions.to) return [];
  const mayBeNear = walk.amounts && !walk.byAmount && near >= walk.limit;
  const next = mayBeNear ? await listNextPositions(db, walk, near) : [];
  const positions = next.length === walk.limit ? next : await listPositionsByCell(db, walk, few ?? fewIn(walk));
  if (positions.length === 0) return [];
  const found = await db
    .select()
    .from(t)
    .where(and(ofAccount(walk), inArray(t.position, positions)));
  const byPosition = new Map(found.map((row) => [row.position, row]));
  const ordered = positions.flatMap((position) => byPosition.get(position) ?? []);
  return wanted.cursor?.goesBack ? ordered.reverse() : ordered;
}

/**
 * Returns the number of wanted rows and their sums without sign, or null if there are more than `most`. It reads no
 * further than one row more, whatever the order and the limit of the page.
 */
export async function sumRows(
  db: Database,
  wanted: TransactionQuery,
  most: number,
): Promise<{ count: number; incoming: bigint; outgoing: bigint } | null> {
  // In this order an amount is a range along the index, and nothing has to be counted beforehand.
  const order = wanted.amounts && !wanted.isOfDays ? 'highest' : 'newest';
  const walk = walkOf({ ...wanted, order, cursor: undefined, limit: most + 1 });
  const parts = walk.positions.from > walk.positions.to ? [] : await listParts(db, walk, 5 * most);
  if (parts.length === 0) return { count: 0, incoming: 0n, outgoing: 0n };
  const sumOf = (rows: SQL) => sql`coalesce(sum(${t.amount}) filter (where ${rows}), 0)::text`;
  const { rows } = await db.execute<{ count: number; incoming: string; outgoing: string }>(sql`
    select count(*)::int as count, ${sumOf(sql`${t.amount} > 0`)} as incoming, ${sumOf(sql`${t.amount} < 0`)} as outgoing
    from ${t} where ${ofAccount(walk)} and ${t.position} in (
      select page.position from (${pageOf(walk, parts)}) as page(position))`);
  const [found] = rows;
  if (!found || found.count > most) return null;
  return { count: found.count, incoming: BigInt(found.incoming), outgoing: -BigInt(found.outgoing) };
}

/** Measured at a million rows: counting further costs more than it saves, and days hold more rows than amounts. */
const fewIn = ({ byAmount }: DirectedQuery): number => (byAmount ? 250 : 1000);

/**
 * Returns the wanted rows among the next ones in the order of time. If the amounts are common, these are a whole page.
 */
async function listNextPositions(db: Database, walk: DirectedQuery, near: number): Promise<number[]> {
  const { rows } = await db.execute<{ position: string }>(sql`
    select ${t.position} from (
      select * from ${t} where ${and(ofAccount(walk), positionsOf(walk).byIndex)}
      ${inOrder(walk, size, sql`${t.position}`)} limit ${near}
    ) as ${t} where ${isWanted(db, walk)}
    ${inOrder(walk, size, sql`${t.position}`)} limit ${walk.limit}`);
  return rows.map(({ position }) => Number(position));
}

async function listPositionsByCell(db: Database, walk: DirectedQuery, few: number): Promise<number[]> {
  const parts = await listParts(db, walk, few);
  if (parts.length === 0) return [];
  const { rows } = await db.execute<{ position: string }>(pageOf(walk, parts));
  return rows.map(({ position }) => Number(position));
}

const listParts = async (db: Database, walk: DirectedQuery, few: number): Promise<SQL[]> => [
  ...(await listPartsByCell(db, walk, few)),
  ...partsByText(db, walk),
];

/** Returns the query for the positions of one page of all parts, in the order of the list. */
const pageOf = (walk: DirectedQuery, parts: SQL[]): SQL => sql`
  select found.position from (${sql.join(parts, sql` union all `)}) as found(position, size)
  group by found.position, found.size ${inOrder(walk, sql`found.size`, sql`found.position`)} limit ${walk.limit}`;

/** Returns queries for the rows of the cells. In a search these are the cells whose description has every term. */
async function listPartsByCell(db: Database, walk: DirectedQuery, few: number): Promise<SQL[]> {
  const isWhole = !walk.types && !walk.statuses && !walk.direction && walk.terms.length === 0;
  if (isWhole && !walk.byAmount && !walk.amounts) return [nextRows(walk, ofAccount(walk))];
  const cells = cellsOf(walk);
  const isAcross = walk.byAmount ? walk.isOfDays : walk.amounts !== undefined;
  const { sparse, dense } = isAcross ? await parted(db, walk, cells, few) : { sparse: [], dense: cells };
  const across = isAcross ? acrossOrder(walk) : undefined;
  return [
    // The offset keeps this an index lookup for each cell. Without it the planner joins the whole table.
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
}: DirectedQuery): Cell[] {
  const ways = direction ? [direction === 'in'] : [true, false];
  return types
    .filter((type) => terms.every((term) => term.types.includes(type)))
    .flatMap((type) => statuses.flatMap((status) => ways.map((incoming) => ({ type, status, incoming }))));
}

/** Splits the cells into those with few rows in the range across the order and those with many. Drops empty cells. */
async function parted(
  db: Database,
  walk: DirectedQuery,
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

/** Returns a query that runs for each of the cells, or none if there are no cells. */
function eachOf(cells: Cell[], query: SQL, columns = sql`each.position, each.size`): SQL[] {
  if (cells.length === 0) return [];
  const list = (key: keyof Cell) => sql.param(cells.map((cell) => cell[key]));
  return [
    sql`(select ${columns} from unnest(${list('type')}::text[], ${list('status')}::text[], ${list('incoming')}::boolean[])
      as cell(type, status, incoming) cross join lateral ${query} as each)`,
  ];
}

/**
 * Returns queries for rows whose label, reference label or note meets a term, and that meet all other filters. Each is one
 * query for all terms: the filters contain every term, so a query for each term would grow with their square.
 */
function partsByText(db: Database, walk: DirectedQuery): SQL[] {
  if (walk.terms.length === 0) return [];
  const rest = isWanted(db, walk);
  const ranges = walk.terms.flatMap(({ labels }) => labels);
  return [...(ranges.length > 0 ? [partByLabel(walk, ranges, rest)] : []), partByNote(walk, rest)];
}

const partByLabel = (walk: DirectedQuery, ranges: { from: string; to: string }[], rest: SQL | undefined): SQL => {
  const inRanges = ranges.flatMap(({ from, to }) =>
    [t.label, t.referenceLabel].map((label) => between(label, from, to)),
  );
  const { from, to } = walk.positions;
  return sql`(select ${t.position}, ${size} as size from ${t}
    where ${and(or(...inRanges), between(sql`${t.position} + 0`, from, to), rest)})`;
};

/** The limit of each word keeps a common one from being read to its end. */
const partByNote = (walk: DirectedQuery, rest: SQL | undefined): SQL => sql`
  (select each.position, each.size from unnest(${sql.param(walk.terms.map(({ beginning }) => beginning))}::text[]) as typed(word)
    cross join lateral (select ${t.position}, ${size} as size from ${walletNoteWords} join ${t}
      on ${and(eq(t.accountId, walletNoteWords.accountId), eq(t.position, walletNoteWords.position))}
      where ${and(
        eq(walletNoteWords.accountId, walk.accountId),
        sql`${walletNoteWords.beginning} = typed.word`,
        between(walletNoteWords.position, walk.positions.from, walk.positions.to),
        rest,
      )} ${inOrder(walk, size, sql`${walletNoteWords.position}`)} limit ${walk.limit}) as each)`;

/** All filters except the range of positions, checked row by row. */
const isWanted = (db: Database, walk: DirectedQuery): SQL | undefined =>
  and(
    ofAccount(walk),
    walk.types && inArray(t.type, walk.types),
    walk.statuses && inArray(t.status, walk.statuses),
    walk.direction && sql`(${t.amount} > 0) = ${walk.direction === 'in'}`,
    walk.amounts && between(sql`${size} + 0`, walk.amounts.min, walk.amounts.max),
    behindCursor(walk),
    ...walk.terms.map((term) => meets(db, term)),
  );

/** Returns a query for the next page of an index in the order of the list. */
const nextRows = (walk: DirectedQuery, where: SQL | undefined): SQL =>
  sql`(select ${t.position}, ${size} as size from ${t} where ${and(where, alongOrder(walk).byIndex)}
    ${inOrder(walk, size, sql`${t.position}`)} limit ${walk.limit})`;

const inCell = (walk: DirectedQuery): SQL | undefined =>
  and(ofAccount(walk), sql`${t.type} = cell.type and ${t.status} = cell.status and (${t.amount} > 0) = cell.incoming`);
