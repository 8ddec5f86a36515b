/** Approved withdrawals on their way to the bank. */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Queryable, Tx } from '../../database/database';
import { dayIn } from '../orders/due-dates';
import { addBankWorkingDays } from '../orders/target-calendar';
import { walletConfig } from '../wallet.config';
import { listApproved, markExported, mayExport } from '../withdrawals/settlement';
import { walletPayoutFiles } from '../withdrawals/withdrawals.tables';
import { lockBank } from './bank-lock';
import { type Payout, totalOf, writePayoutFile } from './payout-file';

interface Exported {
  file: { id: string; xml: string; total: bigint };
  payouts: Payout[];
  /** Labels that need somebody else of the staff. */
  left: string[];
}

/**
 * Writes every approved withdrawal that this member of the staff may export into one file, and takes it to `processing`.
 * @returns `file` is null where there is none
 */
export async function exportPayouts(
  tx: Tx,
  staffId: number,
  now: Date,
): Promise<Exported | (Pick<Exported, 'left'> & { file: null })> {
  await lockBank(tx);
  const approved = await listApproved(tx);
  const left = approved.filter((withdrawal) => !mayExport(withdrawal, staffId)).map(({ label }) => label);
  const payouts = approved
    .filter(({ label }) => !left.includes(label))
    .map(({ label, net, holder, iban, bic }) => ({ label, amount: net, holder, iban, bic }));
  if (payouts.length === 0) return { file: null, left };
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
  return { file: { id, xml, total }, payouts, left };
}

/** A file as it was exported; null where there is none with this id. */
export async function findPayoutFile(db: Queryable, id: string) {
  const [file] = await db.select().from(walletPayoutFiles).where(eq(walletPayoutFiles.id, id));
  return file ?? null;
}
