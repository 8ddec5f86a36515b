/** What happens in the rooms and sales of a demo club: stages begin, and somebody else buys plants. */
import { randomInt, randomUUID } from 'node:crypto';
import { and, asc, eq, gt, isNotNull, isNull, lte, notInArray, sql } from 'drizzle-orm';
import type { Stage } from '../contract/growing';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { beginStage, buyPlants, followingStage, GrowingRefused } from '../growing/growing';
import { growingRooms } from '../growing/rooms/rooms.tables';
import { growingPurchases, growingSales } from '../growing/sales/sales.tables';
import { Conflict } from '../http/problems';
import { endSessionsOf, openSession } from '../identity/identity';
import { users } from '../members/members.tables';
import type { UserRow } from '../members/users';
import type { Deed } from './diary';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How many days a stage lasts. Staff begin a new cycle, after they recorded the harvest. */
const lastsDays: Partial<Record<Stage, number>> = {
  seedling: 16,
  vegetative: 21,
  flowering: 38,
  harvest: 2,
  drying: 11,
};
/** Stages that may begin early, so that a viewer sees one. Nothing is harvested early. */
const mayBeEarly: readonly Stage[] = ['vegetative', 'flowering', 'resting'];
/** A room has each stage for this long, whatever the viewer waits for. */
const leastMs = hourMs;
/** Time from the viewer's arrival. */
const firstMs = {
  stage: { from: minuteMs, to: 1.5 * minuteMs },
  purchase: { from: 0.5 * minuteMs, to: 0.75 * minuteMs },
};
/** Time between two of them. */
const earlyStageMs = { from: 4 * minuteMs, to: 8 * minuteMs };
const purchaseMs = { from: 3 * minuteMs, to: 6 * minuteMs };
/** A transfer needs no verification. */
const noVerification = { verification_method: 'none' as const, verification_code: '' };
/** Plants of a sale that are left to viewers. */
export const reserveOfViewers = 30;

/**
 * Returns a garden whose `act` does what is due at `now`. Stages begin when their time has come. While somebody is
 * present, now and then one begins early, and a member who is not present buys plants.
 * @param random returns numbers from 0 to below 1
 */
export function createGarden(deps: Deps, random: () => number = () => randomInt(2 ** 32) / 2 ** 32) {
  const within = ({ from, to }: { from: number; to: number }) => from + random() * (to - from);
  let due: { stage: number; purchase: number } | null = null;
  return {
    act: async (now: Date, present: number[]): Promise<Deed[]> => {
      const time = now.getTime();
      const deeds: Deed[] = [];
      for (const { code } of await listRipe(deps, now)) deeds.push(...(await begin(deps, code, now)));
      if (present.length === 0) {
        due = null;
        return deeds;
      }
      due ??= { stage: time + within(firstMs.stage), purchase: time + within(firstMs.purchase) };
      if (due.stage <= time) {
        due.stage = time + within(earlyStageMs);
        const room = pick(await listEarly(deps, now), random);
        if (room) deeds.push(...(await begin(deps, room.code, now)));
      }
      if (due.purchase <= time) {
        due.purchase = time + within(purchaseMs);
        deeds.push(...(await buySome(deps, present, random, now)));
      }
      return deeds;
    },
  };
}

const pick = <T>(list: readonly T[], random: () => number): T | undefined => list[Math.floor(random() * list.length)];

/** Returns the rooms whose stage has lasted its days. */
const listRipe = async (deps: Deps, now: Date) =>
  (await listGrowing(deps, now)).filter(({ stage, stageSince }) => {
    const days = stage && lastsDays[stage];
    return days && stageSince && now.getTime() - stageSince.getTime() >= days * dayMs;
  });

const listEarly = async (deps: Deps, now: Date) =>
  (await listGrowing(deps, now)).filter((room) => mayBeEarly.includes(followingStage(room).stage));

const listGrowing = ({ db }: Deps, now: Date) =>
  db
    .select()
    .from(growingRooms)
    .where(and(isNotNull(growingRooms.stage), lte(growingRooms.stageSince, new Date(now.getTime() - leastMs))))
    .orderBy(asc(growingRooms.code));

async function begin(deps: Deps, code: string, now: Date): Promise<Deed[]> {
  try {
    await transaction(deps.db, async (tx) => {
      const [room] = await tx.select().from(growingRooms).where(eq(growingRooms.code, code));
      if (room) await beginStage(tx, deps, { room: code, stage: followingStage(room).stage, staffId: null }, now);
    });
    return [{ what: 'stage', name: code, path: `/growing/room/${code}` }];
  } catch (error) {
    // A member of the staff was faster.
    if (!(error instanceof GrowingRefused)) throw error;
    return [];
  }
}

/** Somebody signs in, orders one or two plants and leaves. The bank of the demo pays their transfer. */
async function buySome(deps: Deps, present: number[], random: () => number, now: Date): Promise<Deed[]> {
  const quantity = random() < 0.5 ? 1 : 2;
  const saleLabel = await findSale(deps, quantity, now);
  const buyer = saleLabel && pick(await listBuyers(deps, saleLabel, present), random);
  if (!saleLabel || !buyer) return [];
  const { language } = buyer;
  const caller = { ip: null, requestId: randomUUID(), language, now, userAgent: null, deviceTokens: [] };
  await transaction(deps.db, async (tx) => {
    await openSession(tx, buyer.id, 'Firefox', caller);
    await endSessionsOf(tx, buyer.id, 'logout', now);
  });
  try {
    const order = { saleLabel, quantity, fromBalance: 0n };
    await buyPlants(deps, buyer, order, { key: randomUUID(), given: noVerification }, caller);
    return [{ what: 'purchase', path: `/growing/sale/${saleLabel}` }];
  } catch (error) {
    // A viewer was faster, or the sale has just ended.
    if (!(error instanceof Conflict)) throw error;
    return [];
  }
}

/** Returns the open sale that ends first and has enough left. */
async function findSale({ db }: Deps, quantity: number, now: Date): Promise<string | undefined> {
  const { label, total, sold, reserved, startsAt, endsAt, closedAt } = growingSales;
  const left = sql`${total} - ${sold} - ${reserved} - ${quantity}::integer >= ${reserveOfViewers}`;
  const [sale] = await db
    .select({ label })
    .from(growingSales)
    .where(and(isNull(closedAt), lte(startsAt, now), gt(endsAt, now), left))
    .orderBy(asc(endsAt), asc(label))
    .limit(1);
  return sale?.label;
}

/** Returns members of a team who are not present and have nothing of the sale. */
const listBuyers = ({ db }: Deps, saleLabel: string, present: number[]): Promise<UserRow[]> =>
  db
    .select()
    .from(users)
    .where(
      and(
        isNotNull(users.referrerId),
        isNotNull(users.emailVerifiedAt),
        isNull(users.deletedAt),
        notInArray(users.id, present),
        notInArray(
          users.id,
          db
            .select({ id: growingPurchases.userId })
            .from(growingPurchases)
            .where(eq(growingPurchases.saleLabel, saleLabel)),
        ),
      ),
    )
    .orderBy(asc(users.id));
