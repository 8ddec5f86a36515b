/** What the ledger books for a transfer that is no order's and no withdrawal's. `club.bank` always moves with the bank. */
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import { lockUser, type UserRow } from '../../identity/identity';
import { bookEntry, getBalances } from '../../ledger/ledger';
import { recordTransaction, setTransactionStatus } from '../transactions/record';
import { walletTransactions } from '../transactions/transactions.tables';
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

/**
 * The bank takes back a credit that was booked for a member: from what they have available, and what is missing there is
 * the club's claim. The transaction that had brought it becomes `reversed`.
 * @returns `claim` in minor units, mostly 0
 */
export async function bookTakenBack(
  tx: Tx,
  debit: TransferRow,
  credit: TransferRow,
  now: Date,
): Promise<{ entryId: number; member: UserRow; claim: bigint; transactionLabel: string | null }> {
  const brought = await findBrought(tx, credit);
  const { userId } = brought;
  const member = await lockUser(tx, userId);
  const owed = -debit.amount;
  const { available } = await getBalances(tx, userId, currency);
  const taken = available < owed ? available : owed;
  const claim = owed - taken;
  const postings = [
    { account: bank, amount: owed },
    ...(taken > 0n ? [{ account: availableOf(userId), amount: -taken }] : []),
    ...(claim > 0n ? [{ account: adjustment, amount: -claim }] : []),
  ];
  const entry = { kind: 'bank.reversal', key: keyOf(debit), postings };
  await setTransactionStatus(tx, brought.label, 'reversed');
  if (taken === 0n) return { entryId: (await bookEntry(tx, entry, now)).id, member, claim, transactionLabel: null };
  const reference = credit.orderLabel ? { kind: 'order', label: credit.orderLabel } : undefined;
  const adjusted = { userId, currency, type: 'adjustment' as const, status: 'completed' as const, reference, entry };
  const { entryId, label } = await recordTransaction(tx, adjusted, now);
  return { entryId, member, claim, transactionLabel: label };
}

/** The transaction in which the member got the money of a credit. */
async function findBrought(tx: Tx, { entryId }: TransferRow) {
  const { label, userId } = walletTransactions;
  const [found] = await tx
    .select({ label, userId })
    .from(walletTransactions)
    .where(and(eq(walletTransactions.entryId, entryId ?? 0), eq(walletTransactions.currency, currency)));
  if (!found) throw new Error('The credit brought nobody any money');
  return found;
}
