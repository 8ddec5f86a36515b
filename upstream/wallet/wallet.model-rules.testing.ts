/** What the model of the wallet is made of, and where its money goes. */
import type { OrderStatus } from '../contract/orders';
import type { WithdrawalStatus } from '../contract/withdrawals';
import type { Outcome } from './wallet.operations.testing';

interface Money {
  available: bigint;
  held: bigint;
}
export interface Member {
  money: Money;
  isBlocked: boolean;
  /** What was done under each key. */
  keys: Map<number, string>;
}
export interface Order {
  of: Member;
  amount: bigint;
  paid: bigint;
  status: OrderStatus;
}
export interface Draft {
  of: Member;
  amount: bigint;
  isUsed: boolean;
}
export interface Withdrawal {
  of: Member;
  amount: bigint;
  net: bigint;
  status: WithdrawalStatus;
  approvedBy: number;
  /** The bank has sent it back, and its debit is not seen yet. */
  cameBack: boolean;
}
/** What the bank's half of the model sees of the other. */
export interface Club {
  members: Member[];
  orders: Order[];
  withdrawals: Withdrawal[];
  files: Withdrawal[][];
}

export const withoutEffect = ['canceled', 'rejected', 'failed'];

export const isOpen = ({ status }: Order) => status === 'awaiting_payment' || status === 'partially_paid';

export function become(order: Order, status: OrderStatus): true {
  order.status = status;
  return true;
}

export function take({ money }: Member, amount: bigint): boolean {
  if (money.available < amount) return false;
  money.available -= amount;
  return true;
}

export function credit(order: Order, amount: bigint, outcome: 'credited' | 'assigned'): Outcome {
  order.of.money.available += amount;
  order.paid += amount;
  if (isOpen(order)) order.status = order.paid < order.amount ? 'partially_paid' : 'completed';
  return outcome;
}

export function step(withdrawal: Withdrawal | undefined, from: WithdrawalStatus[], to: WithdrawalStatus): boolean {
  if (!withdrawal || !from.includes(withdrawal.status)) return false;
  const { of, amount, net } = withdrawal;
  withdrawal.status = to;
  if (withoutEffect.includes(to)) of.money.available += amount;
  if ([...withoutEffect, 'completed'].includes(to)) of.money.held -= amount;
  if (to === 'returned') of.money.available += net;
  return true;
}
