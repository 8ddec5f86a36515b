/** Orders that buy something (docs/product/wallet.md#purchases). The module of the goods reserves them in between. */
import { and, gt, inArray } from 'drizzle-orm';
import { writeAudit } from '../../database/audit';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import type { Language } from '../../http/env';
import { Conflict } from '../../http/problems';
import { getStanding } from '../../ledger/ledger';
import type { Caller } from '../../members/caller';
import type { UserRow } from '../../members/users';
import { inWords } from '../amounts';
import { newLabel } from '../labels';
import { textsIn } from '../limits/blocks.texts';
import { getLimits, openOrder } from '../limits/limits';
import { walletConfig } from '../wallet.config';
import { mailBankDetails } from './bank-details-mail';
import { completeOrder } from './complete';
import { expiryOf } from './due-dates';
import { goodsOf } from './goods';
import { holdForOrder, takePrice } from './holds';
import { noteOf } from './notes';
import { type OrderRow, stepOrder, writeStep } from './order-steps';
import { tellOfOrder } from './orders.notices';
import { walletOrderItems, walletOrders } from './orders.tables';

interface Purchase {
  type: 'plant_purchase' | 'event_ticket';
  title: { en: string; de: string };
  quantity: number;
  /** Minor units. */
  unitPrice: bigint;
  currency: string;
  /** What the balance is to pay, in minor units. */
  fromBalance: bigint;
  /** The order expires by then at the latest. */
  expiresBy?: Date;
}

/**
 * Writes an order that nothing was paid for yet. The caller has locked the member, reserves the goods next, and then
 * calls `payFromBalance`.
 * @throws Conflict `account_closing`, `in_debt`, `too_many_open`; `balance_changed` if the balance is smaller than `fromBalance`
 */
export async function openPurchase(
  tx: Tx,
  member: UserRow,
  { type, title, quantity, unitPrice, currency, fromBalance, expiresBy }: Purchase,
  caller: Caller,
): Promise<OrderRow> {
  const { now, language, ip, requestId } = caller;
  const amount = unitPrice * BigInt(quantity);
  if (fromBalance > amount) throw new RangeError('The balance pays no more than the price');
  await refuseBlocked(tx, member, { fromBalance, currency }, now, language);
  const expiry = expiryOf(type, now);
  const method = fromBalance === amount ? 'balance' : fromBalance > 0n ? 'mixed' : 'bank_transfer';
  const [order] = await tx
    .insert(walletOrders)
    .values({
      label: newLabel('OR'),
      userId: member.id,
      type,
      status: method === 'balance' ? 'pending' : 'awaiting_payment',
      amount,
      currency,
      paymentMethod: method,
      createdAt: now,
      expiresAt: expiresBy && expiresBy < expiry ? expiresBy : expiry,
    })
    .returning();
  if (!order) throw new Error('The order was not written');
  const { label } = order;
  await tx
    .insert(walletOrderItems)
    .values({ orderLabel: label, line: 1, title: title.en, titleDe: title.de, quantity, unitPrice });
  await writeStep(tx, order, order.status, undefined, now);
  const by = { userId: member.id, actorId: member.id, ip, requestId };
  await writeAudit(tx, now, { action: 'order.created', ...by, detail: { order: label } });
  return order;
}

async function refuseBlocked(
  tx: Tx,
  member: UserRow,
  { fromBalance, currency }: Pick<Purchase, 'fromBalance' | 'currency'>,
  now: Date,
  language: Language,
): Promise<void> {
  const texts = textsIn(language);
  if (member.deletionDueAt) throw new Conflict('account_closing', texts.purchase.account_closing);
  const { debt, available } = await getStanding(tx, member.id, currency);
  if (debt > 0n) throw new Conflict('in_debt', texts.withdrawal.in_debt(inWords(debt, currency, language)));
  if (available < fromBalance) {
    throw new Conflict('balance_changed', texts.purchase.balance_changed(inWords(available, currency, language)));
  }
  const { openOrders } = await getLimits(tx, member.id, now);
  if (openOrders >= walletConfig.deposit.max_open_orders)
    throw new Conflict('too_many_open', texts.deposit.too_many_open);
}

/**
 * Pays what the balance covers, as the order says. A price that it covers wholly is taken, the order is completed,
 * and the member is told. A part of it is held, and the bank details for the rest are mailed.
 */
export async function payFromBalance(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'config' | 'broadcaster' | 'goods'>,
  { order, member, fromBalance }: { order: OrderRow; member: UserRow; fromBalance: bigint },
  now: Date,
): Promise<OrderRow> {
  const goods = goodsOf(deps, order);
  if (!goods) throw new Error('A deposit buys nothing');
  if (order.paymentMethod === 'balance') {
    const transactionLabel = await takePrice(tx, order, goods, now);
    const paid = await stepOrder(tx, order, { to: 'paid', set: { amountPaid: order.amount, paidAt: now } }, now);
    const completed = await completeOrder(tx, deps, paid, now);
    const notice = { event: 'bought' as const, order: completed, member, amount: order.amount, transactionLabel };
    await tellOfOrder(tx, deps, notice, now);
    return completed;
  }
  await mailBankDetails(tx, deps, member, order);
  if (order.paymentMethod !== 'mixed') return order;
  const held = await holdForOrder(tx, order, { most: fromBalance, key: `order:${order.label}:hold` }, now);
  const note = noteOf('held', held, order);
  return stepOrder(tx, order, { to: order.status, note, set: { amountPaid: held, held } }, now);
}

/**
 * Lets open orders expire at `expiresBy`, unless they do so before. What they buy may have locks of its own, which a
 * payment waits for with its order locked; the database then ends one of the two, and `transaction` repeats it.
 */
export async function bringExpiryForward(tx: Tx, labels: readonly string[], expiresBy: Date): Promise<void> {
  const { label, status, expiresAt } = walletOrders;
  await tx
    .update(walletOrders)
    .set({ expiresAt: expiresBy })
    .where(and(inArray(label, [...labels]), inArray(status, openOrder), gt(expiresAt, expiresBy)));
}
