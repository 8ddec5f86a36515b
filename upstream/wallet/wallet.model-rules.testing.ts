/** The types of the wallet model, and its rules for money. */
import type { OrderStatus } from '../contract/orders';
import type { WithdrawalStatus } from '../contract/withdrawals';
import type { Outcome } from './wallet.operations.testing';

interface Money {
  available: bigint;
  held: bigint;
  /** What the member owes the club. It is 0 while money is available. */
  debt: bigint;
}
export interface Member {
  money: Money;
  isBlocked: boolean;
  /** The request that each key was used for. */
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
  /** The bank has sent it back, but its debit is not imported yet. */
  cameBack: boolean;
}
/** The part of the model that the bank's half sees. */
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

/** Credits an amount, which first repays a debt. */
export function gain({ money }: Member, amount: bigint): void {
  const repaid = money.debt < amount ? money.debt : amount;
  money.debt -= repaid;
  money.available += amount - repaid;
}

/**
 * The bank reverses `amount`. First this releases holds that are not exported, the newest first. Then it takes
 * available money, and the rest becomes a debt.
 */
export function claim(of: Member, amount: bigint, withdrawals: Withdrawal[]): void {
  let released = 0n;
  for (const withdrawal of [...withdrawals].reverse())
    if (withdrawal.of === of && released < amount && step(withdrawal, ['pending', 'approved'], 'rejected'))
      released += withdrawal.amount;
  const taken = of.money.available < amount ? of.money.available : amount;
  of.money.available -= taken;
  of.money.debt += amount - taken;
}

export function credit(order: Order, amount: bigint, outcome: 'credited' | 'assigned'): Outcome {
  gain(order.of, amount);
  order.paid += amount;
  if (isOpen(order)) order.status = order.paid < order.amount ? 'partially_paid' : 'completed';
  return outcome;
}

export function step(withdrawal: Withdrawal | undefined, from: WithdrawalStatus[], to: WithdrawalStatus): boolean {
  if (!withdrawal || !from.includes(withdrawal.status)) return false;
  const { of, amount, net } = withdrawal;
  withdrawal.status = to;
  if (withoutEffect.includes(to)) gain(of, amount);
  if ([...withoutEffect, 'completed'].includes(to)) of.money.held -= amount;
  if (to === 'returned') gain(of, net);
  return true;
}
