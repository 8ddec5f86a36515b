/** Ledger entries for transfers without an order or a withdrawal. `club.bank` always moves with the bank. */
import type { Tx } from '../../database/database';
import { bookEntry } from '../../ledger/ledger';
import { recordTransaction } from '../transactions/record';
import { keyOf, type TransferRow } from './transfers';

const currency = 'EUR';
const bank = { kind: 'club.bank' as const, currency };
/** Money whose owner is not known yet. */
const payable = { kind: 'club.payable' as const, currency };
/** The club's own gains and losses. */
const adjustment = { kind: 'club.adjustment' as const, currency };
const availableOf = (userId: number) => ({ kind: 'member.available' as const, userId, currency });

/** Books a transfer whose owner is not known yet. Returns the id of the entry, like all of these functions. */
export const bookUnknown = (tx: Tx, transfer: TransferRow, now: Date) =>
  book(tx, 'bank.unmatched', keyOf(transfer), [bank, payable], transfer.amount, now);

/** Books a transfer of the club's own, such as a charge of the bank. */
export const bookOwn = (tx: Tx, transfer: TransferRow, now: Date) =>
  book(tx, 'bank.other', keyOf(transfer), [bank, adjustment], transfer.amount, now);

/** Cancels out `bookUnknown`, so that the transfer can be booked as what it is. */
export const bookKnown = (tx: Tx, transfer: TransferRow, now: Date) =>
  book(tx, 'bank.matched', `${keyOf(transfer)}:matched`, [payable, bank], transfer.amount, now);

/** Books unmatched money as the club's own, because staff say so. */
export const bookKept = (tx: Tx, transfer: TransferRow, now: Date) =>
  book(tx, 'bank.kept', `${keyOf(transfer)}:kept`, [payable, adjustment], transfer.amount, now);

/** Books what the bank credited for payouts beyond their net amounts. It is negative if the bank took more. */
export const bookDifference = (tx: Tx, transfer: TransferRow, amount: bigint, now: Date) =>
  book(tx, 'bank.difference', `${keyOf(transfer)}:difference`, [bank, adjustment], amount, now);

/** Books the same difference for the refund of an order, which stays booked as owed by the club. */
export const bookRefundDifference = (tx: Tx, transfer: TransferRow, amount: bigint, now: Date) =>
  book(tx, 'bank.difference', `${keyOf(transfer)}:difference`, [payable, adjustment], amount, now);

async function book(
  tx: Tx,
  kind: string,
  key: string,
  [from, to]: [typeof bank | typeof payable, typeof bank | typeof payable | typeof adjustment],
  amount: bigint,
  now: Date,
): Promise<number> {
  const postings = [
    { account: from, amount: -amount },
    { account: to, amount },
  ];
  return (await bookEntry(tx, { kind, key, postings }, now)).id;
}

/** Books an unmatched transfer for a member, as a deposit without an order. */
export async function bookForMember(tx: Tx, transfer: TransferRow, userId: number, now: Date): Promise<number> {
  const postings = [
    { account: payable, amount: -transfer.amount },
    { account: availableOf(userId), amount: transfer.amount },
  ];
  const entry = { kind: 'bank.assigned', key: `${keyOf(transfer)}:assigned`, postings };
  const deposit = { userId, currency, type: 'deposit' as const, status: 'completed' as const, entry };
  return (await recordTransaction(tx, deposit, now)).entryId;
}
