/** What an order buys: plants, tickets. The module that keeps them says what happens to them. */
import type { Order } from '../../contract/orders';
import type { Queryable, Tx } from '../../database/database';
import type { Deps } from '../../deps';
import type { Language } from '../../http/env';
import type { OrderRow } from './order-steps';

type Means = Pick<Deps, 'jobs' | 'config' | 'broadcaster'>;
type Act = (tx: Tx, deps: Means, order: OrderRow, now: Date) => Promise<void>;

/** What was delivered for an order. */
export interface Delivered extends Pick<Order, 'plants' | 'appointment_label'> {
  /** A sentence for the member. */
  words: Record<Language, string>;
}

/** Each act runs in the transaction of the order's step, with member and order locked. */
export interface Goods {
  /** The club's account that receives the price. */
  income: 'club.plant_sales' | 'club.event_tickets';
  /** Hands the goods over, because the order is paid. */
  deliver: Act;
  /** Gives up what was reserved, because the order ended unpaid. */
  release: Act;
  /** Takes delivered goods back, because staff refund the order. Throws `NotReturnable`. */
  takeBack: Act;
  /** Reads what was delivered, in one statement. */
  describe: (db: Queryable, label: string) => Promise<Delivered>;
}

/** The goods of each type of order. A deposit buys nothing. */
export type AllGoods = Partial<Record<Exclude<OrderRow['type'], 'deposit'>, Goods>>;

/** The goods can no longer be taken back. */
export class NotReturnable extends Error {
  override name = 'NotReturnable';
}

/** Returns the goods of an order, or null for a deposit. */
export function goodsOf({ goods }: Pick<Deps, 'goods'>, { type }: Pick<OrderRow, 'type'>): Goods | null {
  if (type === 'deposit') return null;
  const found = goods[type];
  if (!found) throw new Error(`No module keeps the goods of a ${type}`);
  return found;
}
