/** What the ledger books for a transfer that is no order's and no withdrawal's. `club.bank` always moves with the bank. */
import type { Tx } from '../../database/database';
import { bookEntry } from '../../ledger/ledger';
import { recordTransaction } from '../transactions/record';
import { keyOf, type TransferRow } from './transfers';

const currency = 'EUR';
const bank = { kind: 'club.bank' as const, currency };
/** Money whose owner is not known yet. */
const payable = { kind: 'club.payable' as const, currency };
/** The club's own gains and losses, among them claims against members. */
const adjustment = { kind: 'club.adjustment' as const, currency };
const availableOf = (userId: number) => ({ kind: 'member.available' as const, userId, currency });

/** A transfer whose owner is not known yet. Answers the entry's id, as all of these do. */
export const bookUnknown = (tx: Tx, transfer: TransferRow, now: Date) =>
  book(tx, 'bank.unmatched', keyOf(transfer), [bank, payable], transfer.amount, now);

/** A transfer of the club's own, such as the bank's fees. */
export const bookOwn = (tx: Tx, transfer: TransferRow, now: Date) =>
  book(tx, 'bank.other', keyOf(transfer), [bank, adjustment], transfer.amount, now);

/** Takes back `bookUnknown`, so that the transfer can be booked as what it is. */
export const bookKnown = (tx: Tx, transfer: TransferRow, now: Date) =>
  book(tx, 'bank.matched', `${keyOf(transfer)}:matched`, [payable, bank], transfer.amount, now);

/** Money that nobody can be given, by word of the staff. */
export const bookKept = (tx: Tx, transfer: TransferRow, now: Date) =>
  book(tx, 'bank.kept', `${keyOf(transfer)}:kept`, [payable, adjustment], transfer.amount, now);

/** What the bank booked for payouts beyond their net amounts: negative where it took more. */
export const bookDifference = (tx: Tx, transfer: TransferRow, amount: bigint, now: Date) =>
  book(tx, 'bank.difference', `${keyOf(transfer)}:difference`, [bank, adjustment], amount, now);

/** The same for the refund of an order, which stays booked as what the club owed. */
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

/** Gives a transfer that was unmatched to a member, as a deposit without an order. */
export async function bookForMember(tx: Tx, transfer: TransferRow, userId: number, now: Date): Promise<number> {
  const postings = [
    { account: payable, amount: -transfer.amount },
    { account: availableOf(userId), amount: transfer.amount },
  ];
  const entry = { kind: 'bank.assigned', key: `${keyOf(transfer)}:assigned`, postings };
  const deposit = { userId, currency, type: 'deposit' as const, status: 'completed' as const, entry };
  return (await recordTransaction(tx, deposit, now)).entryId;
}
