/** The member's tickets as a list. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { SupportCategory } from '../../contract/support-faq';
import { type TicketLine, type TicketStatus, ticketStatuses } from '../../contract/support-tickets';
import type { Queryable } from '../../database/database';
import { type Counts, countTickets, findTickets, mostFound } from './find-tickets';
import { showLine } from './show-ticket';
import { inOrder, ticketColumns } from './ticket-steps';
import { supportTickets } from './tickets.tables';

interface Wanted {
  status?: TicketStatus | undefined;
  /** `0`: only tickets that are not closed. */
  closed?: '0' | '1' | undefined;
  category?: SupportCategory | undefined;
  q?: string | undefined;
  page: number;
  perPage: number;
}

interface Found {
  data: TicketLine[];
  total: number;
  /** There are more than the total says. */
  has_more: boolean;
  /** Of all the member's tickets. */
  counts: Counts;
}

/**
 * Returns a page of the member's tickets: those with unread replies first, then by the newest message. It sends at most
 * two statements; with words or a topic, which have no kept count, at most four.
 */
export async function listTickets(
  db: Queryable,
  userId: number,
  { status, closed, category, q, page, perPage }: Wanted,
): Promise<Found> {
  const statuses = ticketStatuses.filter(
    (one) => (!status || one === status) && (!closed || (one === 'closed') === (closed === '1')),
  );
  const fits = and(
    eq(supportTickets.userId, userId),
    statuses.length < ticketStatuses.length ? inArray(supportTickets.status, statuses) : undefined,
    category && eq(supportTickets.category, category),
  );
  const offset = (page - 1) * perPage;
  if (q !== undefined || category !== undefined) {
    const { ids, counts } = await findTickets(db, { userId, fits, q });
    const shown = ids.slice(0, mostFound).slice(offset, offset + perPage);
    const data =
      shown.length === 0 ? [] : await listRows(db, inArray(supportTickets.id, shown), { limit: shown.length });
    return {
      data: data.map(showLine),
      total: Math.min(ids.length, mostFound),
      has_more: ids.length > mostFound,
      counts,
    };
  }
  const { counts } = await countTickets(db, userId, sql`null`);
  const total = statuses.reduce((sum, one) => sum + counts[one], 0);
  const limit = Math.min(perPage, total - offset);
  if (limit <= 0) return { data: [], total, has_more: false, counts };
  // A page in the second half is read from the end.
  const behind = total - offset - limit;
  const isNearEnd = behind < offset;
  const rows = isNearEnd
    ? (await listRows(db, fits, { way: 'asc', limit, offset: behind })).toReversed()
    : await listRows(db, fits, { limit, offset });
  return { data: rows.map(showLine), total, has_more: false, counts };
}

const listRows = (
  db: Queryable,
  fits: SQL | undefined,
  { way = 'desc', limit, offset = 0 }: { way?: 'asc' | 'desc'; limit: number; offset?: number },
) =>
  db
    .select(ticketColumns)
    .from(supportTickets)
    .where(fits)
    .orderBy(...inOrder(way))
    .limit(limit)
    .offset(offset);
