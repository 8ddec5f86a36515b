/** In which stage a plant is. It follows from its cycles, its room and its loss. */
import { and, eq, exists, gt, gte, lte, not, or, type SQL, sql } from 'drizzle-orm';
import type { Stage } from '../../contract/growing';
import type { PlantStage } from '../../contract/growing-plants';
import { growingRooms } from '../rooms/rooms.tables';
import { growingLosses, growingPlants } from './plants.tables';

export interface Cycles {
  firstCycle: number;
  lastCycle: number;
}

interface RoomCycle {
  cycle: number;
  stage: Stage | null;
}

/**
 * Returns the stage of a plant that is not lost. It waits until its first cycle begins, and has ended when its room
 * rests after its last one: what was harvested is weighed then.
 */
export function stageOf({ firstCycle, lastCycle }: Cycles, { cycle, stage }: RoomCycle): Exclude<PlantStage, 'lost'> {
  if (stage === null || firstCycle > cycle) return 'waiting';
  if (lastCycle < cycle || (lastCycle === cycle && stage === 'resting')) return 'ended';
  return stage;
}

/** The cycles that a plant still has after the running one. */
export const cyclesLeft = ({ firstCycle, lastCycle }: Cycles, { cycle }: Pick<RoomCycle, 'cycle'>): number =>
  Math.max(0, lastCycle - Math.max(cycle, firstCycle - 1));

/** Whether the harvest of a room in this stage still lies ahead. */
export const growsTowardsHarvest = (stage: PlantStage): boolean =>
  stage === 'seedling' || stage === 'vegetative' || stage === 'flowering';

const { cycle, stage: roomStage } = growingRooms;
const { firstCycle, lastCycle } = growingPlants;

const hasEnded = or(gt(cycle, lastCycle), and(eq(cycle, lastCycle), eq(roomStage, 'resting'))) as SQL;

const isLost = exists(
  sql`(select from ${growingLosses} where ${and(
    eq(growingLosses.roomCode, growingPlants.roomCode),
    eq(growingLosses.cycle, cycle),
    eq(growingLosses.position, growingPlants.position),
  )})`,
);

/** The same rule in SQL, of a row of `growing_plants`. */
export function isInStage(stage: PlantStage): SQL {
  const grows = and(eq(roomStage, stage as Stage), lte(firstCycle, cycle), gte(lastCycle, cycle), not(hasEnded));
  const fits =
    stage === 'lost'
      ? isLost
      : stage === 'waiting'
        ? gt(firstCycle, cycle)
        : stage === 'ended'
          ? hasEnded
          : and(grows, not(isLost));
  return exists(sql`(select from ${growingRooms} where ${and(eq(growingRooms.code, growingPlants.roomCode), fits)})`);
}

interface Held extends Cycles {
  code: string;
  lost: number;
}

/**
 * The same for plants of these holdings, which are all that a member has in the stage. It asks no room, so that a list
 * is read in its order and only as far as its page.
 */
export function isHeldInStage(stage: PlantStage, holdings: readonly Held[]): SQL {
  const groups = holdings.map(({ code, firstCycle: first, lastCycle: last }) => sql`(${code}, ${first}, ${last})`);
  const isHeld = sql`(${growingPlants.roomCode}, ${firstCycle}, ${lastCycle}) in (${sql.join(groups, sql`, `)})`;
  if (stage === 'lost') return and(isHeld, isInStage(stage)) as SQL;
  return holdings.some(({ lost }) => lost > 0) ? (and(isHeld, not(isInStage('lost'))) as SQL) : isHeld;
}
