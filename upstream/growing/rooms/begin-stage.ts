/** The next stage of a room (docs/product/growing.md#rooms). */
import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import { type Stage, stages } from '../../contract/growing';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { noteForMembers } from '../notices/tell-members';
import { countGrowing } from '../plants/standing';
import { GrowingRefused } from '../refused';
import { growingPurchases, growingSales } from '../sales/sales.tables';
import { lockRoom, type RoomRow } from './lock-room';
import { growingRooms, growingStages } from './rooms.tables';

interface NextStage {
  room: string;
  stage: Stage;
  /** When the harvest is expected. Without it, what was said for this cycle. */
  expectedOn?: string;
  /** What a new cycle grows. Without it, what the last one grew. */
  strain?: string;
  /** Null for the simulator of the demo club. */
  staffId: number | null;
}

export interface BegunStage {
  room: RoomRow;
  cycle: number;
  expectedOn: string | null;
  strain: string;
  plants: number;
  members: number;
}

/**
 * Brings a room into its next stage. Members with plants there are told by a job.
 * @throws GrowingRefused
 */
export async function beginStage(tx: Tx, deps: Pick<Deps, 'jobs'>, next: NextStage, now: Date): Promise<BegunStage> {
  const room = await lockForStage(tx, next);
  const following = followingStage(room);
  if (next.stage !== following.stage) {
    const is = room.stage ? `is in ${room.stage} of cycle ${room.cycle}` : 'has not begun to grow';
    throw new GrowingRefused(`Room ${room.code} ${is}: next comes ${following.stage} of cycle ${following.cycle}.`);
  }
  const isNewCycle = following.cycle !== room.cycle;
  if (isNewCycle) await refuseOpenSales(tx, room, following.cycle, now);
  const { strain, expectedOn } = describeCycle(room, next, isNewCycle, now);
  const { cycle, stage } = following;
  const row = { roomCode: room.code, cycle, stage, since: now, expectedOn, strain, staffId: next.staffId };
  await tx.insert(growingStages).values(row);
  await noteForMembers(tx, deps, { roomCode: room.code, cycle, event: stage, at: now });
  return { room, cycle, expectedOn, strain, ...(await countGrowing(tx, room.code, cycle)) };
}

/** The stage that comes after that of a room, and its cycle. */
export function followingStage({ cycle, stage }: Pick<RoomRow, 'cycle' | 'stage'>): { cycle: number; stage: Stage } {
  const next = stage && stages[stages.indexOf(stage) + 1];
  return next ? { cycle, stage: next } : { cycle: cycle + 1, stage: 'seedling' };
}

/** Before a new cycle it locks the sales first, as purchases do. */
async function lockForStage(tx: Tx, { room: code, stage }: NextStage): Promise<RoomRow> {
  if (stage === 'seedling') {
    await tx
      .select({ label: growingSales.label })
      .from(growingSales)
      .innerJoin(growingRooms, eq(growingRooms.code, growingSales.roomCode))
      .where(and(eq(growingSales.roomCode, code), or(isNull(growingSales.closedAt), gt(growingSales.reserved, 0))))
      .orderBy(growingSales.label)
      .for('update', { of: growingSales });
  }
  return lockRoom(tx, code);
}

/** No plant may begin before it is paid. The database refuses the same. */
async function refuseOpenSales(tx: Tx, { code }: RoomRow, cycle: number, now: Date): Promise<void> {
  const ofCycle = and(eq(growingSales.roomCode, code), lte(growingSales.firstCycle, cycle));
  const open = await tx
    .select({ label: growingSales.label })
    .from(growingSales)
    .where(and(ofCycle, isNull(growingSales.closedAt), gt(growingSales.endsAt, now)))
    .orderBy(growingSales.label);
  const unpaid = await tx
    .select({ label: growingPurchases.orderLabel })
    .from(growingPurchases)
    .innerJoin(growingSales, eq(growingSales.label, growingPurchases.saleLabel))
    .where(and(ofCycle, eq(growingPurchases.state, 'reserved')))
    .orderBy(growingPurchases.orderLabel);
  const faults = [
    ...(open.length > 0 ? [`${namesOf(open)} still sells plants of cycle ${cycle}; close it first.`] : []),
    ...(unpaid.length > 0
      ? [`Plants of cycle ${cycle} are reserved by unpaid orders, which have to be paid or to end: ${namesOf(unpaid)}.`]
      : []),
  ];
  if (faults.length > 0) throw new GrowingRefused(faults.join('\n'));
}

const namesOf = (rows: { label: string }[]) => rows.map(({ label }) => label).join(', ');

function describeCycle(room: RoomRow, next: NextStage, isNewCycle: boolean, now: Date) {
  const strain = next.strain ?? room.strain;
  if (!strain) throw new GrowingRefused(`Room ${room.code} has not grown anything yet: say what, with --strain.`);
  if (!isNewCycle && strain !== room.strain) {
    throw new GrowingRefused(`Room ${room.code} grows ${room.strain}; only a new cycle grows something else.`);
  }
  if (next.expectedOn !== undefined && next.expectedOn < now.toISOString().slice(0, 10)) {
    throw new GrowingRefused(`The harvest cannot be expected on ${next.expectedOn}, which is over.`);
  }
  return { strain, expectedOn: next.expectedOn ?? (isNewCycle ? null : room.expectedOn) };
}
