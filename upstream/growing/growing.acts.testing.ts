/** Performs the operations of `growing.model.testing.ts` with the product's own functions. */
import { and, desc, eq, isNull } from 'drizzle-orm';
import { CommandFailed } from '../club/command';
import { verificationContext } from '../contract/verification';
import { findFailure } from '../database/failures';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { HttpProblem } from '../http/problems';
import { makeCode } from '../identity/verification/verification-code';
import { decimal } from '../ledger/ledger';
import { users } from '../members/members.tables';
import { expireOrders } from '../wallet/orders/expiry';
import { findOrder, missingOf } from '../wallet/orders/order-steps';
import { cancelOrder } from '../wallet/orders/orders';
import { receivePayment } from '../wallet/orders/payments';
import { NotRefundable, refundOrder } from '../wallet/orders/refund';
import { NotReturnable } from '../wallet/wallet';
import {
  costOfTest,
  fromBalanceOf,
  type Operation,
  type Outcome,
  pickOf,
  shareOfTest,
  transferOf,
} from './growing.model.testing';
import { approveHarvest, findHarvest, recordHarvest } from './harvests/harvests';
import { growingHarvests } from './harvests/harvests.tables';
import { settleBatch } from './harvests/payout';
import { losePlants } from './plants/lose-plants';
import { growingPlants } from './plants/plants.tables';
import { GrowingRefused } from './refused';
import { beginStage, followingStage } from './rooms/begin-stage';
import { growingRooms } from './rooms/rooms.tables';
import { buyPlants } from './sales/buy';
import { growingSales } from './sales/sales.tables';

/** What the test knows. The lists are in the order in which things were made. */
export interface Farm {
  deps: Deps;
  room: string;
  members: number[];
  staff: [number, number];
  sales: string[];
  orders: { label: string; userId: number }[];
  /** Moves on with each operation. */
  now: Date;
  /** The number of operations so far, for keys. */
  count: number;
}

type Act = (farm: Farm, operation: Operation) => Promise<unknown>;

const minuteMs = 60_000;

/** Performs the operation. Throws every error that is not a refusal. */
export async function perform(farm: Farm, operation: Operation): Promise<Outcome> {
  farm.now = new Date(farm.now.getTime() + minuteMs);
  farm.count++;
  try {
    return (await acts[operation.kind](farm, operation)) === 'refused' ? 'refused' : 'done';
  } catch (error) {
    const refusals = [HttpProblem, CommandFailed, GrowingRefused, NotRefundable, NotReturnable];
    if (refusals.some((kind) => error instanceof kind)) return 'refused';
    throw error;
  }
}

/** The same beside others, who may have done meanwhile what the database then refuses. */
export const performBeside = (farm: Farm, operation: Operation): Promise<Outcome> =>
  perform(farm, operation).catch((error: unknown) => {
    if (findFailure(error)?.constraint?.startsWith('growing_')) return 'refused';
    throw error;
  });

const caller = ({ now, count }: Farm) => ({
  ...{ ip: null, requestId: `test ${count}`, language: 'en' as const, now, userAgent: null, deviceTokens: [] },
});

const buy: Act = async (farm, { pick, size }) => {
  const { deps, now } = farm;
  const userId = farm.members[pick % farm.members.length] as number;
  const saleLabel = farm.sales[pick % 2] as string;
  const quantity = 1 + (size % 4);
  const fromBalance = fromBalanceOf(quantity, pick + size);
  const [user] = await deps.db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new Error('The member is gone');
  const from_balance = decimal(fromBalance, 'EUR');
  const context = verificationContext.plants({ sale_label: saleLabel, quantity, from_balance });
  const bond = { userId, action: 'plants.buy' as const, context };
  const code = await transaction(deps.db, (tx) => makeCode(tx, deps, bond, now));
  const given = { verification_method: 'email' as const, verification_code: code };
  const key = `buy ${process.pid} ${farm.count} ${userId}`;
  const order = { saleLabel, quantity, fromBalance };
  const { body } = await buyPlants(deps, user, order, { key, given }, caller(farm));
  farm.orders.push({ label: body.order_label, userId });
};

const pay: Act = async (farm, { pick, size }) => {
  const chosen = pickOf(farm.orders, pick);
  if (!chosen) return 'refused';
  const { deps, now, count } = farm;
  const order = await findOrder(deps.db, chosen.label);
  if (!order) throw new Error('The order is gone');
  // Of an order that has ended nothing is held, so its missing part is the price, as in the model.
  const amount = transferOf(order.status === 'completed' ? order.amount : missingOf(order), size);
  const payment = { label: chosen.label, amount, key: `transfer ${count} ${chosen.label}` };
  return transaction(deps.db, (tx) => receivePayment(tx, deps, payment, now));
};

const cancel: Act = async (farm, { pick }) => {
  const chosen = pickOf(farm.orders, pick);
  return chosen ? cancelOrder(farm.deps, chosen.userId, chosen.label, caller(farm)) : 'refused';
};

const expire: Act = async (farm) => {
  farm.now = new Date(farm.now.getTime() + 30 * 24 * 60 * minuteMs);
  await expireOrders(farm.deps, farm.now);
};

const refund: Act = async ({ deps, orders, staff: [actorId], now }, { pick }) => {
  const chosen = pickOf(orders, pick);
  if (!chosen) return 'refused';
  return transaction(deps.db, (tx) =>
    refundOrder(tx, deps, { label: chosen.label, reason: 'Asked for', actorId }, now),
  );
};

const close: Act = async ({ deps, sales, now }, { pick }) => {
  const open = and(eq(growingSales.label, sales[pick % 2] as string), isNull(growingSales.closedAt));
  const closed = await deps.db.update(growingSales).set({ closedAt: now }).where(open).returning();
  return closed.length > 0 || 'refused';
};

const stage: Act = ({ deps, room: code, staff: [staffId], now }) =>
  transaction(deps.db, async (tx) => {
    const [room] = await tx.select().from(growingRooms).where(eq(growingRooms.code, code));
    if (!room) throw new Error('The room is gone');
    const next = { room: code, stage: followingStage(room).stage, strain: 'Morgentau', staffId };
    return beginStage(tx, deps, next, now);
  });

const lose: Act = async ({ deps, room, staff: [staffId], now }, { pick }) => {
  const plants = await deps.db.select().from(growingPlants).orderBy(growingPlants.position);
  const chosen = pickOf(plants, pick);
  if (!chosen) return 'refused';
  const loss = {
    places: [{ roomCode: room, position: chosen.position }],
    reason: { de: 'Pilz', en: 'Mould' },
    staffId,
  };
  return transaction(deps.db, (tx) => losePlants(tx, deps, loss, now));
};

const findWeighed = async ({ deps, room: code }: Farm): Promise<number> => {
  const [room] = await deps.db.select().from(growingRooms).where(eq(growingRooms.code, code));
  return room?.stage === 'resting' ? room.cycle : Math.max(0, (room?.cycle ?? 0) - 1);
};

const termsOf = (roomCode: string, cycle: number, revenue: bigint) => ({
  ...{ roomCode, cycle, grams: 1_000, revenue, memberShare: Number(shareOfTest) },
  costs: [{ title: 'Work', title_de: 'Arbeit', amount: Number(costOfTest) }],
});

/** An odd size is a process that was killed before the payout. */
const harvest: Act = async (farm, { cents, size }) => {
  const cycle = await findWeighed(farm);
  if (cycle === 0 || (await findHarvest(farm.deps.db, { roomCode: farm.room, cycle }))) return 'refused';
  await approve(farm, termsOf(farm.room, cycle, cents));
  return size % 2 === 0 ? resume(farm) : 'done';
};

const correct: Act = async (farm, { cents }) => {
  const cycle = await findWeighed(farm);
  if ((await findHarvest(farm.deps.db, { roomCode: farm.room, cycle }))?.status !== 'paid') return 'refused';
  const reason = { en: 'Weighed again', de: 'Neu gewogen' };
  await approve(farm, { ...termsOf(farm.room, cycle, cents), reason });
  return resume(farm);
};

const approve = ({ deps, staff: [recorder, approver], now }: Farm, terms: Parameters<typeof recordHarvest>[1]) =>
  transaction(deps.db, async (tx) => {
    const recorded = await recordHarvest(tx, terms, recorder, now);
    await approveHarvest(tx, deps, recorded, approver, now);
  });

const resume = async ({ deps, now }: Farm): Promise<void> => {
  const unfinished = await deps.db
    .select()
    .from(growingHarvests)
    .where(eq(growingHarvests.status, 'approved'))
    .orderBy(growingHarvests.cycle, desc(growingHarvests.version));
  for (const version of unfinished) while (!(await settleBatch(deps, version, now)));
};

const acts: Record<Operation['kind'], Act> = {
  ...{ buy, pay, cancel, expire, refund, close, stage, lose, harvest, correct, resume },
};
