/** Orders of plants in the demo history. */
import type { Tx } from '../database/database';
import { newLabel } from './labels';
import { recordTransaction } from './transactions/record';
import { booking } from './wallet.seed-booking';
import type { SeedEvent } from './wallet.seed-past';
import { type OrderStep, writeOrder } from './wallet.seed-steps';

/** What the demo history needs of growing. Rooms are named by their codes. */
export interface PastPlants {
  /** Returns what happened to the rooms, and their harvests. */
  listActs(tx: Tx): Promise<{ at: Date; act: () => Promise<unknown> }[]>;
  /** Returns what an order of plants from the sale at that time calls its item. */
  nameSale(tx: Tx, sale: { room: string; price: bigint }, at: Date): Promise<{ en: string; de: string }>;
  /** Gives the plants of a paid order to its member. */
  sell(
    tx: Tx,
    order: { label: string; userId: number; room: string; price: bigint; quantity: number },
    at: Date,
  ): Promise<void>;
}

type Plants = Extract<SeedEvent, { kind: 'plants' }>;

/** Writes an order that the balance paid at once. */
export async function buyPlants(
  tx: Tx,
  userId: number,
  { room, quantity, price }: Plants,
  at: Date,
  plants: PastPlants,
) {
  const label = newLabel('OR');
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
