/** The member's tickets as a list. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { SupportCategory } from '../../contract/support-faq';
import { type TicketLine, type TicketStatus, ticketStatuses } from '../../contract/support-tickets';
import type { Queryable } from '../../database/database';
import { queriesFor } from './search-words';
import { showLine } from './show-ticket';
import { inOrder, ticketColumns } from './ticket-steps';
import { supportMessages, supportTicketCounts, supportTickets } from './tickets.tables';

interface Wanted {
  status?: TicketStatus | undefined;
  /** `0`: only tickets that are not closed. */
  closed?: '0' | '1' | undefined;
  category?: SupportCategory | undefined;
  q?: string | undefined;
  page: number;
  perPage: number;
}

type Counts = Record<TicketStatus, number>;

/**
 * Returns a page of the member's tickets: those with unread replies first, then by the newest message. `counts` are of
 * all the member's tickets. It sends at most two statements, whatever is asked for.
 */
export async function listTickets(
  db: Queryable,
  userId: number,
  { status, closed, category, q, page, perPage }: Wanted,
): Promise<{ data: TicketLine[]; total: number; counts: Counts }> {
  const statuses = ticketStatuses.filter(
    (one) => (!status || one === status) && (!closed || (one === 'closed') === (closed === '1')),
  );
  const fits = and(
    eq(supportTickets.userId, userId),
    statuses.length < ticketStatuses.length ? inArray(supportTickets.status, statuses) : undefined,
    category && eq(supportTickets.category, category),
    q === undefined ? undefined : isFound(userId, q),
  );
  const isKept = q === undefined && category === undefined;
  const { found, ...counts } = await countTickets(db, userId, isKept ? null : fits);
  const total = isKept ? statuses.reduce((sum, one) => sum + counts[one], 0) : found;
  const offset = (page - 1) * perPage;
  const limit = Math.min(perPage, total - offset);
  if (limit <= 0) return { data: [], total, counts };
  // A page in the second half is read from the end.
  const behind = total - offset - limit;
  const isNearEnd = behind < offset;
  const rows = await db
    .select(ticketColumns)
    .from(supportTickets)
    .where(fits)
    .orderBy(...inOrder(isNearEnd ? 'asc' : 'desc'))
    .limit(limit)
    .offset(isNearEnd ? behind : offset);
  return { data: (isNearEnd ? rows.toReversed() : rows).map(showLine), total, counts };
}

/** Returns the kept counts of the member, and the number of tickets that fit what has no kept count. */
async function countTickets(
  db: Queryable,
  userId: number,
  counted: SQL | undefined | null,
): Promise<Counts & { found: number }> {
  const found = counted ? sql`(select count(*)::int from ${supportTickets} where ${counted})` : sql`0`;
  const { newTickets, openTickets, waitingTickets, closedTickets } = supportTicketCounts;
  const kept = (count: PgColumn) => sql`coalesce(max(${count}), 0)`;
  // An aggregate gives a row also to a member who has no counts yet.
  const { rows } = await db.execute<Counts & { found: number }>(sql`
    select ${kept(newTickets)} as new, ${kept(openTickets)} as open, ${kept(waitingTickets)} as waiting_for_customer,
      ${kept(closedTickets)} as closed, ${found} as found
    from ${supportTicketCounts} where ${eq(supportTicketCounts.userId, userId)}`);
  const [{ found: count, ...counts }] = rows as [Counts & { found: number }];
  return { ...counts, found: count };
}

/**
 * Returns the condition for a ticket that has every word in its subject or in some message, or that is named by its
 * number or by three characters of its reference's label, however it is typed. Each part of it is read along an index.
 */
function isFound(userId: number, typed: string): SQL {
  const bare = typed.toUpperCase().replace(/[\s#-]/g, '');
  const { id, referenceLabel: label } = supportTickets;
  const own = eq(supportTickets.userId, userId);
  const byWord = queriesFor(userId, typed).map(
    (query) => sql`(select ${id} from ${supportTickets} where ${supportTickets.search} @@ ${query}
      union select ${supportMessages.ticketId} from ${supportMessages} where ${supportMessages.search} @@ ${query})`,
  );
  const sets = [
    ...(byWord.length > 0 ? [sql`(${sql.join(byWord, sql` intersect `)})`] : []),
    ...(/^\d{1,9}$/.test(bare) ? [sql`select ${Number(bare)}::integer`] : []),
    ...(bare.length < 3
      ? []
      : [
          sql`select ${id} from ${supportTickets} where ${own} and ${label} is not null
            and strpos(replace(${label}, '-', ''), ${bare}) > 0`,
        ]),
  ];
  return sets.length === 0 ? sql`false` : sql`${id} in (${sql.join(sets, sql` union `)})`;
}
