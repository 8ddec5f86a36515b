/** Books reversals of payments that a member had got. */
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { bookEntry, getBalances } from '../../ledger/ledger';
import { lockUser, type UserRow } from '../../members/users';
import { endPurchasesForClaim } from '../orders/end-for-claim';
import { recordTransaction, setTransactionStatus } from '../transactions/record';
import { walletTransactions } from '../transactions/transactions.tables';
import { endForClaim } from '../withdrawals/end-for-claim';
import { walletBankTransfers } from './bank.tables';
import { tellOfReversal } from './reversals.notices';
import { keyOf, type Outcome, setOutcome, type TransferRow } from './transfers';

const currency = 'EUR';

/** The member who got the money, and the order that it was for. */
interface Owner {
  userId: number;
  orderLabel: string | null;
}

interface Reversal {
  outcome: Outcome;
  userId: number;
  /** What the member no longer had and now owes the club, in minor units; mostly 0. */
  claim: bigint;
  /** Labels of the withdrawals that were ended for it. */
  ended: string[];
}

/** Books a debit that reverses `credit`, which was booked for a member. The member is told. */
export async function reverseCredit(
  tx: Tx,
  deps: Deps,
  debit: TransferRow,
  credit: TransferRow,
  now: Date,
): Promise<Reversal> {
  await setOutcome(tx, credit.id, { outcome: 'reversal' });
  const brought = await getCreditTransaction(tx, credit);
  return reverse(tx, deps, debit, { ...brought, orderLabel: credit.orderLabel }, now);
}

/**
 * Books a debit that reverses a payment for an order or, without a label, a payment without an order, because staff say
 * so. It reverses the newest such credit of this amount, if there is one. The member is told.
 */
export async function reversePayment(
  tx: Tx,
  deps: Deps,
  debit: TransferRow,
  owner: Owner,
  now: Date,
): Promise<Reversal> {
  const credit = await findCreditOf(tx, debit, owner);
  if (credit) return reverseCredit(tx, deps, debit, credit, now);
  return reverse(tx, deps, debit, { ...owner, transactionLabel: null }, now);
}

async function reverse(
  tx: Tx,
  deps: Deps,
  debit: TransferRow,
  from: Owner & { transactionLabel: string | null },
  now: Date,
): Promise<Reversal> {
  const { orderLabel } = from;
  // Locks the member before the withdrawals, so that a parallel approval, cancellation or export runs before or after
  // this.
  const owner = await lockUser(tx, from.userId);
  const ended = await endForClaim(tx, deps, { member: owner, amount: -debit.amount }, now);
  await endPurchasesForClaim(tx, deps, { member: owner, amount: -debit.amount }, now);
  const { entryId, ...reversal } = await bookReversalEntry(tx, debit, from, now);
  await tellOfReversal(tx, deps, { ...reversal, amount: -debit.amount, orderLabel }, now);
  const { member, claim } = reversal;
  return { outcome: { outcome: 'reversal', orderLabel, entryId }, userId: member.id, claim, ended };
}

/**
 * Debits the available money, and what is missing becomes a debt. The transaction of the original credit becomes
 * `reversed`.
 */
async function bookReversalEntry(
  tx: Tx,
  debit: TransferRow,
  { userId, orderLabel, transactionLabel }: Owner & { transactionLabel: string | null },
  now: Date,
): Promise<{ entryId: number; member: UserRow; claim: bigint; transactionLabel: string | null }> {
  const member = await lockUser(tx, userId);
  const owed = -debit.amount;
  const { available } = await getBalances(tx, userId, currency);
  const taken = available < owed ? available : owed;
  const claim = owed - taken;
  const { key, account } = sourceOf(debit);
  const postings = [
    { account, amount: owed },
    ...(taken > 0n ? [{ account: { kind: 'member.available' as const, userId, currency }, amount: -taken }] : []),
    ...(claim > 0n ? [{ account: { kind: 'member.debt' as const, userId, currency }, amount: -claim }] : []),
  ];
  const entry = { kind: 'bank.reversal', key, postings };
  if (transactionLabel) await setTransactionStatus(tx, transactionLabel, 'reversed');
  if (taken === 0n) return { entryId: (await bookEntry(tx, entry, now)).id, member, claim, transactionLabel: null };
  const reference = orderLabel ? { kind: 'order', label: orderLabel } : undefined;
  const adjusted = { userId, currency, type: 'adjustment' as const, status: 'completed' as const, reference, entry };
  const { entryId, label } = await recordTransaction(tx, adjusted, now);
  return { entryId, member, claim, transactionLabel: label };
}

/** A debit that waited for staff is already booked, as money that somebody owes. */
const sourceOf = (debit: TransferRow) =>
  debit.entryId === null
    ? { key: keyOf(debit), account: { kind: 'club.bank' as const, currency } }
    : { key: `${keyOf(debit)}:assigned`, account: { kind: 'club.payable' as const, currency } };

/** Returns the transaction in which the member got the money of a credit. */
async function getCreditTransaction(tx: Tx, { entryId }: TransferRow) {
  const { label, userId } = walletTransactions;
  const [found] = await tx
    .select({ transactionLabel: label, userId })
    .from(walletTransactions)
    .where(and(eq(walletTransactions.entryId, entryId ?? 0), eq(walletTransactions.currency, currency)));
  if (!found) throw new Error('The credit brought nobody any money');
  return found;
}

async function findCreditOf(tx: Tx, debit: TransferRow, { userId, orderLabel }: Owner): Promise<TransferRow | null> {
  const t = walletBankTransfers;
  const [found] = await tx
    .select({ credit: t })
    .from(t)
    .innerJoin(walletTransactions, eq(walletTransactions.entryId, t.entryId))
    .where(
      and(
        eq(walletTransactions.userId, userId),
        eq(t.amount, -debit.amount),
        inArray(t.outcome, ['credited', 'assigned']),
        orderLabel === null ? isNull(t.orderLabel) : eq(t.orderLabel, orderLabel),
      ),
    )
    .orderBy(desc(t.id))
    .limit(1);
  return found?.credit ?? null;
}
