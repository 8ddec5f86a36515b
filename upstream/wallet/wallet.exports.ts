/** The wallet's parts of an export of personal data. */
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { tablePart } from '../database/export-parts';
import type { ExportPart } from '../database/personal-data';
import { decimal } from '../ledger/ledger';
import { ledgerAccounts } from '../ledger/ledger.tables';
import { walletBankTransfers } from './bank/bank.tables';
import { walletOrderItems, walletOrderSteps, walletOrders } from './orders/orders.tables';
import { walletTransactions } from './transactions/transactions.tables';
import { walletWithdrawAccounts } from './withdraw-accounts/withdraw-accounts.tables';
import { walletWithdrawalDrafts, walletWithdrawalSteps, walletWithdrawals } from './withdrawals/withdrawals.tables';

/** Converts minor units to decimals of the row's currency. */
const inDecimals = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? decimal(value, String(row.currency)) : value,
    ]),
  );

const withAmounts = (part: ExportPart): ExportPart => ({
  ...part,
  rows: async (...asked) => (await part.rows(...asked)).map(({ key, row }) => ({ key, row: inDecimals(row) })),
});

const transactionFields = {
  label: walletTransactions.label,
  booked_at: walletTransactions.bookedAt,
  type: walletTransactions.type,
  status: walletTransactions.status,
  amount: walletTransactions.amount,
  fee: walletTransactions.fee,
  balance_after: walletTransactions.balanceAfter,
  currency: walletTransactions.currency,
  note: walletTransactions.note,
  reference: walletTransactions.referenceLabel,
};
const isAccount = eq(ledgerAccounts.id, walletTransactions.accountId);

/** Pages by account and position. No transaction is ever deleted. */
const transactions: ExportPart = {
  name: 'transactions',
  description: {
    en: 'Every change of the money that you can use.',
    de: 'Jede Änderung des Geldes, über das du verfügst.',
  },
  fields: Object.keys(transactionFields),
  columns: Object.values(transactionFields),
  count: (db, userId) => db.$count(walletTransactions, eq(walletTransactions.userId, userId)),
  async rows(db, userId, after, limit) {
    const { accountId, position } = walletTransactions;
    const [account = 0, place = 0] = String(after ?? '0/0')
      .split('/')
      .map(Number);
    const rows = await db
      .select({ accountId, position, row: transactionFields })
      .from(walletTransactions)
      .innerJoin(ledgerAccounts, isAccount)
      .where(and(eq(ledgerAccounts.userId, userId), sql`(${accountId}, ${position}) > (${account}, ${place})`))
      .orderBy(asc(accountId), asc(position))
      .limit(limit);
    return rows.map(({ accountId: at, position: nth, row }) => ({ key: `${at}/${nth}`, row: inDecimals(row) }));
  },
};

const orders = withAmounts(
  tablePart({
    name: 'orders',
    description: { en: 'Your orders and their history.', de: 'Deine Bestellungen und ihr Verlauf.' },
    table: walletOrders,
    owner: walletOrders.userId,
    key: walletOrders.label,
    fields: {
      label: walletOrders.label,
      type: walletOrders.type,
      status: walletOrders.status,
      amount: walletOrders.amount,
      amount_paid: walletOrders.amountPaid,
      held: walletOrders.held,
      currency: walletOrders.currency,
      payment_method: walletOrders.paymentMethod,
      items: sql`(select jsonb_agg(jsonb_build_object('title', i.title, 'quantity', i.quantity,
        'unit_price', round(i.unit_price / 100.0, 2)::text) order by i.line)
        from ${walletOrderItems} as i where i.order_label = ${walletOrders.label})`,
      steps: sql`(select jsonb_agg(jsonb_build_object('status', s.status, 'at', s.at) order by s.id)
        from ${walletOrderSteps} as s where s.order_label = ${walletOrders.label})`,
      created_at: walletOrders.createdAt,
      expires_at: walletOrders.expiresAt,
      paid_at: walletOrders.paidAt,
    },
  }),
);

const paymentFields = {
  booked_on: walletBankTransfers.bookedOn,
  amount: walletBankTransfers.amount,
  currency: walletBankTransfers.currency,
  remittance: walletBankTransfers.remittance,
  from_name: walletBankTransfers.partyName,
  from_iban: walletBankTransfers.partyIban,
  order: walletBankTransfers.orderLabel,
};

/** True for transfers for an order of the member, and for transfers that staff assigned to the member. */
const isPaymentOf = (userId: number) => sql`(
  ${walletBankTransfers.orderLabel} in (select label from ${walletOrders} where user_id = ${userId})
  or ${walletBankTransfers.entryId} in (select entry_id from ${walletTransactions} where user_id = ${userId}))`;

const payments: ExportPart = {
  name: 'payments_received',
  description: {
    en: 'Bank transfers that came in for you, as the bank told us.',
    de: 'Überweisungen, die für dich eingegangen sind, wie die Bank sie uns gemeldet hat.',
  },
  fields: Object.keys(paymentFields),
  columns: Object.values(paymentFields),
  count: (db, userId) => db.$count(walletBankTransfers, isPaymentOf(userId)),
  async rows(db, userId, after, limit) {
    const { id } = walletBankTransfers;
    const rows = await db
      .select({ id, row: paymentFields })
      .from(walletBankTransfers)
      .where(and(isPaymentOf(userId), gt(id, Number(after ?? 0))))
      .orderBy(asc(id))
      .limit(limit);
    return rows.map(({ id: key, row }) => ({ key, row: inDecimals(row) }));
  },
};

const withdrawals = withAmounts(
  tablePart({
    name: 'withdrawals',
    description: {
      en: 'Your withdrawals and their history.',
      de: 'Deine Auszahlungen und ihr Verlauf.',
    },
    table: walletWithdrawals,
    owner: walletWithdrawals.userId,
    key: walletWithdrawals.label,
    fields: {
      label: walletWithdrawals.label,
      status: walletWithdrawals.status,
      amount: walletWithdrawals.amount,
      fee: walletWithdrawals.fee,
      currency: walletWithdrawals.currency,
      account: walletWithdrawals.withdrawAccountId,
      requested_at: walletWithdrawals.requestedAt,
      estimated_on: walletWithdrawals.estimatedOn,
      completed_at: walletWithdrawals.completedAt,
      external_reference: walletWithdrawals.externalReference,
      failure_reason: walletWithdrawals.failureReason,
      steps: sql`(select jsonb_agg(jsonb_build_object('status', s.status, 'at', s.at, 'note', s.note) order by s.id)
        from ${walletWithdrawalSteps} as s where s.withdrawal_label = ${walletWithdrawals.label})`,
    },
    readByName: [walletWithdrawalSteps.status, walletWithdrawalSteps.at, walletWithdrawalSteps.note],
  }),
);

const accounts = tablePart({
  name: 'withdraw_accounts',
  description: {
    en: 'The accounts that withdrawals go to, with those that you deleted.',
    de: 'Die Konten, auf die ausgezahlt wird, auch die gelöschten.',
  },
  table: walletWithdrawAccounts,
  owner: walletWithdrawAccounts.userId,
  key: walletWithdrawAccounts.id,
  fields: {
    id: walletWithdrawAccounts.id,
    name: walletWithdrawAccounts.name,
    holder: walletWithdrawAccounts.holder,
    iban: walletWithdrawAccounts.iban,
    bic: walletWithdrawAccounts.bic,
    bank_name: walletWithdrawAccounts.bankName,
    is_default: walletWithdrawAccounts.isDefault,
    is_disabled: walletWithdrawAccounts.isDisabled,
    usable_at: walletWithdrawAccounts.usableAt,
    last_used_at: walletWithdrawAccounts.lastUsedAt,
    created_at: walletWithdrawAccounts.createdAt,
    deleted_at: walletWithdrawAccounts.deletedAt,
  },
});

const drafts = withAmounts(
  tablePart({
    name: 'withdrawal_drafts',
    description: {
      en: 'Withdrawals that you began and did not confirm.',
      de: 'Auszahlungen, die du begonnen und nicht bestätigt hast.',
    },
    table: walletWithdrawalDrafts,
    owner: walletWithdrawalDrafts.userId,
    key: walletWithdrawalDrafts.id,
    fields: {
      id: walletWithdrawalDrafts.id,
      amount: walletWithdrawalDrafts.amount,
      fee: walletWithdrawalDrafts.fee,
      currency: walletWithdrawalDrafts.currency,
      account: walletWithdrawalDrafts.withdrawAccountId,
      created_at: walletWithdrawalDrafts.createdAt,
      expires_at: walletWithdrawalDrafts.expiresAt,
    },
  }),
);

/** The parts, in the order of the exported files. */
export const walletExports: ExportPart[] = [transactions, orders, payments, withdrawals, accounts, drafts];
