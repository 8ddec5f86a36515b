import type pg from 'pg';

const MEMBERS = 1_000_000;
const POSTINGS = 100_000_000;

/** What the club itself has, and what does not grow with its members. */
const ofTheClub = [
  'affiliate_levels',
  'appointments',
  'growing_notices',
  'growing_rooms',
  'growing_sales',
  'growing_stock',
  'ledger_log_heads',
  'news_notices',
  'news_picture_files',
  'news_pictures',
  'news_posts',
  'news_stats',
  'news_stories',
  'support_faq',
  'support_faq_words',
  'terms',
  'wallet_bank_statements',
  'wallet_payout_files',
];

export interface LargeClub {
  /** The tables that have grown, by name, with their number of rows. */
  grown: Map<string, number>;
  /** Tables that would grow, but are empty in the demo club. PostgreSQL plans for no rows in them. */
  empty: Set<string>;
}

/**
 * Makes PostgreSQL plan as if the demo club had a million members and a hundred million postings, by its statistics.
 * Each table has more rows a page. A column with many different values gets more of them, all
 * equally frequent. The files stay small, which favours indexes; a scan of the whole table still costs by far the most.
 */
export async function pretendLargeClub(client: pg.Client): Promise<LargeClub> {
  await client.query('analyze');
  const { rows } = await client.query<{ name: string; rows: number }>(
    `select relname as name, reltuples::float8 as rows from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all ($1) order by relname`,
    [ofTheClub],
  );
  const postings = rows.find(({ name }) => name === 'ledger_postings')?.rows ?? 0;
  if (postings === 0) throw new Error('The demo club has no postings');
  const factor = POSTINGS / postings;
  const grown = new Map<string, number>();
  for (const table of rows) {
    if (table.rows > 0) grown.set(table.name, table.name === 'users' ? MEMBERS : Math.round(table.rows * factor));
  }
  for (const [name, count] of grown) await pretendRows(client, name, count, factor);
  return { grown, empty: new Set(rows.map(({ name }) => name).filter((name) => !grown.has(name))) };
}

async function pretendRows(client: pg.Client, table: string, rows: number, factor: number): Promise<void> {
  // PostgreSQL multiplies the rows a page with the pages that the file has.
  await client.query(
    `update pg_class set reltuples = $2::float8 * relpages / greatest(1, pg_relation_size(oid) / 8192)
     where oid = any (select $1::regclass union select indexrelid from pg_index where indrelid = $1::regclass)`,
    [table, rows],
  );
  // A column with more than 20 different values has more of them in a larger club.
  await client.query(
    `update pg_statistic set stakind1 = 0, stakind2 = 0, stakind3 = 0, stakind4 = 0, stakind5 = 0,
       stadistinct = case when stadistinct < 0 then stadistinct else stadistinct * $2::float8 end
     where starelid = $1::regclass and (stadistinct < 0 or stadistinct > 20)`,
    [table, factor],
  );
  // Each member has many rows.
  await client.query(
    `update pg_statistic set stakind1 = 0, stakind2 = 0, stakind3 = 0, stakind4 = 0, stakind5 = 0, stadistinct =
       least($3::float8, case when stadistinct < 0 then -stadistinct * $2::float8 else $3::float8 end)
     where starelid = $1::regclass and staattnum in (select unnest(conkey) from pg_constraint
       where conrelid = $1::regclass and contype = 'f' and confrelid = 'users'::regclass)`,
    [table, rows, MEMBERS],
  );
}
