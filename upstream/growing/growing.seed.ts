/** The rooms and sales of the demo club. Days count back from now. */
import { and, eq, gt, lte } from 'drizzle-orm';
import { type Stage, stages } from '../contract/growing';
import type { Tx } from '../database/database';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { newLabel } from '../wallet/wallet';
import { growingRooms, growingStages } from './rooms/rooms.tables';
import { growingPurchaseEvents, growingPurchases, growingSales } from './sales/sales.tables';
import { textsIn } from './sales/sales.texts';

const dayMs = 24 * 60 * 60_000;
const after = (at: Date, days: number) => new Date(at.getTime() + days * dayMs);

/** The length of a cycle, and the day of it on which each stage begins. */
const cycleDays = 98;
const beginsOn: Record<Stage, number> = {
  seedling: 0,
  vegetative: 16,
  flowering: 37,
  harvest: 75,
  drying: 77,
  resting: 88,
};

interface DemoRoom {
  code: string;
  number: number;
  city: string;
  strain: string;
  places: number;
  /** The running cycle, and for how many days it has run. 0 for a house that has not begun. */
  cycle: number;
  day: number;
}

const rooms: DemoRoom[] = [
  { code: 'H1', number: 1, city: 'Uelzen', strain: 'Alte Linde', places: 420, cycle: 8, day: 82 },
  { code: 'H2', number: 2, city: 'Uelzen', strain: 'Morgentau', places: 480, cycle: 8, day: 52 },
  { code: 'H3', number: 3, city: 'Bad Bevensen', strain: 'Harzer Gold', places: 360, cycle: 8, day: 9 },
  { code: 'H4', number: 4, city: 'Bleckede', strain: 'Elbmarsch', places: 480, cycle: 0, day: 0 },
];

/** Opens the rooms with their history, and the sales of today. Does nothing when any room exists. */
export async function seedRooms({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    if ((await tx.$count(growingRooms)) > 0) return;
    for (const room of rooms) await openRoom(tx, room, now);
    const soon = { room: 'H1', price: 13_900n, total: 120, maxPerMember: 20, cycles: 5 };
    await openSale(tx, { ...soon, startsAt: after(now, 20), endsAt: after(now, 50) }, now);
    const open = { room: 'H4', price: 14_900n, total: 480, maxPerMember: 20, cycles: 4 };
    await openSale(tx, { ...open, startsAt: after(now, -9), endsAt: after(now, 18) }, now);
  });
}

async function openRoom(tx: Tx, room: DemoRoom, now: Date): Promise<void> {
  const { code, number, city, places, strain } = room;
  const begunAt = after(now, -room.day - (room.cycle - 1) * cycleDays);
  const names = { name: `House ${number}`, nameDe: `Haus ${number}` };
  const createdAt = room.cycle > 0 ? after(begunAt, -30) : after(now, -30);
  await tx.insert(growingRooms).values({ code, city, places, ...names, createdAt });
  for (let cycle = 1; cycle <= room.cycle; cycle++) {
    const start = after(begunAt, (cycle - 1) * cycleDays);
    const expectedOn = after(start, beginsOn.harvest).toISOString().slice(0, 10);
    for (const stage of stages) {
      const since = after(start, beginsOn[stage]);
      if (since > now) break;
      await tx.insert(growingStages).values({ roomCode: code, cycle, stage, since, expectedOn, strain });
    }
  }
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
  const { strain, cycle, day } = rooms.find(({ code }) => code === roomCode) as DemoRoom;
  const daysAhead = (sale.endsAt.getTime() - now.getTime()) / dayMs;
  const firstCycle = Math.max(1, cycle + Math.ceil((daysAhead + day) / cycleDays));
  const [written] = await tx
    .insert(growingSales)
    .values({
      ...{ label: newLabel('SL'), roomCode, strain, firstCycle, pricePerPlant, memberShare: 7000 },
      ...terms,
      termsNote: 'The club keeps 30 % of the surplus for wages, repairs and new houses.',
      termsNoteDe: 'Der Verein behält 30 % des Überschusses für Löhne, Reparaturen und neue Häuser.',
      createdAt: after(sale.startsAt, -7),
    })
    .returning();
  if (!written) throw new Error('The sale was not written');
  return written;
}

/** The sales of the demo history; each lasted a month. */
export const createPastPlants = (now: Date) => {
  const findOrOpen = async (tx: Tx, { room, price }: { room: string; price: bigint }, at: Date) => {
    const [running] = await tx
      .select()
      .from(growingSales)
      .where(and(eq(growingSales.roomCode, room), lte(growingSales.startsAt, at), gt(growingSales.endsAt, at)));
    const terms = { room, price, total: 60, maxPerMember: 20, cycles: 4 };
    return running ?? openSale(tx, { ...terms, startsAt: after(at, -15), endsAt: after(at, 15) }, now);
  };
  return {
    async nameSale(tx: Tx, sale: { room: string; price: bigint }, at: Date) {
      const { firstCycle } = await findOrOpen(tx, sale, at);
      const { number } = rooms.find(({ code }) => code === sale.room) as DemoRoom;
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
  };
};
