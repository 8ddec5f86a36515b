/** Rooms, sales and plants, for tests of growing. */
import { and, eq, isNull, lte } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { type Stage, stages } from '../contract/growing';
import type { Database } from '../database/database';
import { transaction } from '../database/transaction';
import { walletOrders } from '../wallet/orders/orders.tables';
import { newLabel } from '../wallet/wallet';
import { pastTriggers } from '../wallet/wallet.testing';
import { growingRooms, growingStages } from './rooms/rooms.tables';
import { growingPurchases, growingSales } from './sales/sales.tables';

/** Any connection to the database, also the one that stories use. */
interface WithDatabase {
  db: Pick<PgDatabase<PgQueryResultHKT>, 'insert'>;
}

const dayMs = 24 * 60 * 60_000;

/** Opens a room without any cycle. */
export const aRoom = async ({ db }: WithDatabase, code: string, at: Date, places = 99_999): Promise<void> => {
  const room = { code, name: `House ${code}`, nameDe: `Haus ${code}`, city: 'Uelzen', places, createdAt: at };
  await db.insert(growingRooms).values(room).onConflictDoNothing();
};

/** Opens a sale that began a day before `at`, of plants for €100.00 each, and returns its label. */
export async function aSale(
  club: WithDatabase,
  at: Date,
  terms: Partial<typeof growingSales.$inferInsert> = {},
): Promise<string> {
  const roomCode = terms.roomCode ?? 'B2';
  await aRoom(club, roomCode, at);
  const label = newLabel('SL');
  await club.db.insert(growingSales).values({
    label,
    roomCode,
    strain: 'Morgentau',
    firstCycle: 1,
    cycles: 4,
    startsAt: new Date(at.getTime() - dayMs),
    endsAt: new Date(at.getTime() + 30 * dayMs),
    pricePerPlant: 10_000n,
    total: 50,
    maxPerMember: 20,
    memberShare: 7000,
    createdAt: at,
    ...terms,
  });
  return label;
}

/** Writes a stage of a room. Sales that still sell plants of a cycle are closed when it begins. */
export async function writeStage(
  { db }: { db: Database },
  row: Omit<typeof growingStages.$inferInsert, 'strain'>,
): Promise<void> {
  const { roomCode, cycle, stage, since } = row;
  const open = and(
    eq(growingSales.roomCode, roomCode),
    lte(growingSales.firstCycle, cycle),
    isNull(growingSales.closedAt),
  );
  if (stage === 'seedling') await db.update(growingSales).set({ closedAt: since }).where(open);
  await db.insert(growingStages).values({ ...row, strain: 'Morgentau' });
}

/** Lets a room go on to a stage of a cycle, through all stages before it. */
export async function growTo(
  { db }: { db: Database },
  roomCode: string,
  cycle: number,
  stage: Stage,
  since: Date,
  expectedOn?: string,
): Promise<void> {
  const [room] = await db.select().from(growingRooms).where(eq(growingRooms.code, roomCode));
  if (!room) throw new Error(`No room ${roomCode}`);
  const reached = (ofCycle: number, one: Stage | null) =>
    ofCycle * stages.length + (one ? stages.indexOf(one) : stages.length - 1);
  for (let step = reached(room.cycle, room.stage) + 1; step <= reached(cycle, stage); step++) {
    const next = { cycle: Math.floor(step / stages.length), stage: stages[step % stages.length] as Stage };
    await writeStage({ db }, { roomCode, ...next, since, expectedOn });
  }
}

interface SomePlants {
  userId: number;
  sale: string;
  quantity: number;
  /** The order waits for its payment; otherwise it is paid. */
  unpaid?: boolean;
}

/** Writes an order of plants without its money, and before its purchase. */
export async function anOrderOf(
  club: { db: Database },
  { userId, sale, quantity, unpaid = false }: SomePlants,
  at: Date,
): Promise<string> {
  const label = newLabel('OR');
  const [terms] = await club.db.select().from(growingSales).where(eq(growingSales.label, sale));
  const amount = (terms?.pricePerPlant ?? 0n) * BigInt(quantity);
  const amountPaid = unpaid ? 0n : amount;
  const status = unpaid ? ('awaiting_payment' as const) : ('completed' as const);
  const order = { label, userId, type: 'plant_purchase' as const, amount, amountPaid, status };
  await pastTriggers(club, (tx) =>
    tx.insert(walletOrders).values({ ...order, paymentMethod: 'bank_transfer', createdAt: at, expiresAt: at }),
  );
  return label;
}

/** Sells plants to a member, or reserves them, and returns the label of the order. */
export async function somePlants(club: { db: Database }, plants: SomePlants, at: Date): Promise<string> {
  const { userId, sale: saleLabel, quantity, unpaid } = plants;
  const orderLabel = await anOrderOf(club, plants, at);
  const purchase = { orderLabel, saleLabel, userId, quantity, createdAt: at, changedAt: at };
  await transaction(club.db, async (tx) => {
    await tx.insert(growingPurchases).values({ ...purchase, state: 'reserved' });
    if (unpaid) return;
    await tx.update(growingPurchases).set({ state: 'sold' }).where(eq(growingPurchases.orderLabel, orderLabel));
  });
  return orderLabel;
}
