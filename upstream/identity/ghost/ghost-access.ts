/** What the member sees of staff in their area, and how they end it. */
import { z } from '@hono/zod-openapi';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { GhostVisit } from '../../contract/ghost';
import { writeAudit } from '../../database/audit';
import type { Database, Queryable } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { NotFound } from '../../http/problems';
import type { Caller } from '../caller';
import { endSession } from '../sessions';
import { ghostRequests, ghostSessions } from './ghost.tables';

interface Extent {
  page: number;
  perPage: number;
}

/** One page of the accesses to a member's area, latest first, with their number in all. */
export async function listAccesses(db: Database, userId: number, { page, perPage }: Extent, now: Date) {
  const own = eq(ghostSessions.userId, userId);
  const rows = await db
    .select()
    .from(ghostSessions)
    .where(own)
    .orderBy(desc(ghostSessions.startedAt), ghostSessions.id)
    .limit(perPage)
    .offset((page - 1) * perPage);
  return { data: rows.map((row) => showAccess(row, now)), total: await db.$count(ghostSessions, own) };
}

/** One access, in the shape of the contract. `NotFound` for those to other members. */
export async function getAccess(db: Database, userId: number, id: string, now: Date) {
  return showAccess(await findAccess(db, userId, id), now);
}

/**
 * Page by page what was looked at, in the order of time, each with the calls that were made for it; the reads for the
 * same page in a row count as one, every change and every refusal stands for itself.
 */
export async function listVisits(db: Database, accessId: string, { page, perPage }: Extent) {
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

/** Ends an access to the member's own area; nothing happens where it is over. `NotFound` for those to other members. */
export async function endAccess(deps: Deps, userId: number, id: string, caller: Caller): Promise<void> {
  const { now, ip, requestId } = caller;
  await transaction(deps.db, async (tx) => {
    const access = await findAccess(tx, userId, id);
    if (access.endedAt || access.expiresAt <= now) return;
    await endSession(tx, id, 'ghost_ended', now);
    const detail = { session: id, staff: access.actorId };
    await writeAudit(tx, now, { action: 'ghost.ended', actorId: userId, userId, ip, requestId, detail });
  });
}

type Access = typeof ghostSessions.$inferSelect;

/** What is no UUID is the id of nothing. */
async function findAccess(db: Queryable, userId: number, id: string): Promise<Access> {
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

/** Whatever else ends all sessions, a new password say, is the member's own act. */
function endedBy({ endedReason, expiresAt }: Access, now: Date): 'staff' | 'member' | 'time' | null {
  if (endedReason === 'ghost_left' || endedReason === 'logout') return 'staff';
  if (endedReason) return 'member';
  return expiresAt <= now ? 'time' : null;
}
