/** The member's view of staff visits to their area, and how the member ends one. */
import { z } from '@hono/zod-openapi';
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { GhostVisit } from '../../contract/ghost';
import { writeAudit } from '../../database/audit';
import type { Database, Queryable } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { countTotal } from '../../http/paginator';
import { NotFound } from '../../http/problems';
import type { Caller } from '../../members/caller';
import { ghostSessions } from '../../members/sessions.tables';
import { endSession } from '../sessions/sessions';
import { ghostRequests } from './ghost.tables';

interface PageRange {
  page: number;
  perPage: number;
}

/** Returns one page of the staff accesses to a member's area, latest first, with their total. */
export async function listAccesses(db: Database, userId: number, { page, perPage }: PageRange, now: Date) {
  const own = eq(ghostSessions.userId, userId);
  const total = sql<number>`(select count(*)::int from ${ghostSessions} where ${own})`;
  const rows = await db
    .select({ ...getTableColumns(ghostSessions), total })
    .from(ghostSessions)
    .where(own)
    .orderBy(desc(ghostSessions.startedAt), ghostSessions.id)
    .limit(perPage)
    .offset((page - 1) * perPage);
  const data = rows.map((row) => showAccess(row, now));
  return { data, total: await countTotal(rows, page, () => db.$count(ghostSessions, own)) };
}

/** Returns one access in the shape of the contract. `NotFound` for accesses to other members. */
export async function getShownAccess(db: Database, userId: number, id: string, now: Date) {
  return showAccess(await getAccess(db, userId, id), now);
}

/**
 * Returns the visited pages in chronological order, each with its calls. Consecutive reads for the same page form one
 * entry. Every change and every refusal is an entry of its own.
 */
export async function listVisits(db: Database, accessId: string, { page, perPage }: PageRange) {
  const { rows } = await db.execute<Visit>(sql`
    with logged as (
      select id, at, page, outcome, method || ' ' || path as call, coalesce(page, method || ' ' || path) as place
      from ${ghostRequests} where session_id = ${accessId}
    ), marked as (
      select *, outcome <> 'read' or place is distinct from lag(place) over (partition by outcome = 'read' order by id) as begins
      from logged
    ), numbered as (
      select *, count(*) filter (where begins) over (partition by outcome = 'read' order by id) as visit from marked
    )
    select page, json_agg(distinct call order by call) as calls, outcome, min(at) as at, count(*) over ()::int as total
    from numbered group by page, outcome, visit
    order by min(id) limit ${perPage} offset ${(page - 1) * perPage}`);
  const data = rows.map(({ page, calls, outcome, at }) => ({ page, calls, outcome, at: new Date(at).toISOString() }));
  return { data, total: rows[0]?.total ?? 0 };
}

interface Visit extends z.infer<typeof GhostVisit>, Record<string, unknown> {
  total: number;
}

/** Ends an access to the member's own area. Does nothing if it is over. `NotFound` for accesses to other members. */
export async function endAccess(deps: Deps, userId: number, id: string, caller: Caller): Promise<void> {
  const { now, ip, requestId } = caller;
  await transaction(deps.db, async (tx) => {
    const access = await getAccess(tx, userId, id);
    if (access.endedAt || access.expiresAt <= now) return;
    await endSession(tx, id, 'ghost_ended', now);
    const detail = { session: id, staff: access.actorId };
    await writeAudit(tx, now, { action: 'ghost.ended', actorId: userId, userId, ip, requestId, detail });
  });
}

type Access = typeof ghostSessions.$inferSelect;

/** An id that is not a UUID belongs to no access. */
async function getAccess(db: Queryable, userId: number, id: string): Promise<Access> {
  if (!z.uuid().safeParse(id).success) throw new NotFound();
  const [access] = await db
    .select()
    .from(ghostSessions)
    .where(and(eq(ghostSessions.id, id), eq(ghostSessions.userId, userId)));
  if (!access) throw new NotFound();
  return access;
}

const showAccess = (access: Access, now: Date) => ({
  id: access.id,
  actor_name: access.actorName,
  reason: access.reason,
  ticket_id: access.ticketId,
  read_only: access.readOnly,
  started_at: access.startedAt.toISOString(),
  ends_at: (access.endedAt ?? access.expiresAt).toISOString(),
  ended_by: endedBy(access, now),
});

/** If all sessions ended for another reason, such as a new password, the member ended them. */
function endedBy({ endedReason, expiresAt }: Access, now: Date): 'staff' | 'member' | 'time' | null {
  if (endedReason === 'ghost_left' || endedReason === 'logout') return 'staff';
  if (endedReason) return 'member';
  return expiresAt <= now ? 'time' : null;
}
