import { eq } from 'drizzle-orm';
import { aSale } from '../../upstream/growing/growing.testing';
import { growingSales } from '../../upstream/growing/sales/sales.tables';
import { walletOrders } from '../../upstream/wallet/orders/orders.tables';
import type { Club } from './club';
import type { Member } from './members';
import type { Visitor } from './visitor';
import { readBalances } from './withdrawals';

/** Opens a sale of plants for €100.00 each, in a room that the demo club does not have. Returns its label. */
export const openSale = (club: Club, room: string, terms: Parameters<typeof aSale>[2] = {}): Promise<string> =>
  aSale(club, new Date(club.clock.now()), { roomCode: room, ...terms });

/** Goes to the review of an order without money of the balance. */
export const reviewPlants = async (visitor: Visitor, sale: string, quantity: number) =>
  visitor.follow(
    await visitor.submit(await visitor.get(`/growing/sale/${sale}`), 'buy-plants', { quantity: String(quantity) }),
  );

/** Orders plants by the pages, to be paid by transfer. Returns the label of the order. */
export async function orderPlants(visitor: Visitor, sale: string, quantity: number): Promise<string> {
  const review = await reviewPlants(visitor, sale, quantity);
  const done = await visitor.submit(review, 'review-plants', { agree_terms: 'on' });
  const label = /OR-\w{9}/.exec(done.location ?? '')?.[0];
  if (!label) throw new Error(`The order was answered ${done.status}`);
  return label;
}

/** Closes a sale before its end, as staff do. */
export const closeSale = ({ db, clock }: Club, label: string) =>
  db
    .update(growingSales)
    .set({ closedAt: new Date(clock.now()) })
    .where(eq(growingSales.label, label));

/** Returns how many orders the member has, and the money that is held for them. */
export async function ordersOf(club: Club, member: Member) {
  const own = await club.db.select().from(walletOrders).where(eq(walletOrders.userId, member.id));
  return { count: own.length, held: (await readBalances(club, member)).held };
}
