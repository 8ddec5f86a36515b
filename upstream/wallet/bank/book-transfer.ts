/** Decides whose a new transfer is, and books it. */
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { lockUser } from '../../members/users';
import { receivePayment } from '../orders/payments';
import { failWithdrawal, returnWithdrawal, settleWithdrawal } from '../withdrawals/settlement';
import { bookOwn, bookUnknown } from './bookings';
import type { BankTransfer } from './camt';
import {
  comesBack,
  findOrderOf,
  findRefundOf,
  findWithdrawalOf,
  hasLeft,
  isReturned,
  labelOfWithdrawal,
  listWholeFile,
} from './matching';
import { reverseCredit } from './reversals';
import { findReversedCredit, findWaitingDebit } from './reversals.credit';
import { findOwnDebit, keyOf, type Outcome, setOutcome, type TransferRow } from './transfers';

/** What a member no longer had when the bank reversed a payment, in minor units. */
export interface Claim {
  transferId: number;
  userId: number;
  amount: bigint;
}

/** What staff are told about the bookings. */
export interface Findings {
  claims: Claim[];
  warnings: string[];
}

/** A transaction in which transfers are booked. */
export interface Booking {
  tx: Tx;
  deps: Deps;
  findings: Findings;
  now: Date;
}

/** Books a stored transfer and returns its outcome. */
export async function bookTransfer(booking: Booking, transfer: BankTransfer, row: TransferRow): Promise<Outcome> {
  const booked =
    transfer.amount > 0n
      ? ((await bookReturn(booking, transfer, row)) ?? (await bookPayment(booking, transfer, row)))
      : comesBack(transfer)
        ? await bookReversal(booking, row)
        : await bookDebit(booking, transfer, row);
  return booked ?? { outcome: 'unmatched', entryId: await bookUnknown(booking.tx, row, booking.now) };
}

/**
 * Books the return of a withdrawal: its money is the member's again, whether its debit was imported before or not. It
 * books nothing for a member who has left, because they could not use the money.
 */
async function bookReturn(
  { tx, deps, now }: Booking,
  transfer: BankTransfer,
  row: TransferRow,
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
  // The hold is released to the member. The money from the bank waits for its debit.
  return { outcome: 'return', withdrawalLabel: label, entryId: await bookUnknown(tx, row, now) };
}

async function bookPayment(
  { tx, deps, now }: Booking,
  transfer: BankTransfer,
  row: TransferRow,
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

/** Books a reversal: the bank reverses what it had credited. */
async function bookReversal(booking: Booking, row: TransferRow): Promise<Outcome | null> {
  const credit = await findReversedCredit(booking.tx, row);
  return credit && bookPair(booking, row, credit);
}

/** If the reversal of this credit was imported first and waits, books both together. So their order does not matter. */
export async function bookWaitingReversal(booking: Booking, credit: TransferRow): Promise<TransferRow> {
  const { tx } = booking;
  const debit = credit.amount > 0n ? await findWaitingDebit(tx, credit) : null;
  if (!debit) return credit;
  await setOutcome(tx, debit.id, await bookPair(booking, debit, credit));
  return { ...credit, outcome: 'reversal' };
}

/** Debits the member who got the credit. If nobody got it, both cancel out in `club.payable`. */
async function bookPair(
  { tx, deps, findings, now }: Booking,
  debit: TransferRow,
  credit: TransferRow,
): Promise<Outcome> {
  if (credit.outcome === 'unmatched') {
    await setOutcome(tx, credit.id, { outcome: 'reversal' });
    return { outcome: 'reversal', entryId: debit.entryId ?? (await bookUnknown(tx, debit, now)) };
  }
  const { outcome, userId, claim, ended } = await reverseCredit(tx, deps, debit, credit, now);
  for (const label of ended)
    findings.warnings.push(
      `Withdrawal ${label} of member ${userId} was ended, because transfer ${debit.id} reversed a payment.`,
    );
  if (claim > 0n) findings.claims.push({ transferId: debit.id, userId, amount: claim });
  return outcome;
}

/**
 * Books a charge, a payout, a whole file of payouts, or a refund that the club owed. Only charges are the club's own,
 * because any other debit may be a payout whose label the bank lost.
 */
async function bookDebit(booking: Booking, transfer: BankTransfer, row: TransferRow): Promise<Outcome | null> {
  const { tx, deps, now } = booking;
  if (transfer.isCharge) return { outcome: 'other', entryId: await bookOwn(tx, row, now) };
  if (labelOfWithdrawal(transfer) !== null) return bookPayout(booking, transfer, row);
  const labels = await listWholeFile(tx, transfer);
  for (const label of labels) await settleWithdrawal(tx, deps, label, { externalReference: row.bankReference, now });
  return labels.length > 0 ? { outcome: 'payout' } : bookRefund(booking, transfer, row);
}

async function bookPayout(
  { tx, deps, now }: Booking,
  transfer: BankTransfer,
  row: TransferRow,
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

async function bookRefund({ tx, now }: Booking, transfer: BankTransfer, row: TransferRow): Promise<Outcome | null> {
  const orderLabel = await findRefundOf(tx, transfer);
  return orderLabel === null ? null : { outcome: 'other', orderLabel, entryId: await bookUnknown(tx, row, now) };
}
