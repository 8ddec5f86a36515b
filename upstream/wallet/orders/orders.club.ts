import { and, desc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, auditStaff, CommandFailed, defineCommand, type Outcome, textOption } from '../../club/command';
import { readLabel } from '../../contract/labels';
import { OrderStatus } from '../../contract/orders';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { NotFound } from '../../http/problems';
import { proposeOrConfirm } from '../../identity/identity';
import { decimal, InsufficientFunds } from '../../ledger/ledger';
import { getMember } from '../../members/members.club';
import { openOrder } from '../limits/limits';
import { walletConfig } from '../wallet.config';
import { NotReturnable } from './goods';
import type { OrderRow } from './order-steps';
import { walletOrders } from './orders.tables';
import { lockRefundable, NotRefundable, refundOrder } from './refund';

const most = 100;
/** The permission that a refund needs. */
const permission = 'payouts.export';

/** `orders list` shows the newest orders. The audit log says who looked, and at which member's orders. */
export const ordersList = defineCommand({
  name: 'orders list',
  summary: `List the newest orders, at most ${most}`,
  positionals: [],
  proof: 'required',
  options: {
    user: { value: 'USER', summary: 'of one member, by number or e-mail address' },
    status: { value: 'STATUS', summary: `open, or one of ${OrderStatus.options.join(', ')}` },
  },
  given: z.strictObject({ user: z.string().optional(), status: z.enum(['open', ...OrderStatus.options]).optional() }),
  run: (deps, { user, status }, now, actor) =>
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
      await auditStaff(tx, now, { actor, action: 'orders.listed', userId: member?.id, detail: { status } });
      return {
        lines: orders.length > 0 ? orders.map(lineOf) : ['There is no such order.'],
        data: { orders: orders.map(asData) },
      };
    }),
});

/** `orders refund LABEL` refunds a completed order in the ledger. Staff make the bank transfer themselves. */
export const ordersRefund = defineCommand({
  name: 'orders refund',
  summary:
    'Refund a completed order: a deposit leaves the balance, and you transfer it; plants go back, and their price returns',
  positionals: ['label'],
  proof: 'required',
  permission,
  options: { reason: { value: 'TEXT', summary: 'why; the member reads it', required: true } },
  details:
    'From the amount four_eyes_from of config/wallet.json on a colleague has to confirm it; nobody refunds their own.',
  given: z.strictObject({ label: z.string(), reason: textOption(200) }),
  run: (deps, given, now, actor) => {
    const label = readLabel(given.label, 'OR');
    if (!label) throw new CommandFailed(`${given.label} is not the label of an order.`);
    return transaction(deps.db, (tx) => refund(tx, deps, { label, reason: given.reason, actor }, now)).catch(
      (error: unknown) => {
        throw refusalOf(error, label);
      },
    );
  },
});

async function refund(
  tx: Tx,
  deps: Deps,
  { label, reason, actor }: { label: string; reason: string; actor: Actor },
  now: Date,
): Promise<Outcome> {
  const { order } = await lockRefundable(tx, label);
  if (order.userId === actor.id) throw new CommandFailed(`${label} is ${actor.name}’s own.`);
  const amount = `${decimal(order.amount, order.currency)} ${order.currency}`;
  const refund = { label, reason, actorId: actor.id };
  if (order.amount >= walletConfig.withdrawal.four_eyes_from) {
    const summary = `Refund ${label}, ${amount} of member ${order.userId}`;
    const act = { actor, kind: 'orders refund', permission, subject: label, summary, payload: { label }, reason };
    const decision = await proposeOrConfirm(tx, act, now);
    if ('waits' in decision) return decision.waits;
    refund.reason = decision.confirmed.reason;
  }
  const refunded = await refundOrder(tx, deps, refund, now);
  return {
    lines: [
      order.type === 'deposit'
        ? `Refunded ${label}: ${amount} left the balance. Transfer it to the member now.`
        : `Refunded ${label}: ${amount} is back in the balance, and what it bought was taken back.`,
    ],
    data: asData(refunded),
  };
}

function refusalOf(error: unknown, label: string): unknown {
  if (error instanceof NotFound) return new CommandFailed(`There is no order ${label}.`);
  if (error instanceof NotReturnable) return new CommandFailed(`${label} cannot be refunded. ${error.message}`);
  if (error instanceof NotRefundable) {
    return new CommandFailed(`${label} is ${error.status}; only a completed order can be refunded.`);
  }
  if (error instanceof InsufficientFunds) {
    return new CommandFailed(`The balance of the member is smaller than the amount of ${label}; nothing was refunded.`);
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
