/** Books statements of the club's bank (product/staff.md, `payments import`). */
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { lockUser } from '../../identity/identity';
import { receivePayment } from '../orders/payments';
import { walletConfig } from '../wallet.config';
import { failWithdrawal, returnWithdrawal, settleWithdrawal } from '../withdrawals/settlement';
import { lockBank } from './bank-lock';
import { bookOwn, bookUnknown } from './bookings';
import { type BankTransfer, NotAStatement, readStatements } from './camt';
import {
  comesBack,
  findOrderOf,
  findRefundOf,
  findWholeFile,
  findWithdrawalOf,
  hasLeft,
  isReturned,
  labelOfWithdrawal,
} from './matching';
import { takeBackCredit } from './taken-back';
import {
  findOwnDebit,
  findTakenBack,
  keyOf,
  noteTransfer,
  type Outcome,
  setOutcome,
  type TransferRow,
} from './transfers';

export { NotAStatement } from './camt';

/** What a file brought. */
export interface Imported {
  /** New ones, in the order in which they were booked. */
  transfers: TransferRow[];
  /** How many earlier files held. */
  known: number;
  /** Reversals whose money the member had no longer, in minor units. */
  claims: { transferId: number; userId: number; amount: bigint }[];
  warnings: string[];
}

/**
 * Books every transfer of the file that no earlier one held, in the caller's transaction.
 * @throws NotAStatement; nothing must be committed then
 */
export async function importStatements(tx: Tx, deps: Deps, text: string, now: Date): Promise<Imported> {
  const statements = readStatements(text);
  const { iban } = walletConfig.bank;
  const other = statements.find(({ accountIban }) => accountIban !== iban);
  if (other) throw new NotAStatement(`The file is of ${other.accountIban}, and the club’s account is ${iban}.`);
  await lockBank(tx);
  const imported: Imported = { transfers: [], known: 0, claims: [], warnings: [] };
  imported.warnings = statements.flatMap(({ warnings }) => warnings);
  for (const transfer of inBookingOrder(statements.flatMap(({ transfers }) => transfers))) {
    const row = await noteTransfer(tx, iban, transfer, now);
    if (row)
      imported.transfers.push(await setOutcome(tx, row.id, await bookTransfer(tx, deps, transfer, row, imported, now)));
    else {
      imported.known++;
      if (imported.transfers.some(isSame(transfer)))
        imported.warnings.push(
          `Entry ${transfer.bankReference}: two statements of the file have it; it was booked once.`,
        );
    }
  }
  return imported;
}

const isSame =
  ({ bankReference, part }: BankTransfer) =>
  (row: TransferRow) =>
    row.bankReference === bankReference && row.part === part;

/** What came back the same day may stand in front of what it takes back, as where a statement begins with the newest. */
function inBookingOrder(transfers: BankTransfer[]): BankTransfer[] {
  const groups = { payouts: [] as BankTransfer[], others: [] as BankTransfer[], back: [] as BankTransfer[] };
  for (const transfer of transfers) groups[groupOf(transfer)].push(transfer);
  return [...groups.payouts, ...groups.others, ...groups.back];
}

function groupOf(transfer: BankTransfer): 'payouts' | 'others' | 'back' {
  if (comesBack(transfer)) return 'back';
  return transfer.amount < 0n && labelOfWithdrawal(transfer) !== null ? 'payouts' : 'others';
}

async function bookTransfer(
  tx: Tx,
  deps: Deps,
  transfer: BankTransfer,
  row: TransferRow,
  imported: Imported,
  now: Date,
): Promise<Outcome> {
  const booked =
    transfer.amount > 0n
      ? ((await bookReturn(tx, deps, transfer, row, now)) ?? (await bookPayment(tx, deps, transfer, row, now)))
      : comesBack(transfer)
        ? await bookReversal(tx, deps, row, imported, now)
        : await bookDebit(tx, deps, transfer, row, now);
  return booked ?? { outcome: 'unmatched', entryId: await bookUnknown(tx, row, now) };
}

/**
 * A payout comes back: its money is the member's again, whether the debit was seen before or not. Who has left could not
 * use it.
 */
async function bookReturn(
  tx: Tx,
  deps: Deps,
  transfer: BankTransfer,
  row: TransferRow,
  now: Date,
): Promise<Outcome | null> {
  const withdrawal = await findWithdrawalOf(tx, transfer);
  if (!withdrawal || (await lockUser(tx, withdrawal.userId)).deletedAt) return null;
  const { label, status } = withdrawal;
  const reason = transfer.returnReason || null;
  if (status === 'completed') {
    const step = await returnWithdrawal(tx, deps, label, { reason, externalReference: row.bankReference, now });
    return step === 'done' ? { outcome: 'return', withdrawalLabel: label } : null;
  }
  if (status !== 'processing' || (await failWithdrawal(tx, deps, label, { reason, now })) !== 'done') return null;
  // The hold went back to the member; what the bank booked waits for its debit.
  return { outcome: 'return', withdrawalLabel: label, entryId: await bookUnknown(tx, row, now) };
}

async function bookPayment(
  tx: Tx,
  deps: Deps,
  transfer: BankTransfer,
  row: TransferRow,
  now: Date,
): Promise<Outcome | null> {
  if (transfer.isReversal) {
    const isOwn = labelOfWithdrawal(transfer) === null && (await findOwnDebit(tx, row));
    return isOwn ? { outcome: 'other', entryId: await bookOwn(tx, row, now) } : null;
  }
  const label = transfer.returnReason === null ? await findOrderOf(tx, transfer) : null;
  if (label === null || (await hasLeft(tx, label))) return null;
  const { entryId } = await receivePayment(tx, deps, { label, amount: row.amount, key: keyOf(row) }, now);
  return { outcome: 'credited', orderLabel: label, entryId };
}

/** The bank takes back what it had credited. */
async function bookReversal(
  tx: Tx,
  deps: Deps,
  row: TransferRow,
  imported: Imported,
  now: Date,
): Promise<Outcome | null> {
  const credit = await findTakenBack(tx, row);
  if (!credit) return null;
  if (credit.outcome === 'unmatched') {
    await setOutcome(tx, credit.id, { outcome: 'reversal' });
    return { outcome: 'reversal', entryId: await bookUnknown(tx, row, now) };
  }
  const { outcome, userId, claim } = await takeBackCredit(tx, deps, row, credit, now);
  if (claim > 0n) imported.claims.push({ transferId: row.id, userId, amount: claim });
  return outcome;
}

/**
 * A fee, a payout, a whole file of payouts, or what the club owed since an order was refunded. Of the club's own are fees
 * alone: any other debit may be the payout of somebody whose label the bank lost.
 */
async function bookDebit(
  tx: Tx,
  deps: Deps,
  transfer: BankTransfer,
  row: TransferRow,
  now: Date,
): Promise<Outcome | null> {
  if (transfer.isCharge) return { outcome: 'other', entryId: await bookOwn(tx, row, now) };
  if (labelOfWithdrawal(transfer) !== null) return bookPayout(tx, deps, transfer, row, now);
  const labels = await findWholeFile(tx, transfer);
  for (const label of labels) await settleWithdrawal(tx, deps, label, { externalReference: row.bankReference, now });
  return labels.length > 0 ? { outcome: 'payout' } : bookRefund(tx, transfer, row, now);
}

async function bookPayout(
  tx: Tx,
  deps: Deps,
  transfer: BankTransfer,
  row: TransferRow,
  now: Date,
): Promise<Outcome | null> {
  const withdrawal = await findWithdrawalOf(tx, transfer);
  if (!withdrawal) return null;
  const { label, status } = withdrawal;
  const means = { externalReference: row.bankReference, now };
  if (status === 'processing' && (await settleWithdrawal(tx, deps, label, means)) === 'done')
    return { outcome: 'payout', withdrawalLabel: label };
  if (status === 'failed' && (await isReturned(tx, label)))
    return { outcome: 'payout', withdrawalLabel: label, entryId: await bookUnknown(tx, row, now) };
  return null;
}

async function bookRefund(tx: Tx, transfer: BankTransfer, row: TransferRow, now: Date): Promise<Outcome | null> {
  const orderLabel = await findRefundOf(tx, transfer);
  return orderLabel === null ? null : { outcome: 'other', orderLabel, entryId: await bookUnknown(tx, row, now) };
}
