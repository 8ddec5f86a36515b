/** Tells members what happened in their rooms: each once, in short transactions that may be interrupted and repeated. */
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import type { Job } from '../../jobs/jobs';
import { createNotification } from '../../notifications/notifications';
import { growingLosses, growingPlants } from '../plants/plants.tables';
import { growsIn } from '../plants/standing';
import { growingRooms } from '../rooms/rooms.tables';
import { growingNotices } from './notices.tables';
import { noticeFor, type OwnPlants } from './notices.texts';

type NoticeRow = typeof growingNotices.$inferSelect;
type TellDeps = Pick<Deps, 'db' | 'jobs' | 'config' | 'broadcaster'>;

/** The members that one transaction tells. */
export const batchSize = 100;

/** Notes what members are to be told. The job that tells them runs after the commit. */
export async function noteForMembers(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  notice: Pick<NoticeRow, 'roomCode' | 'cycle' | 'event' | 'at'>,
): Promise<void> {
  const [written] = await tx.insert(growingNotices).values(notice).returning({ id: growingNotices.id });
  if (written) await jobs.enqueue(tx, 'growing-notice', { noticeId: written.id });
}

/** Returns the handler of the queue `growing-notice`. */
export const createGrowingNotices =
  (deps: TellDeps) =>
  ({ data }: Pick<Job<'growing-notice'>, 'data'>): Promise<void> =>
    tellMembers(deps, data.noticeId, new Date());

/** Tells everybody whom a notice concerns and who was not told yet. */
async function tellMembers(deps: TellDeps, noticeId: number, now: Date): Promise<void> {
  while (await transaction(deps.db, (tx) => tellNext(tx, deps, noticeId, now)));
}

/** Tells the next members. Two jobs of one notice wait for each other here. Returns whether there may be more. */
async function tellNext(tx: Tx, deps: TellDeps, noticeId: number, now: Date): Promise<boolean> {
  const [found] = await tx
    .select({ notice: growingNotices, room: growingRooms })
    .from(growingNotices)
    .innerJoin(growingRooms, eq(growingRooms.code, growingNotices.roomCode))
    .where(eq(growingNotices.id, noticeId))
    .for('update', { of: growingNotices });
  if (!found || found.notice.finishedAt) return false;
  const { notice, room } = found;
  const owners = await (notice.event === 'lost' ? listLosers : listGrowers)(tx, notice);
  for (const own of owners) {
    await createNotification({ ...deps, db: tx }, { ...noticeFor(notice, room, own), userId: own.userId, now });
  }
  const isLast = owners.length < batchSize;
  await tx
    .update(growingNotices)
    .set({ toldUpTo: owners.at(-1)?.userId ?? notice.toldUpTo, finishedAt: isLast ? now : null })
    .where(eq(growingNotices.id, notice.id));
  return !isLast;
}

const own = {
  userId: growingPlants.userId,
  plants: sql<number>`count(*)::int`,
  positions: sql<number[]>`(array_agg(${growingPlants.position} order by ${growingPlants.position}))[:20]`,
};

const listGrowers = (tx: Tx, { roomCode, cycle, toldUpTo }: NoticeRow): Promise<OwnPlants[]> =>
  tx
    .select(own)
    .from(growingPlants)
    .where(and(eq(growingPlants.roomCode, roomCode), gt(growingPlants.userId, toldUpTo), growsIn(tx, cycle)))
    .groupBy(growingPlants.userId)
    .orderBy(asc(growingPlants.userId))
    .limit(batchSize);

const listLosers = (tx: Tx, { roomCode, cycle, at, toldUpTo }: NoticeRow): Promise<OwnPlants[]> =>
  tx
    .select({
      ...own,
      reason: sql<{
        en: string;
        de: string;
      }>`(array_agg(jsonb_build_object('en', ${growingLosses.reason}, 'de', ${growingLosses.reasonDe})))[1]`,
    })
    .from(growingPlants)
    .innerJoin(
      growingLosses,
      and(eq(growingLosses.roomCode, growingPlants.roomCode), eq(growingLosses.position, growingPlants.position)),
    )
    .where(
      and(
        eq(growingPlants.roomCode, roomCode),
        gt(growingPlants.userId, toldUpTo),
        eq(growingLosses.cycle, cycle),
        eq(growingLosses.lostAt, at),
      ),
    )
    .groupBy(growingPlants.userId)
    .orderBy(asc(growingPlants.userId))
    .limit(batchSize);
