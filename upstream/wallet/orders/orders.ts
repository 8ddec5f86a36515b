/** Orders of a member. Rules: docs/product/wallet.md#order and docs/product/wallet.md#deposit. */
import { and, desc, eq, not, type SQL, sql } from 'drizzle-orm';
import type { Order } from '../../contract/orders';
import type { AuditEntry } from '../../database/audit';
import { writeAudit } from '../../database/audit';
import type { Queryable, Tx } from '../../database/database';
import { prepared } from '../../database/prepared';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import type { Language } from '../../http/env';
import { type Answer, once } from '../../http/idempotency';
import { countTotal } from '../../http/paginator';
import { Conflict, InvalidFields, NotFound } from '../../http/problems';
import type { Caller } from '../../members/caller';
import { lockUser } from '../../members/users';
import { inWords, minorUnitsOf, sumIn } from '../amounts';
import { newLabel } from '../labels';
import { depositBlockOf } from '../limits/blocks';
import { getLimits, isOpenOrder } from '../limits/limits';
import { walletConfig } from '../wallet.config';
import { mailBankDetails } from './bank-details-mail';
import { expiryOf } from './due-dates';
import { endOrder } from './end';
import { lockOrder, type OrderRow, writeStep } from './order-steps';
import { walletOrderItems, walletOrders } from './orders.tables';
import { textsIn } from './orders.texts';
import { addDelivered, isCancelable, orderWithParts, readOrder, showOrder } from './show-orders';

type Actor = Pick<Caller, 'ip' | 'requestId' | 'language' | 'now'>;

/**
 * Creates a deposit order that awaits its payment, and mails the bank details.
 * @param deposit amount as a decimal string
 * @param key the idempotency key
 * @throws InvalidFields at `amount` outside the limits; Conflict with the code of `depositBlockOf`
 */
export async function createDeposit(
  deps: Pick<Deps, 'db' | 'jobs'>,
  userId: number,
  deposit: { amount: string; currency: string },
  key: string,
  caller: Actor,
): Promise<Answer<Order>> {
  const { language, now } = caller;
  const amount = withinLimits(deposit, language);
  const request = { call: 'createDeposit', deposit };
  return once<Order>(deps.db, { userId, key, request, now, german: language === 'de' }, (remember) =>
    transaction(deps.db, async (tx) => {
      const member = await lockUser(tx, userId);
      const block = depositBlockOf(member, await getLimits(tx, userId, now), language);
      if (block) throw new Conflict(block.code, block.message);
      const order = await addDeposit(tx, { userId, amount, currency: deposit.currency }, caller);
      await mailBankDetails(tx, deps, member, order);
      const answer = { status: 201, body: await readOrder(tx, order.label, language) };
      await remember(tx, answer);
      return answer;
    }),
  );
}

/**
 * Returns the amount in minor units.
 * @throws InvalidFields outside the limits
 */
function withinLimits(deposit: { amount: string; currency: string }, language: Language): bigint {
  const { min, max } = walletConfig.deposit;
  const amount = minorUnitsOf(deposit.amount);
  const texts = textsIn(language);
  const words = (limit: bigint) => inWords(limit, deposit.currency, language);
  if (amount < min) throw new InvalidFields({ amount: [texts.tooLittle(words(min))] });
  if (amount > max) throw new InvalidFields({ amount: [texts.tooMuch(words(max))] });
  return amount;
}

async function addDeposit(
  tx: Tx,
  { userId, amount, currency }: { userId: number; amount: bigint; currency: string },
  caller: Actor,
): Promise<OrderRow> {
  const { now } = caller;
  const [order] = await tx
    .insert(walletOrders)
    .values({
      label: newLabel('OR'),
      userId,
      type: 'deposit',
      status: 'awaiting_payment',
      amount,
      currency,
      paymentMethod: 'bank_transfer',
      createdAt: now,
      expiresAt: expiryOf('deposit', now),
    })
    .returning();
  if (!order) throw new Error('The order was not written');
  const { label } = order;
  await tx
    .insert(walletOrderItems)
    .values({ orderLabel: label, line: 1, title: 'deposit', quantity: 1, unitPrice: amount });
  await writeStep(tx, order, 'awaiting_payment', undefined, now);
  await writeAudit(tx, now, { action: 'order.created', userId, ...byMember(userId, caller), detail: { order: label } });
  return order;
}

/** @throws NotFound, also for another member's order */
export async function getOrder(
  deps: Pick<Deps, 'db' | 'goods'>,
  userId: number,
  label: string,
  language: Language,
): Promise<Order> {
  const own = and(eq(walletOrders.label, label), eq(walletOrders.userId, userId));
  const [found] = await deps.db.select(orderWithParts).from(walletOrders).where(own);
  if (!found) throw new NotFound();
  return addDelivered(deps.db, deps, showOrder(found, language));
}

/** Returns one page of the member's orders, newest first. `total` and `sum` are of all orders in the state. */
export async function listOrders(
  db: Queryable,
  userId: number,
  query: { state: 'open' | 'closed' | 'all'; page: number; perPage: number; language: Language },
): Promise<{ data: Order[]; total: number; sum: string | null }> {
  const { state, page, perPage, language } = query;
  const rows = await lists[state](db).execute({ userId, limit: perPage, offset: (page - 1) * perPage });
  const count = () => db.$count(walletOrders, and(eq(walletOrders.userId, userId), inState[state]));
  const data = rows.map((row) => showOrder(row, language));
  return { data, total: await countTotal(rows, page, count), sum: sumIn(rows) };
}

const inState = { open: isOpenOrder, closed: not(isOpenOrder), all: undefined };

const lists = {
  open: prepared((db) => selectOrders(db, inState.open).prepare('open_orders')),
  closed: prepared((db) => selectOrders(db, inState.closed).prepare('closed_orders')),
  all: prepared((db) => selectOrders(db, inState.all).prepare('all_orders')),
};

/** Selects a page of the member's orders, newest first. Its values are `userId`, `limit` and `offset`. */
export function selectOrders(db: Queryable, which: SQL | undefined) {
  const wanted = and(eq(walletOrders.userId, sql.placeholder('userId')), which);
  return db
    .select({
      ...orderWithParts,
      total: sql<number>`(select count(*)::int from ${walletOrders} where ${wanted})`.as('total'),
      sum: sql<string>`(select sum(amount)::text from ${walletOrders} where ${wanted})`.as('sum'),
    })
    .from(walletOrders)
    .where(wanted)
    .orderBy(desc(walletOrders.createdAt), walletOrders.label)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'));
}

/**
 * Cancels an order that no transfer arrived for; what was held of the balance is released. Returns an order that is already canceled as it is.
 * @throws NotFound; Conflict `not_cancelable`
 */
export function cancelOrder(deps: Deps, userId: number, label: string, caller: Actor): Promise<Order> {
  const { language, now } = caller;
  return transaction(deps.db, async (tx) => {
    const { order } = await lockOrder(tx, label, userId);
    const isDone = order.status === 'canceled';
    if (!isDone && !isCancelable(order)) throw new Conflict('not_cancelable', textsIn(language).notCancelable);
    const step = { to: 'canceled' as const, by: byMember(userId, caller) };
    if (!isDone) await endOrder(tx, deps, order, step, now);
    return readOrder(tx, label, language);
  });
}

const byMember = (userId: number, { ip, requestId }: Actor): Pick<AuditEntry, 'actorId' | 'ip' | 'requestId'> => ({
  actorId: userId,
  ip,
  requestId,
});
