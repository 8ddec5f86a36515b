/** The rooms, sales and cycles of the demo club. Days count back from now. */
import { and, eq, gt, lte } from 'drizzle-orm';
import { type Stage, stages } from '../contract/growing';
import type { Tx } from '../database/database';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { newLabel } from '../wallet/wallet';
import { beginOf, beginsOn, cycleDays, type DemoRoom, days, rooms } from './growing.seed-calendar';
import { listCare } from './growing.seed-care';
import { listHarvestActs } from './growing.seed-harvests';
import { growingRooms, growingStages } from './rooms/rooms.tables';
import { growingPurchaseEvents, growingPurchases, growingSales } from './sales/sales.tables';
import { textsIn } from './sales/sales.texts';

/** One event of the demo history, at its time. */
interface Act {
  at: Date;
  act: () => Promise<unknown>;
}

/** Opens the rooms, and the sales of today that nobody bought from. Does nothing when any room exists. */
export async function seedRooms({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    if ((await tx.$count(growingRooms)) > 0) return;
    for (const room of rooms) {
      const { code, number, city, places } = room;
      const createdAt = days(room.cycle > 0 ? beginOf(room, 1, now) : now, -30);
      await tx
        .insert(growingRooms)
        .values({ code, city, places, name: `House ${number}`, nameDe: `Haus ${number}`, createdAt });
    }
    const soon = { room: 'H1', price: 13_900n, total: 120, maxPerMember: 20, cycles: 5 };
    await openSale(tx, { ...soon, startsAt: days(now, 20), endsAt: days(now, 50) }, now);
    const open = { room: 'H4', price: 14_900n, total: 480, maxPerMember: 20, cycles: 4 };
    await openSale(tx, { ...open, startsAt: days(now, -9), endsAt: days(now, 18) }, now);
    const gone = { room: 'H3', price: 14_900n, total: 12, maxPerMember: 6, cycles: 4 };
    await openSale(tx, { ...gone, startsAt: days(now, -20), endsAt: days(now, 10) }, now);
  });
}

interface DemoSale {
  room: string;
  price: bigint;
  total: number;
  maxPerMember: number;
  cycles: number;
  startsAt: Date;
  endsAt: Date;
}

/** The plants of a sale begin with the first cycle after its end. */
async function openSale(tx: Tx, sale: DemoSale, now: Date): Promise<typeof growingSales.$inferSelect> {
  const { room: roomCode, price: pricePerPlant, ...terms } = sale;
  const { strain, cycle, day } = roomOf(roomCode);
  const daysAhead = (sale.endsAt.getTime() - now.getTime()) / 86_400_000;
  const firstCycle = Math.max(1, cycle + Math.ceil((daysAhead + day) / cycleDays));
  const [written] = await tx
    .insert(growingSales)
    .values({
      ...{ label: newLabel('SL'), roomCode, strain, firstCycle, pricePerPlant, memberShare: 7000 },
      ...terms,
      termsNote: 'The club keeps 30 % of the surplus for wages, repairs and new houses.',
      termsNoteDe: 'Der Verein behält 30 % des Überschusses für Löhne, Reparaturen und neue Häuser.',
      createdAt: days(sale.startsAt, -7),
    })
    .returning();
  if (!written) throw new Error('The sale was not written');
  return written;
}

/** The demo history of growing, for the seed of the wallets, which puts all events in the order of time. */
export const createPastPlants = (now: Date) => {
  const findOrOpen = async (tx: Tx, { room, price }: { room: string; price: bigint }, at: Date) => {
    const [running] = await tx
      .select()
      .from(growingSales)
      .where(and(eq(growingSales.roomCode, room), lte(growingSales.startsAt, at), gt(growingSales.endsAt, at)));
    const terms = { room, price, total: 120, maxPerMember: 20, cycles: 4 };
    return running ?? openSale(tx, { ...terms, startsAt: days(at, -15), endsAt: days(at, 15) }, now);
  };
  return {
    /** Stages, losses, counts and harvests of all rooms. */
    listActs: async (tx: Tx): Promise<Act[]> => [
      ...rooms.flatMap((room) => listStages(tx, room, now)),
      ...(await listCare(tx, now)),
      ...(await listHarvestActs(tx, now)),
    ],
    async nameSale(tx: Tx, sale: { room: string; price: bigint }, at: Date) {
      const { firstCycle } = await findOrOpen(tx, sale, at);
      const { number } = roomOf(sale.room);
      return {
        en: textsIn('en').plantIn(`House ${number}`, firstCycle),
        de: textsIn('de').plantIn(`Haus ${number}`, firstCycle),
      };
    },
    async sell(
      tx: Tx,
      order: { label: string; userId: number; room: string; price: bigint; quantity: number },
      at: Date,
    ): Promise<void> {
      const { label: saleLabel } = await findOrOpen(tx, order, at);
      const { label: orderLabel, userId, quantity } = order;
      const times = { createdAt: at, changedAt: at };
      await tx
        .insert(growingPurchases)
        .values({ orderLabel, saleLabel, userId, quantity, state: 'reserved', ...times });
      await tx.update(growingPurchases).set({ state: 'sold' }).where(eq(growingPurchases.orderLabel, orderLabel));
      await tx.insert(growingPurchaseEvents).values({ kind: 'bought', orderLabel, at });
    },
    async takeBack(tx: Tx, { label: orderLabel }: { label: string }, at: Date): Promise<void> {
      const returned = { state: 'returned' as const, changedAt: at };
      await tx.update(growingPurchases).set(returned).where(eq(growingPurchases.orderLabel, orderLabel));
      await tx.insert(growingPurchaseEvents).values({ kind: 'returned', orderLabel, at });
    },
  };
};

const roomOf = (code: string) => rooms.find((room) => room.code === code) as DemoRoom;

function listStages(tx: Tx, room: DemoRoom, now: Date): Act[] {
  const { code: roomCode, strain } = room;
  const begin = (cycle: number, stage: Stage): Act => {
    const since = days(beginOf(room, cycle, now), beginsOn[stage]);
    const expectedOn = days(beginOf(room, cycle, now), beginsOn.harvest)
      .toISOString()
      .slice(0, 10);
    const row = { roomCode, cycle, stage, since, expectedOn, strain };
    return { at: since, act: () => tx.insert(growingStages).values(row) };
  };
  const cycles = Array.from({ length: room.cycle }, (_, index) => index + 1);
  return cycles.flatMap((cycle) => stages.map((stage) => begin(cycle, stage))).filter(({ at }) => at <= now);
}
