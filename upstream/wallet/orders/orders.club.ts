import { and, desc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { auditStaff, CommandFailed, defineCommand, textOption } from '../../club/command';
import { readLabel } from '../../contract/labels';
import { OrderStatus } from '../../contract/orders';
import { transaction } from '../../database/transaction';
import { NotFound } from '../../http/problems';
import { getMember } from '../../identity/identity.club';
import { decimal, InsufficientFunds } from '../../ledger/ledger';
import { openOrder } from '../limits/limits';
import type { OrderRow } from './order-steps';
import { walletOrders } from './orders.tables';
import { NotRefundable, refundOrder } from './refund';

const most = 100;

/** `orders list`: the newest orders; that somebody looked at those of a member stands in the audit log. */
export const ordersList = defineCommand({
  name: 'orders list',
  summary: `List the newest orders, at most ${most}`,
  positionals: [],
  options: {
    user: { value: 'USER', summary: 'of one member, by number or e-mail address' },
    status: { value: 'STATUS', summary: `open, or one of ${OrderStatus.options.join(', ')}` },
  },
  given: z.strictObject({ user: z.string().optional(), status: z.enum(['open', ...OrderStatus.options]).optional() }),
  run: (deps, { user, status }, now) =>
    transaction(deps.db, async (tx) => {
      const member = user === undefined ? null : await getMember(tx, user);
      const states = status === 'open' ? openOrder : status && [status];
      const orders = await tx
        .select()
        .from(walletOrders)
        .where(
          and(
            member ? eq(walletOrders.userId, member.id) : undefined,
            states ? inArray(walletOrders.status, states) : undefined,
          ),
        )
        .orderBy(desc(walletOrders.createdAt), walletOrders.label)
        .limit(most);
      await auditStaff(tx, now, { action: 'orders.listed', userId: member?.id, detail: { status } });
      return {
        lines: orders.length > 0 ? orders.map(lineOf) : ['There is no such order.'],
        data: { orders: orders.map(asData) },
      };
    }),
});

/** `orders refund LABEL`: takes back a completed order; the transfer itself is the bank's matter. */
export const ordersRefund = defineCommand({
  name: 'orders refund',
  summary: 'Take back a completed order: its amount leaves the balance, to be transferred to the member',
  positionals: ['label'],
  options: { reason: { value: 'TEXT', summary: 'why; the member reads it', required: true } },
  given: z.strictObject({ label: z.string(), reason: textOption(200) }),
  run: async (deps, given, now) => {
    const label = readLabel(given.label, 'OR');
    if (!label) throw new CommandFailed(`${given.label} is no label of an order.`);
    const order = await refundOrder(deps, label, given.reason, now).catch((error: unknown) => {
      throw refusalOf(error, label);
    });
    const amount = decimal(order.amount, order.currency);
    return {
      lines: [`Refunded ${label}: ${amount} ${order.currency} left the balance. Transfer it to the member now.`],
      data: asData(order),
    };
  },
});

function refusalOf(error: unknown, label: string): unknown {
  if (error instanceof NotFound) return new CommandFailed(`There is no order ${label}.`);
  if (error instanceof NotRefundable) {
    return new CommandFailed(`${label} is ${error.status}; only a completed order can be refunded.`);
  }
  if (error instanceof InsufficientFunds) {
    return new CommandFailed(`The member has less in the balance than ${label} is about; nothing was refunded.`);
  }
  return error;
}

const lineOf = (order: OrderRow): string => {
  const { order: label, user, type, status, amount, amount_paid, currency, created_at } = asData(order);
  return `${label}  ${created_at.slice(0, 10)}  member ${user}  ${type}  ${status}  ${amount_paid} of ${amount} ${currency}`;
};

const asData = ({ label, userId, type, status, amount, amountPaid, currency, createdAt, expiresAt }: OrderRow) => ({
  order: label,
  user: userId,
  type,
  status,
  amount: decimal(amount, currency),
  amount_paid: decimal(amountPaid, currency),
  currency,
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
});
