/** Orders of a member. Rules: product/wallet.md, "Order" and "Deposit". */
import { and, desc, eq, inArray, notInArray } from 'drizzle-orm';
import type { Order } from '../../contract/orders';
import type { AuditEntry } from '../../database/audit';
import { writeAudit } from '../../database/audit';
import type { Queryable, Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import type { Language } from '../../http/env';
import { type Answer, once } from '../../http/idempotency';
import { Conflict, InvalidFields, NotFound } from '../../http/problems';
import { type Caller, lockUser } from '../../identity/identity';
import { inWords, minorUnitsOf } from '../amounts';
import { newLabel } from '../labels';
import { findDepositBlock } from '../limits/blocks';
import { openOrder } from '../limits/limits';
import { walletConfig } from '../wallet.config';
import { expiryOf } from './due-dates';
import { findOrder, lockOrder, type OrderRow, stepOrder, writeStep } from './order-steps';
import { walletOrderItems, walletOrders } from './orders.tables';
import { textsIn } from './orders.texts';
import { isCancelable, showOrders } from './show-orders';

type Actor = Pick<Caller, 'ip' | 'requestId' | 'language' | 'now'>;

/**
 * An order to be paid into the balance, awaiting its payment.
 * @param asked amount as a decimal string
 * @param key of the idempotency header
 * @throws InvalidFields at `amount` outside the limits; Conflict with the code of `findDepositBlock`
 */
export async function createDeposit(
  deps: Pick<Deps, 'db'>,
  userId: number,
  asked: { amount: string; currency: string },
  key: string,
  caller: Actor,
): Promise<Answer<Order>> {
  const { language, now } = caller;
  const amount = withinLimits(asked, language);
  const request = { call: 'createDeposit', asked };
  return once<Order>(deps.db, { userId, key, request, now, german: language === 'de' }, (remember) =>
    transaction(deps.db, async (tx) => {
      const member = await lockUser(tx, userId);
      const block = await findDepositBlock(tx, member, now, language);
      if (block) throw new Conflict(block.code, block.message);
      const order = await addDeposit(tx, { userId, amount, currency: asked.currency }, caller);
      const [body] = await showOrders(tx, [order], language);
      const answer = { status: 201, body: body as Order };
      await remember(tx, answer);
      return answer;
    }),
  );
}

/** In minor units. */
function withinLimits(asked: { amount: string; currency: string }, language: Language): bigint {
  const { min, max } = walletConfig.deposit;
  const amount = minorUnitsOf(asked.amount);
  const texts = textsIn(language);
  const words = (limit: bigint) => inWords(limit, asked.currency, language);
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

/** @throws NotFound, also for somebody else's */
export async function getOrder(db: Queryable, userId: number, label: string, language: Language): Promise<Order> {
  const order = await findOrder(db, label, userId);
  if (!order) throw new NotFound();
  const [shown] = await showOrders(db, [order], language);
  return shown as Order;
}

/** One page of the member's orders, newest first; `total` counts all in this state. */
export async function listOrders(
  db: Queryable,
  userId: number,
  asked: { state: 'open' | 'closed' | 'all'; page: number; perPage: number; language: Language },
): Promise<{ data: Order[]; total: number }> {
  const { page, perPage, language } = asked;
  const { status, createdAt, label } = walletOrders;
  const states = {
    open: inArray(status, openOrder),
    closed: notInArray(status, openOrder),
    all: undefined,
  };
  const which = and(eq(walletOrders.userId, userId), states[asked.state]);
  const rows = await db
    .select()
    .from(walletOrders)
    .where(which)
    .orderBy(desc(createdAt), label)
    .limit(perPage)
    .offset((page - 1) * perPage);
  return { data: await showOrders(db, rows, language), total: await db.$count(walletOrders, which) };
}

/**
 * Cancels an order that nothing was paid for; asked a second time, it answers what is.
 * @throws NotFound; Conflict `not_cancelable`
 */
export function cancelOrder(deps: Pick<Deps, 'db'>, userId: number, label: string, caller: Actor): Promise<Order> {
  const { language, now } = caller;
  return transaction(deps.db, async (tx) => {
    const { order } = await lockOrder(tx, label, userId);
    const isDone = order.status === 'canceled';
    if (!isDone && !isCancelable(order)) throw new Conflict('not_cancelable', textsIn(language).notCancelable);
    const step = { to: 'canceled' as const, by: byMember(userId, caller) };
    const [shown] = await showOrders(tx, [isDone ? order : await stepOrder(tx, order, step, now)], language);
    return shown as Order;
  });
}

const byMember = (userId: number, { ip, requestId }: Actor): Pick<AuditEntry, 'actorId' | 'ip' | 'requestId'> => ({
  actorId: userId,
  ip,
  requestId,
});
