/** Writes rows of the demo history as the wallet's own functions would leave them. */
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { OrderStatus } from '../contract/orders';
import type { WithdrawalStatus } from '../contract/withdrawals';
import type { Tx } from '../database/database';
import { uuidV7 } from '../database/uuid-v7';
import { notePaidWithdrawal } from '../members/profile';
import { writePayoutFile } from './bank/payout-file';
import { newLabel } from './labels';
import { expiryOf } from './orders/due-dates';
import { type Note, noteOf } from './orders/notes';
import type { OrderType } from './orders/order-steps';
import { walletOrderItems, walletOrderSteps, walletOrders } from './orders/orders.tables';
import { walletConfig } from './wallet.config';
import type { walletWithdrawAccounts } from './withdraw-accounts/withdraw-accounts.tables';
import type { WithdrawalRow } from './withdrawals/steps';
import { walletPayoutFiles, walletWithdrawalSteps, walletWithdrawals } from './withdrawals/withdrawals.tables';

type AccountRow = typeof walletWithdrawAccounts.$inferSelect;

const currency = 'EUR';

export interface OrderStep {
  status: OrderStatus;
  at: Date;
  note?: Note;
}

interface PastOrder {
  type: OrderType;
  userId: number;
  createdAt: Date;
  title: string;
  titleDe?: string;
  quantity: number;
  unitPrice: bigint;
  amountPaid: bigint;
  /** All steps in their order. */
  steps: [OrderStep, ...OrderStep[]];
}

/** Writes an order that goes through its steps. Its payment comes with the second step. */
export async function writeOrder(tx: Tx, label: string, order: PastOrder): Promise<void> {
  const { type, userId, createdAt, title, titleDe, quantity, unitPrice, amountPaid, steps } = order;
  const [first, ...later] = steps;
  await tx.insert(walletOrders).values({
    ...{ label, userId, type, currency, createdAt },
    status: first.status,
    amount: unitPrice * BigInt(quantity),
    paymentMethod: type === 'deposit' ? 'bank_transfer' : 'balance',
    expiresAt: expiryOf(type, createdAt),
  });
  for (const { status, at } of later) {
    const paid = { amountPaid, ...(status === 'paid' && { paidAt: at }) };
    await tx
      .update(walletOrders)
      .set({ status, ...paid })
      .where(eq(walletOrders.label, label));
  }
  await tx.insert(walletOrderItems).values({ orderLabel: label, line: 1, title, titleDe, quantity, unitPrice });
  await tx.insert(walletOrderSteps).values(steps.map((step) => ({ note: null, ...step, orderLabel: label })));
}

/** Returns the note of a part payment. */
export const partNote = (amount: bigint): Note => noteOf('part', amount, { currency });

/** Returns a new pending withdrawal without its transaction. */
export function requestedWithdrawal(account: AccountRow, amount: bigint, requestedAt: Date, estimatedOn: string) {
  const label = newLabel('WD');
  return {
    ...{ label, userId: account.userId, withdrawAccountId: account.id, amount, currency, requestedAt, estimatedOn },
    draftId: uuidV7(requestedAt),
    fee: walletConfig.withdrawal.fee,
    status: 'pending',
    completedAt: null,
    approvedBy: null,
    payoutFileId: null,
    externalReference: null,
    failureReason: null,
    fourEyesFrom: walletConfig.withdrawal.four_eyes_from,
    // The mail was never sent, so nobody has the token.
    cancelTokenHash: createHash('sha256').update(label).digest(),
  } satisfies Omit<WithdrawalRow, 'transactionLabel'>;
}

/** Writes a payout file with this withdrawal alone, and returns its id. */
export async function writeFile(tx: Tx, withdrawal: WithdrawalRow, account: AccountRow, staffId: number, at: Date) {
  const { label, amount, fee } = withdrawal;
  const { account_holder: holder, iban, bic } = walletConfig.bank;
  const day = at.toISOString().slice(0, 10);
  const id = `PO-${day.replaceAll('-', '')}-${label.slice(3)}`;
  const total = amount - fee;
  const payouts = [{ label, amount: total, holder: account.holder, iban: account.iban, bic: account.bic }];
  const xml = writePayoutFile({ id, at, executeOn: day, debtor: { holder, iban, bic }, payouts });
  await tx.insert(walletPayoutFiles).values({ id, createdAt: at, createdBy: staffId, transfers: 1, total, xml });
  return id;
}

export interface WithdrawalStep {
  status: WithdrawalStatus;
  at: Date;
  note?: string;
  staffId?: number;
  set?: Partial<WithdrawalRow>;
}

/** Writes a withdrawal whose amount is held already, and takes it through its steps. */
export async function writeWithdrawal(tx: Tx, row: WithdrawalRow, steps: WithdrawalStep[]): Promise<void> {
  await tx.insert(walletWithdrawals).values(row);
  for (const { status, at, set } of steps.slice(1)) {
    await tx
      .update(walletWithdrawals)
      .set({ status, ...set })
      .where(eq(walletWithdrawals.label, row.label));
    if (status === 'completed') await notePaidWithdrawal(tx, row.userId, at);
  }
  const rows = steps.map(({ status, at, note, staffId }) => ({
    status,
    at,
    note,
    staffId,
    withdrawalLabel: row.label,
  }));
  await tx.insert(walletWithdrawalSteps).values(rows);
}
