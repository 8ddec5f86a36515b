/** The bank of the demo club. It pays what members order, and pays out what they withdraw, through real statements. */
import { and, eq, exists, inArray, lte, max } from 'drizzle-orm';
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
 */
export async function actAsBank(deps: Deps, staff: string, now: Date): Promise<void> {
  const due = new Date(now.getTime() - stepMs);
  await transaction(deps.db, async (tx) => {
    const [clerk] = await tx.select({ id: users.id }).from(users).where(eq(users.email, staff));
    const entries = [...(await listPayments(tx, due)), ...(await listPayouts(tx, due))];
    if (clerk) {
      if ((await listWithdrawals(tx, 'approved', due)).length > 0) await exportPayouts(tx, clerk.id, now);
      await approveSmall(tx, clerk.id, due, now);
    }
    if (entries.length === 0) return;
    const bookedOn = dayIn(now);
    const id = `DEMO-${now.getTime()}`;
    const complete = entries.map((entry) => ({ ...entry, bookedOn }));
    const statement = writeStatement({ id, iban: walletConfig.bank.iban, at: now, entries: complete });
    await importStatements(tx, deps, statement, now);
  });
}

type Entry = Omit<WrittenEntry, 'bookedOn'>;

/** Returns what is due on orders. Each payment has its own reference, so that it is made once. */
async function listPayments(tx: Tx, due: Date): Promise<Entry[]> {
  const rows = await tx
    .select({ order: walletOrders, firstname: users.firstname, lastname: users.lastname })
    .from(walletOrders)
    .innerJoin(users, eq(users.id, walletOrders.userId))
    .where(
      and(
        inArray(walletOrders.status, ['awaiting_payment', 'partially_paid']),
        lte(walletOrders.createdAt, due),
        isOfSomebody(tx, walletOrders.userId, walletOrders.createdAt),
      ),
    )
    .orderBy(walletOrders.createdAt, walletOrders.label);
  return rows.map(({ order, firstname, lastname }) => ({
    bankReference: `DEMO-${order.label}-${order.amountPaid}`,
    amount: missingOf(order),
    remittance: order.label,
    party: { name: `${firstname} ${lastname}` },
  }));
}

async function listPayouts(tx: Tx, due: Date): Promise<Entry[]> {
  const rows = await listWithdrawals(tx, 'processing', due);
  return rows.map(({ label, amount, fee }) => ({
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
