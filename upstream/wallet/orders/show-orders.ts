/** Shows orders in the shape of the contract. */
import type { z } from '@hono/zod-openapi';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { BankDetails, Order, OrderStatus } from '../../contract/orders';
import type { Queryable } from '../../database/database';
import type { Deps } from '../../deps';
import type { Language } from '../../http/env';
import { decimal } from '../../ledger/ledger';
import { walletTransactions } from '../transactions/transactions.tables';
import { walletConfig } from '../wallet.config';
import { epcPayload } from './epc';
import { wordsOf } from './notes';
import { isPayable, missingOf, type OrderRow } from './order-steps';
import { walletOrderItems, walletOrderSteps, walletOrders } from './orders.tables';
import { textsIn } from './orders.texts';

/** An order with its items, steps and transactions, as columns of a query on `wallet_orders`. */
export const orderWithParts = {
  order: getTableColumns(walletOrders),
  items: sql<{ title: string; titleDe: string | null; quantity: number; unitPrice: string }[]>`(
    select coalesce(json_agg(json_build_object('title', title, 'titleDe', title_de, 'quantity', quantity, 'unitPrice', unit_price::text) order by line), '[]')
    from ${walletOrderItems} where ${eq(walletOrderItems.orderLabel, walletOrders.label)})`.as('items'),
  steps: sql<{ status: OrderStatus; at: string; note: string | null }[]>`(
    select coalesce(json_agg(json_build_object('status', status, 'at', at, 'note', note) order by id), '[]')
    from ${walletOrderSteps} where ${eq(walletOrderSteps.orderLabel, walletOrders.label)})`.as('steps'),
  transactionLabels: sql<string[]>`(
    select coalesce(json_agg(label order by position), '[]')
    from ${walletTransactions} where ${eq(walletTransactions.referenceLabel, walletOrders.label)})`.as(
    'transaction_labels',
  ),
};

/** Returns the order's present state, in the shape of the contract. */
export async function readOrder(db: Queryable, label: string, language: Language): Promise<Order> {
  const [found] = await db.select(orderWithParts).from(walletOrders).where(eq(walletOrders.label, label));
  if (!found) throw new Error('The order is gone');
  return showOrder(found, language);
}

/** Adds what was delivered to a completed order. An order whose goods no module keeps is shown without them. */
export async function addDelivered(db: Queryable, deps: Pick<Deps, 'goods'>, order: Order): Promise<Order> {
  const { status, type } = order;
  const goods = status === 'completed' && type !== 'deposit' ? deps.goods[type] : null;
  if (!goods) return order;
  const { words: _, ...delivered } = await goods.describe(db, order.order_label);
  return { ...order, ...delivered };
}

interface Parts {
  order: OrderRow;
  items: { title: string; titleDe: string | null; quantity: number; unitPrice: string }[];
  steps: { status: OrderStatus; at: string; note: string | null }[];
  transactionLabels: string[];
}

export function showOrder({ order, items, steps, transactionLabels }: Parts, language: Language): Order {
  const { label, currency, type } = order;
  const amount = (units: bigint) => decimal(units, currency);
  const texts = textsIn(language);
  const canPay = isPayable(order);
  return {
    order_label: label,
    type,
    status: order.status,
    amount: amount(order.amount),
    currency,
    amount_paid: amount(order.amountPaid),
    amount_due: amount(dueOf(order)),
    payment_method: order.paymentMethod,
    payment_reference: label,
    items: items.map(({ title, titleDe, quantity, unitPrice }) => ({
      title: type === 'deposit' ? texts.deposit : (language === 'de' && titleDe) || title,
      quantity,
      unit_price: amount(BigInt(unitPrice)),
      amount: amount(BigInt(unitPrice) * BigInt(quantity)),
    })),
    bank_details: canPay ? bankDetailsOf(order) : null,
    expires_at: order.expiresAt.toISOString(),
    paid_at: order.paidAt?.toISOString() ?? null,
    created_at: order.createdAt.toISOString(),
    timeline: steps.map(({ status, at, note }) => ({
      status,
      at: new Date(at).toISOString(),
      note: wordsOf(note, currency, language),
    })),
    actions: [...(isCancelable(order) ? (['cancel'] as const) : []), ...(canPay ? (['pay'] as const) : [])],
    transaction_labels: transactionLabels,
    documents: canPay ? [{ kind: 'bank_details', name: `${texts.fileName}-${label}` }] : [],
  };
}

/** True while nothing was paid and nothing is under way. */
export const isCancelable = ({ status }: OrderRow): boolean => status === 'pending' || status === 'awaiting_payment';

/** Returns the amount that is still due, in minor units. */
const dueOf = (order: OrderRow): bigint => (isPayable(order) ? missingOf(order) : 0n);

/** Returns where to transfer the amount due. The QR code holds the remaining amount. */
function bankDetailsOf(order: OrderRow): z.infer<typeof BankDetails> {
  const { account_holder, iban, bic, bank_name } = walletConfig.bank;
  const amount = decimal(dueOf(order), order.currency);
  const reference = order.label;
  return {
    account_holder,
    iban,
    bic,
    bank_name,
    reference,
    amount,
    currency: order.currency,
    epc: epcPayload({ name: account_holder, iban, bic, amount, reference }),
  };
}
