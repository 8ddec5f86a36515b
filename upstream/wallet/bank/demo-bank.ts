/** The bank of the demo club. It pays what members order, and pays out what they withdraw, through real statements. */
import { and, eq, exists, inArray, lte, max, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { users } from '../../members/members.tables';
import { authSessions } from '../../members/sessions.tables';
import { dayIn } from '../orders/due-dates';
import { missingOf } from '../orders/order-steps';
import { walletOrders } from '../orders/orders.tables';
import { walletConfig } from '../wallet.config';
import { takeStep } from '../withdrawals/steps';
import { walletWithdrawalSteps, walletWithdrawals } from '../withdrawals/withdrawals.tables';
import { importStatements } from './import';
import { exportPayouts } from './payouts';
import { type WrittenEntry, writeStatement } from './statement-writer';

/** The time between two steps, so that a person can watch them. */
const stepMs = 30_000;

/**
 * Does what is due at `now`. Staff approve and export withdrawals that need one person only, and the bank's statement
 * of payments and payouts is imported. What the demo club began with stays as it is.
 * @param staff e-mail address of the person who acts for the club; if there is none, nothing is approved or exported
 * @returns the orders that were paid and the withdrawals that were paid out
 */
export async function actAsBank(deps: Deps, staff: string, now: Date): Promise<{ paid: Own[]; paidOut: Own[] }> {
  const due = new Date(now.getTime() - stepMs);
  return transaction(deps.db, async (tx) => {
    const [clerk] = await tx.select({ id: users.id }).from(users).where(eq(users.email, staff));
    const payments = await listPayments(tx, isDue(tx, due));
    const payouts = await listPayouts(tx, due);
    if (clerk) {
      if ((await listWithdrawals(tx, 'approved', due)).length > 0) await exportPayouts(tx, clerk.id, now);
      await approveSmall(tx, clerk.id, due, now);
    }
    await importEntries(tx, deps, [...payments, ...payouts], now);
    return { paid: payments.map(({ of }) => of), paidOut: payouts.map(({ of }) => of) };
  });
}

/** The bank reports the transfer for an open order at once. Nothing happens to an order that is not open. */
export const reportPayment = (deps: Deps, label: string, now: Date): Promise<void> =>
  transaction(deps.db, async (tx) => {
    const payments = await listPayments(tx, eq(walletOrders.label, label));
    await importEntries(tx, deps, payments, now);
  });

/**
 * The bank reports a transfer without the number of an order.
 * @returns the number by which staff say whose it is
 */
export async function reportTransfer(
  deps: Deps,
  { name, remittance, amount }: { name: string; remittance: string; amount: bigint },
  now: Date,
): Promise<number> {
  const entry = { bankReference: `DEMO-${now.getTime()}`, amount, remittance, party: { name } };
  const [transfer] = await transaction(deps.db, (tx) => importEntries(tx, deps, [entry], now));
  if (!transfer) throw new Error('The transfer was not booked');
  return transfer.id;
}

/** An order or a withdrawal, and whose it is. */
interface Own {
  label: string;
  userId: number;
}

type Entry = Omit<WrittenEntry, 'bookedOn'>;
type OwnEntry = Entry & { of: Own };

async function importEntries(tx: Tx, deps: Deps, entries: Entry[], now: Date) {
  if (entries.length === 0) return [];
  const bookedOn = dayIn(now);
  const id = `DEMO-${now.getTime()}`;
  const complete = entries.map((entry) => ({ ...entry, bookedOn }));
  const statement = writeStatement({ id, iban: walletConfig.bank.iban, at: now, entries: complete });
  return (await importStatements(tx, deps, statement, now)).transfers;
}

/** Orders of people, old enough that somebody can watch them wait. */
const isDue = (tx: Tx, due: Date) =>
  and(lte(walletOrders.createdAt, due), isOfSomebody(tx, walletOrders.userId, walletOrders.createdAt));

/** Returns what is due on open orders. Each payment has its own reference, so that it is made once. */
async function listPayments(tx: Tx, which: SQL | undefined): Promise<OwnEntry[]> {
  const rows = await tx
    .select({ order: walletOrders, firstname: users.firstname, lastname: users.lastname })
    .from(walletOrders)
    .innerJoin(users, eq(users.id, walletOrders.userId))
    .where(and(inArray(walletOrders.status, ['awaiting_payment', 'partially_paid']), which))
    .orderBy(walletOrders.createdAt, walletOrders.label);
  return rows.map(({ order, firstname, lastname }) => ({
    of: order,
    bankReference: `DEMO-${order.label}-${order.amountPaid}`,
    amount: missingOf(order),
    remittance: order.label,
    party: { name: `${firstname} ${lastname}` },
  }));
}

async function listPayouts(tx: Tx, due: Date): Promise<OwnEntry[]> {
  const rows = await listWithdrawals(tx, 'processing', due);
  return rows.map(({ label, userId, amount, fee }) => ({
    of: { label, userId },
    bankReference: `DEMO-${label}`,
    amount: fee - amount,
    endToEndId: label,
  }));
}

/** Large withdrawals wait for two people. */
async function approveSmall(tx: Tx, staffId: number, due: Date, now: Date): Promise<void> {
  for (const { label, userId, amount, fourEyesFrom } of await listWithdrawals(tx, 'pending', due)) {
    if (userId === staffId || amount >= fourEyesFrom) continue;
    await takeStep(tx, label, { from: ['pending'], to: 'approved', set: { approvedBy: staffId }, staffId, now });
  }
}

/** Returns withdrawals that have been in this state since `due` or longer. */
async function listWithdrawals(tx: Tx, status: 'pending' | 'approved' | 'processing', due: Date) {
  const since = tx
    .select({ label: walletWithdrawalSteps.withdrawalLabel, at: max(walletWithdrawalSteps.at).as('at') })
    .from(walletWithdrawalSteps)
    .groupBy(walletWithdrawalSteps.withdrawalLabel)
    .as('since');
  const rows = await tx
    .select({ withdrawal: walletWithdrawals })
    .from(walletWithdrawals)
    .innerJoin(since, eq(since.label, walletWithdrawals.label))
    .where(
      and(
        eq(walletWithdrawals.status, status),
        lte(since.at, due),
        isOfSomebody(tx, walletWithdrawals.userId, walletWithdrawals.requestedAt),
      ),
    )
    .orderBy(walletWithdrawals.requestedAt, walletWithdrawals.label);
  return rows.map(({ withdrawal }) => withdrawal);
}

/**
 * True if a person who had signed in asked for it. What the demo club began with stays, so that people can look at it.
 */
const isOfSomebody = (tx: Tx, userId: AnyPgColumn, at: AnyPgColumn) =>
  exists(
    tx
      .select({ userId: authSessions.userId })
      .from(authSessions)
      .where(and(eq(authSessions.userId, userId), lte(authSessions.createdAt, at))),
  );
