/** Orders of plants (docs/product/growing.md#buying). The stock is taken under the lock of the sale. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Order } from '../../contract/orders';
import { type Verification, verificationContext } from '../../contract/verification';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { type Answer, once } from '../../http/idempotency';
import { Conflict, InvalidFields, NotFound } from '../../http/problems';
import { withVerification } from '../../identity/identity';
import { decimal, lockClubAccounts } from '../../ledger/ledger';
import type { Caller } from '../../members/caller';
import { lockUser, type UserRow } from '../../members/users';
import { addDelivered, openPurchase, payFromBalance, readOrder } from '../../wallet/wallet';
import { growingRooms } from '../rooms/rooms.tables';
import { tellOfStock } from './live-stock';
import { plantGoods } from './plant-goods';
import { growingPurchases, growingSales } from './sales.tables';
import { textsIn } from './sales.texts';
import { allowanceOf, availableOf, type OwnPart, type SaleRow, statusOf } from './show-sales';

export interface PlantOrder {
  saleLabel: string;
  quantity: number;
  /** Minor units. */
  fromBalance: bigint;
}

/**
 * Orders plants, and pays from the balance what the member said. Money leaves the balance only after the verification
 * step, whose code is bound to sale, quantity and amount.
 * @param key the idempotency key
 * @throws NotFound; InvalidFields at `from_balance`; Conflict with the codes of the contract; what `withVerification`
 * throws
 */
export async function buyPlants(
  deps: Deps,
  user: UserRow,
  order: PlantOrder,
  { key, given }: { key: string; given: Verification },
  caller: Caller,
): Promise<Answer<Order>> {
  const { saleLabel, quantity, fromBalance } = order;
  const context = verificationContext.plants({
    sale_label: saleLabel,
    quantity,
    from_balance: decimal(fromBalance, 'EUR'),
  });
  const { now, language } = caller;
  const asked = { userId: user.id, key, request: ['buyPlants', context], now, german: language === 'de' };
  return once<Order>(deps.db, asked, (remember) => {
    const act = async (tx: Tx): Promise<Answer<Order>> => {
      const answer = { status: 201, body: await placeOrder(tx, deps, user.id, order, caller) };
      await remember(tx, answer);
      return answer;
    };
    if (fromBalance === 0n) return transaction(deps.db, act);
    return withVerification(deps, { user, action: 'plants.buy', context, given }, caller, act);
  });
}

async function placeOrder(tx: Tx, deps: Deps, userId: number, wanted: PlantOrder, caller: Caller): Promise<Order> {
  const { now, language } = caller;
  const { quantity, fromBalance } = wanted;
  const texts = textsIn(language);
  const member = await lockUser(tx, userId);
  // Payments and refunds book the price before they lock the sale.
  if (fromBalance > 0n) await lockClubAccounts(tx, [plantGoods.income]);
  const { sale, room } = await lockSale(tx, wanted.saleLabel);
  refuse(sale, await getOwnPart(tx, sale, userId), quantity, caller);
  if (fromBalance > sale.pricePerPlant * BigInt(quantity)) {
    throw new InvalidFields({ from_balance: [texts.overPrice] });
  }
  const { pricePerPlant: unitPrice, currency } = sale;
  const title = {
    en: textsIn('en').plantIn(room.name, sale.firstCycle),
    de: textsIn('de').plantIn(room.nameDe, sale.firstCycle),
  };
  const purchase = { type: 'plant_purchase' as const, title, quantity, unitPrice, currency, fromBalance };
  const order = await openPurchase(tx, member, purchase, caller);
  await tx.insert(growingPurchases).values({
    orderLabel: order.label,
    saleLabel: sale.label,
    userId,
    quantity,
    state: 'reserved',
    createdAt: now,
    changedAt: now,
  });
  await payFromBalance(tx, deps, { order, member, fromBalance }, now);
  await tellOfStock(tx, deps, sale.label, now);
  return addDelivered(tx, deps, await readOrder(tx, order.label, language));
}

/** Buyers of one sale wait for each other here, so each sees the stock that the one before left. */
async function lockSale(tx: Tx, label: string) {
  const [found] = await tx
    .select({ sale: growingSales, room: growingRooms })
    .from(growingSales)
    .innerJoin(growingRooms, eq(growingRooms.code, growingSales.roomCode))
    .where(eq(growingSales.label, label))
    .for('update', { of: growingSales });
  if (!found) throw new NotFound();
  return found;
}

async function getOwnPart(tx: Tx, { label }: SaleRow, userId: number): Promise<OwnPart> {
  const { quantity, state, orderLabel } = growingPurchases;
  const sum = (of: string) => sql<number>`coalesce(sum(${quantity}) filter (where ${state} = ${of}), 0)::int`;
  const [own] = await tx
    .select({
      sold: sum('sold'),
      reserved: sum('reserved'),
      openOrder: sql<string | null>`max(${orderLabel}) filter (where ${state} = 'reserved')`,
    })
    .from(growingPurchases)
    .where(
      and(
        eq(growingPurchases.saleLabel, label),
        eq(growingPurchases.userId, userId),
        inArray(state, ['sold', 'reserved']),
      ),
    );
  return own as OwnPart;
}

/** Throws `Conflict` with the first reason against the order. */
function refuse(sale: SaleRow, own: OwnPart, quantity: number, { now, language }: Caller): void {
  const texts = textsIn(language);
  const status = statusOf(sale, now);
  if (status === 'upcoming') throw new Conflict('not_open', texts.notOpen);
  if (status === 'closed') throw new Conflict('closed', texts.closed);
  if (own.openOrder) throw new Conflict('open_order', texts.openOrder);
  if (status === 'sold_out') throw new Conflict('sold_out', texts.soldOut);
  const allowance = allowanceOf(sale, own);
  if (quantity > allowance) throw new Conflict('too_many', texts.tooMany(allowance));
  const left = availableOf(sale);
  if (quantity > left) throw new Conflict('sold_out', texts.tooFew(left));
}
