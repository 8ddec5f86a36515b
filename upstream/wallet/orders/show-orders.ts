/** Orders in the shape of the contract. */
import type { z } from '@hono/zod-openapi';
import { asc, inArray } from 'drizzle-orm';
import type { BankDetails, Order } from '../../contract/orders';
import type { Queryable } from '../../database/database';
import type { Language } from '../../http/env';
import { decimal } from '../../ledger/ledger';
import { walletTransactions } from '../transactions/transactions.tables';
import { walletConfig } from '../wallet.config';
import { epcPayload } from './epc';
import { wordsOf } from './notes';
import { isPayable, type OrderRow } from './order-steps';
import { walletOrderItems, walletOrderSteps } from './orders.tables';
import { textsIn } from './orders.texts';

/** Orders with all that belongs to them, in the order given. */
export async function showOrders(db: Queryable, orders: OrderRow[], language: Language): Promise<Order[]> {
  if (orders.length === 0) return [];
  const labels = orders.map(({ label }) => label);
  const items = await db
    .select()
    .from(walletOrderItems)
    .where(inArray(walletOrderItems.orderLabel, labels))
    .orderBy(walletOrderItems.line);
  const steps = await db
    .select()
    .from(walletOrderSteps)
    .where(inArray(walletOrderSteps.orderLabel, labels))
    .orderBy(asc(walletOrderSteps.id));
  const { referenceLabel, label, position } = walletTransactions;
  const transactions = await db
    .select({ orderLabel: referenceLabel, label })
    .from(walletTransactions)
    .where(inArray(referenceLabel, labels))
    .orderBy(position);
  return orders.map((order) => {
    const isOf = ({ orderLabel }: { orderLabel: string | null }) => orderLabel === order.label;
    return showOrder(
      order,
      { items: items.filter(isOf), steps: steps.filter(isOf), transactions: transactions.filter(isOf) },
      language,
    );
  });
}

interface Parts {
  items: (typeof walletOrderItems.$inferSelect)[];
  steps: (typeof walletOrderSteps.$inferSelect)[];
  transactions: { label: string }[];
}

function showOrder(order: OrderRow, { items, steps, transactions }: Parts, language: Language): Order {
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
    items: items.map(({ title, quantity, unitPrice }) => ({
      title: type === 'deposit' ? texts.deposit : title,
      quantity,
      unit_price: amount(unitPrice),
      amount: amount(unitPrice * BigInt(quantity)),
    })),
    bank_details: canPay ? bankDetailsOf(order) : null,
    expires_at: order.expiresAt.toISOString(),
    paid_at: order.paidAt?.toISOString() ?? null,
    created_at: order.createdAt.toISOString(),
    timeline: steps.map(({ status, at, note }) => ({
      status,
      at: at.toISOString(),
      note: wordsOf(note, currency, language),
    })),
    actions: [...(isCancelable(order) ? (['cancel'] as const) : []), ...(canPay ? (['pay'] as const) : [])],
    transaction_labels: transactions.map((transaction) => transaction.label),
    documents: canPay ? [{ kind: 'bank_details', name: `${texts.fileName}-${label}` }] : [],
  };
}

/** True while nothing was paid and nothing is under way. */
export const isCancelable = ({ status }: OrderRow): boolean => status === 'pending' || status === 'awaiting_payment';

/** What is still to be transferred, in minor units. */
const dueOf = (order: OrderRow): bigint => (isPayable(order) ? order.amount - order.amountPaid : 0n);

/** Where to transfer what is due; its code is that of the remainder. */
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
