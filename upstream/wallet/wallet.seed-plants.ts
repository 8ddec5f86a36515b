/** Orders of plants in the demo history. */
import type { Tx } from '../database/database';
import { newLabel } from './labels';
import { findOrder, stepOrder } from './orders/order-steps';
import { recordTransaction } from './transactions/record';
import { booking } from './wallet.seed-booking';
import type { SeedEvent } from './wallet.seed-past';
import { type OrderStep, writeOrder } from './wallet.seed-steps';

/** What the demo history needs of growing. Rooms are named by their codes. */
export interface PastPlants {
  /** Returns what happened to the rooms, and their harvests. */
  listActs(tx: Tx): Promise<Act[]>;
  /** Returns what an order of plants from the sale at that time calls its item. */
  nameSale(tx: Tx, sale: { room: string; price: bigint }, at: Date): Promise<{ en: string; de: string }>;
  /** Gives the plants of a paid order to its member. */
  sell(
    tx: Tx,
    order: { label: string; userId: number; room: string; price: bigint; quantity: number },
    at: Date,
  ): Promise<void>;
  /** Takes the plants of a refunded order back. */
  takeBack(tx: Tx, order: { label: string }, at: Date): Promise<void>;
  /** Returns what follows an order of that time later. */
  listLater?(tx: Tx, at: Date): Act[];
}

/** One event of the demo history, at its time. */
interface Act {
  at: Date;
  act: () => Promise<unknown>;
}

const dayMs = 24 * 60 * 60_000;

type Plants = Extract<SeedEvent, { kind: 'plants' }>;

/** An order that the balance paid at once, what follows it, and its refund. */
export function plantActs(
  tx: Tx,
  { userId, staffId }: { userId: number; staffId: number },
  event: Plants,
  at: Date,
  plants: PastPlants,
): Act[] {
  const label = newLabel('OR');
  const { refunded } = event;
  const backAt = new Date(at.getTime() + (refunded?.after ?? 0) * dayMs);
  const order = { ...event, label, userId };
  return [
    { at, act: () => buyPlants(tx, order, at, plants) },
    ...(plants.listLater?.(tx, at) ?? []),
    ...(refunded
      ? [{ at: backAt, act: () => refundPlants(tx, { order, staffId, reason: refunded.reason }, backAt, plants) }]
      : []),
  ];
}

type PlantOrder = Plants & { label: string; userId: number };

async function buyPlants(
  tx: Tx,
  { label, userId, room, quantity, price }: PlantOrder,
  at: Date,
  plants: PastPlants,
): Promise<void> {
  const amount = price * BigInt(quantity);
  const steps: [OrderStep, ...OrderStep[]] = [
    { status: 'pending', at },
    { status: 'paid', at },
    { status: 'completed', at },
  ];
  const { en, de } = await plants.nameSale(tx, { room, price }, at);
  const money = { title: en, titleDe: de, quantity, unitPrice: price, amountPaid: amount };
  await writeOrder(tx, label, { type: 'plant_purchase', userId, createdAt: at, ...money, steps });
  const key = `order:${label}:purchase`;
  await recordTransaction(tx, booking(userId, 'plant_purchase', key, 'club.plant_sales', -amount, label), at);
  await plants.sell(tx, { label, userId, room, price, quantity }, at);
}

/** As the staff refund an order. */
async function refundPlants(
  tx: Tx,
  { order, staffId, reason }: { order: PlantOrder; staffId: number; reason: string },
  at: Date,
  plants: PastPlants,
): Promise<void> {
  const { label, userId, price, quantity } = order;
  const amount = price * BigInt(quantity);
  const refund = booking(userId, 'refund', `order:${label}:refund`, 'club.plant_sales', amount, label);
  await recordTransaction(tx, { ...refund, note: reason }, at);
  const row = await findOrder(tx, label);
  if (!row) throw new Error('The order was not written');
  const by = { actorId: staffId, detail: { by: 'command line' } };
  await stepOrder(tx, row, { to: 'refunded', note: `reason:${reason}`, by }, at);
  await plants.takeBack(tx, { label }, at);
}
