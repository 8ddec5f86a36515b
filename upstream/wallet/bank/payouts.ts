/** Exports approved withdrawals to the bank. */
import { randomBytes } from 'node:crypto';
import { and, asc, desc, eq, inArray, isNotNull, type SQL } from 'drizzle-orm';
import type { Queryable, Tx } from '../../database/database';
import { dayIn } from '../orders/due-dates';
import { addBankWorkingDays } from '../orders/target-calendar';
import { walletConfig } from '../wallet.config';
import { listApproved, markExported, mayExport } from '../withdrawals/settlement';
import { walletPayoutFiles, walletWithdrawals } from '../withdrawals/withdrawals.tables';
import { lockBank } from './bank-lock';
import { type Payout, totalOf, writePayoutFile } from './payout-file';

interface PayoutExport {
  file: { id: string; xml: string; total: bigint };
  payouts: Payout[];
  /** Labels that another staff member has to export. */
  left: string[];
  /** Labels whose account is no longer in the member's name. */
  notPayable: string[];
}

/**
 * Writes every approved withdrawal that this staff member may export into one file, and moves it to `processing`.
 * @returns `file` is null if there is nothing to export
 */
export async function exportPayouts(
  tx: Tx,
  staffId: number,
  now: Date,
): Promise<PayoutExport | (Pick<PayoutExport, 'left' | 'notPayable'> & { file: null })> {
  await lockBank(tx);
  const approved = await listApproved(tx);
  const labelsOf = (withdrawals: typeof approved) => withdrawals.map(({ label }) => label);
  const payable = approved.filter(({ isPayable }) => isPayable);
  const notPayable = labelsOf(approved.filter(({ isPayable }) => !isPayable));
  const left = labelsOf(payable.filter((withdrawal) => !mayExport(withdrawal, staffId)));
  const payouts = payable
    .filter(({ label }) => !left.includes(label))
    .map(({ label, net, holder, iban, bic }) => ({ label, amount: net, holder, iban, bic }));
  if (payouts.length === 0) return { file: null, left, notPayable };
  const { account_holder: holder, iban, bic } = walletConfig.bank;
  const today = dayIn(now);
  const id = `PO-${today.replaceAll('-', '')}-${randomBytes(5).toString('hex').toUpperCase()}`;
  const executeOn = addBankWorkingDays(today, 1);
  const xml = writePayoutFile({ id, at: now, executeOn, debtor: { holder, iban, bic }, payouts });
  const total = totalOf(payouts);
  await tx
    .insert(walletPayoutFiles)
    .values({ id, createdAt: now, createdBy: staffId, transfers: payouts.length, total, xml });
  await markExported(tx, { labels: payouts.map(({ label }) => label), fileId: id, staffId, now });
  return { file: { id, xml, total }, payouts, left, notPayable };
}

export type PayoutFileRow = typeof walletPayoutFiles.$inferSelect;

/** Returns a file as it was exported, or null. */
export async function findPayoutFile(db: Queryable, id: string): Promise<PayoutFileRow | null> {
  const [file] = await db.select().from(walletPayoutFiles).where(eq(walletPayoutFiles.id, id));
  return file ?? null;
}

/** Returns the newest files with the labels of their withdrawals. */
export async function listPayoutFiles(tx: Tx, most: number): Promise<{ file: PayoutFileRow; labels: string[] }[]> {
  const files = await tx
    .select()
    .from(walletPayoutFiles)
    .orderBy(desc(walletPayoutFiles.createdAt), desc(walletPayoutFiles.id))
    .limit(most);
  const held = await listHeld(
    tx,
    inArray(
      walletWithdrawals.payoutFileId,
      files.map(({ id }) => id),
    ),
  );
  return files.map((file) => ({ file, labels: held.get(file.id) ?? [] }));
}

/** Returns the files with withdrawals that the bank has neither paid nor refused, and the labels of those. */
export async function listOpenFiles(tx: Tx): Promise<{ id: string; labels: string[] }[]> {
  const held = await listHeld(tx, eq(walletWithdrawals.status, 'processing'));
  return [...held].map(([id, labels]) => ({ id, labels }));
}

async function listHeld(tx: Tx, which: SQL): Promise<Map<string, string[]>> {
  const { label, payoutFileId } = walletWithdrawals;
  const rows = await tx
    .select({ label, id: payoutFileId })
    .from(walletWithdrawals)
    .where(and(which, isNotNull(payoutFileId)))
    .orderBy(asc(payoutFileId), asc(label));
  const held = new Map<string, string[]>();
  for (const row of rows) held.set(String(row.id), [...(held.get(String(row.id)) ?? []), row.label]);
  return held;
}
