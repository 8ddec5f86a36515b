/** Orders of tickets in the demo history. */
import type { Tx } from '../database/database';
import { newLabel } from './labels';
import { recordTransaction } from './transactions/record';
import { booking } from './wallet.seed-booking';
import { writeOrder } from './wallet.seed-steps';

/** A ticket with a price that somebody bought. */
export interface PastTicket {
  userId: number;
  at: Date;
  title: { en: string; de: string };
  places: number;
  /** Minor units, for one place. */
  price: bigint;
  /** What the member paid in the day before, in minor units. Null for a member who has enough. */
  deposit: bigint | null;
  /** Writes the ticket of the order. */
  write(tx: Tx, orderLabel: string): Promise<void>;
}

/** Returns the tickets of the demo history, in any order. */
export type ListPastTickets = (tx: Tx, now: Date) => Promise<PastTicket[]>;

/** Writes an order that the balance paid at once, and its ticket. */
export async function buyTicket(tx: Tx, { userId, at, title, places, price, write }: PastTicket): Promise<void> {
  const label = newLabel('OR');
  const amount = price * BigInt(places);
  const money = { title: title.en, titleDe: title.de, quantity: places, unitPrice: price, amountPaid: amount };
  await writeOrder(tx, label, {
    ...{ type: 'event_ticket', userId, createdAt: at, ...money },
    steps: [
      { status: 'pending', at },
      { status: 'paid', at },
      { status: 'completed', at },
    ],
  });
  const key = `order:${label}:purchase`;
  await recordTransaction(tx, booking(userId, 'event_ticket', key, 'club.event_tickets', -amount, label), at);
  await write(tx, label);
}
