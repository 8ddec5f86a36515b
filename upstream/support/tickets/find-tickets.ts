/**
 * Finds tickets by words, numbers and topics, at a cost that hardly grows with the number of the member's tickets.
 *
 * Hits are counted only up to `mostFound`. A common word is in that many of the newest tickets, so these are read in
 * the order of the list. A rare word has few entries in the index of words, so all of them are read.
 */
import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { TicketStatus } from '../../contract/support-tickets';
import type { Queryable } from '../../database/database';
import { queriesFor } from './search-words';
import { inOrder } from './ticket-steps';
import { supportMessages, supportTicketCounts, supportTickets } from './tickets.tables';

/** The number of tickets at which counting ends. */
export const mostFound = 100;

export type Counts = Record<TicketStatus, number>;

interface Wanted {
  userId: number;
  /** The condition of a ticket that may be found. */
  fits: SQL | undefined;
  q?: string | undefined;
}

const { id, search, referenceLabel, unreadCount, lastReplyAt, messages } = supportTickets;

/**
 * Returns the first tickets that fit and have what was typed, in the order of the list: one more than `mostFound` where
 * there are more. `counts` are of all the member's tickets. It sends at most three statements.
 */
export async function findTickets(db: Queryable, wanted: Wanted): Promise<{ ids: number[]; counts: Counts }> {
  const { userId, fits, q } = wanted;
  if (q === undefined) {
    const { counts, looked } = await countTickets<number[]>(db, userId, sql`array(${firstOf(fits)})`);
    return { ids: looked, counts };
  }
  const indexed = firstOf(and(fits, isIndexed(userId, q)));
  const { counts, looked } = await countTickets<number[] | null>(db, userId, idsUnlessCommon(wanted, q, indexed));
  if (looked) return { ids: looked, counts };
  const near = await listIds(
    db,
    sql`select ${id} from ${walk(wanted, q, 500)} where found order by ${walked} limit ${mostFound + 1}`,
  );
  return { ids: near.length > mostFound ? near : await listIds(db, indexed), counts };
}

/** Returns the kept counts of the member, and the value of the expression `look`. */
export async function countTickets<Looked>(
  db: Queryable,
  userId: number,
  look: SQL,
): Promise<{ counts: Counts; looked: Looked }> {
  const { newTickets, openTickets, waitingTickets, closedTickets } = supportTicketCounts;
  const kept = (count: PgColumn) => sql`coalesce(max(${count}), 0)`;
  // An aggregate gives a row also to a member who has no counts yet.
  const { rows } = await db.execute<Counts & { looked: Looked }>(sql`
    select ${kept(newTickets)} as new, ${kept(openTickets)} as open, ${kept(waitingTickets)} as waiting_for_customer,
      ${kept(closedTickets)} as closed, (${look}) as looked
    from ${supportTicketCounts} where ${supportTicketCounts.userId} = ${userId}`);
  const [{ looked, ...counts }] = rows as [Counts & { looked: Looked }];
  return { counts, looked };
}

const order = sql.join(inOrder('desc'), sql`, `);
/** The same order of a walk. The database knows it by the name, so it reads no further than it has to. */
const walked = sql`is_unread desc, ${lastReplyAt} desc, ${id} desc`;

const firstOf = (condition: SQL | undefined): SQL =>
  sql`select ${id} from ${supportTickets} where ${condition} order by ${order} limit ${mostFound + 1}`;

const firstTickets = 64;

/**
 * Returns an array: the hits among the first tickets if there are no others, or else those of the index. It is null where
 * more than every fourth ticket has what was typed, because the index then has many more hits than a list shows.
 */
const idsUnlessCommon = (wanted: Wanted, q: string, indexed: SQL): SQL => sql`
  select case
    when count(found) = count(*) and count(*) < ${firstTickets}
      then coalesce(array_agg(${id} order by ${walked}) filter (where found), '{}')
    when count(*) filter (where found) * 4 <= count(found) then array(${indexed})
  end from ${walk(wanted, q, firstTickets)}`;

/**
 * Returns the next tickets in the order of the list. `found` says whether one has what was typed; it is null for the
 * tickets after the limit of messages that this reads.
 */
function walk({ userId, fits }: Wanted, q: string, tickets: number): SQL {
  const isRead = sql`sum(${messages}) over (order by ${order} rows unbounded preceding) <= ${tickets * 8}`;
  return sql`(
    select ${id}, is_unread, ${lastReplyAt}, case when is_read then ${isFound(userId, q)} end as found
    from (select ${sql.join([id, search, referenceLabel, lastReplyAt], sql`, `)}, ${unreadCount} > 0 as is_unread, ${isRead} as is_read
      from ${supportTickets} where ${fits} order by ${order} limit ${tickets}) as ${supportTickets}
  ) as ${supportTickets}`;
}

async function listIds(db: Queryable, found: SQL): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(found);
  return rows.map((row) => row.id);
}

/**
 * Returns the condition for a ticket that has every word in its subject or in some message, or that is named by its
 * number or by three characters of its reference's label, however it is typed.
 */
function isFound(userId: number, q: string): SQL {
  const byWord = queriesFor(userId, q).map(
    (query) => sql`(${search} @@ ${query} or coalesce((select true from ${supportMessages}
      where ${supportMessages.ticketId} = ${id} and ${supportMessages.search} @@ ${query} limit 1), false))`,
  );
  const { number, label } = namedBy(q);
  const ways = [
    ...(byWord.length > 0 ? [sql`(${sql.join(byWord, sql` and `)})`] : []),
    ...(number ? [sql`${id} = ${number}`] : []),
    ...(label ? [label] : []),
  ];
  return ways.length === 0 ? sql`false` : sql`(${sql.join(ways, sql` or `)})`;
}

/** Returns the same condition, each part of it read along an index. */
function isIndexed(userId: number, q: string): SQL {
  const byWord = queriesFor(userId, q).map(
    (query) => sql`(select ${id} from ${supportTickets} where ${search} @@ ${query}
      union select ${supportMessages.ticketId} from ${supportMessages} where ${supportMessages.search} @@ ${query})`,
  );
  const { number, label } = namedBy(q);
  const sets = [
    ...(byWord.length > 0 ? [sql`(${sql.join(byWord, sql` intersect `)})`] : []),
    ...(number ? [sql`select ${number}::integer`] : []),
    ...(label
      ? [sql`select ${id} from ${supportTickets} where ${supportTickets.userId} = ${userId} and ${label}`]
      : []),
  ];
  // As an array, because the database takes every set of words for a large one, and would read all tickets for it.
  return sets.length === 0 ? sql`false` : sql`${id} = any(array(${sql.join(sets, sql` union `)}))`;
}

/** Returns the number that was typed, and the condition for a label that has what was typed. */
function namedBy(q: string): { number: number | null; label: SQL | null } {
  const bare = q.toUpperCase().replace(/[\s#-]/g, '');
  return {
    number: /^\d{1,9}$/.test(bare) ? Number(bare) : null,
    label:
      bare.length < 3
        ? null
        : sql`(${referenceLabel} is not null and strpos(replace(${referenceLabel}, '-', ''), ${bare}) > 0)`,
  };
}
