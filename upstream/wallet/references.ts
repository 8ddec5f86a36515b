/** What other modules ask about labels that a member names. */
import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../database/database';
import { walletOrders } from './orders/orders.tables';
import { walletTransactions } from './transactions/transactions.tables';
import { walletWithdrawals } from './withdrawals/withdrawals.tables';

const tables = { order: walletOrders, withdrawal: walletWithdrawals, transaction: walletTransactions };

/** Whether the member has an order, withdrawal or transaction with this canonical label. */
export async function ownsLabel(
  db: Queryable,
  userId: number,
  kind: keyof typeof tables,
  label: string,
): Promise<boolean> {
  const table = tables[kind];
  return (await db.$count(table, and(eq(table.label, label), eq(table.userId, userId)))) > 0;
}
