/** The bank takes back a payment that a member had got. */
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { lockUser, type UserRow } from '../../identity/identity';
import { bookEntry, getBalances } from '../../ledger/ledger';
import { recordTransaction, setTransactionStatus } from '../transactions/record';
import { walletTransactions } from '../transactions/transactions.tables';
import { walletBankTransfers } from './bank.tables';
import { tellOfTakenBack } from './taken-back.notices';
import { keyOf, type Outcome, setOutcome, type TransferRow } from './transfers';

const currency = 'EUR';

/** Who had got the money, and for which order. */
interface Owner {
  userId: number;
  orderLabel: string | null;
}

interface TakenBack {
  outcome: Outcome;
  userId: number;
  /** What the member had no longer, in minor units, mostly 0. */
  claim: bigint;
}

/** A debit takes back `credit`, which was booked for a member. They are told. */
export async function takeBackCredit(
  tx: Tx,
  deps: Deps,
  debit: TransferRow,
  credit: TransferRow,
  now: Date,
): Promise<TakenBack> {
  await setOutcome(tx, credit.id, { outcome: 'reversal' });
  const brought = await findBrought(tx, credit);
  return takeBack(tx, deps, debit, { ...brought, orderLabel: credit.orderLabel }, now);
}

/**
 * A debit takes back what a member had got for an order or, without a label, for none, by word of the staff: the newest
 * credit of this amount that was given to them so, where there is one. They are told.
 */
export async function takeBackFrom(
  tx: Tx,
  deps: Deps,
  debit: TransferRow,
  owner: Owner,
  now: Date,
): Promise<TakenBack> {
  const credit = await findCreditOf(tx, debit, owner);
  if (credit) return takeBackCredit(tx, deps, debit, credit, now);
  return takeBack(tx, deps, debit, { ...owner, transactionLabel: null }, now);
}

async function takeBack(
  tx: Tx,
  deps: Deps,
  debit: TransferRow,
  from: Owner & { transactionLabel: string | null },
  now: Date,
): Promise<TakenBack> {
  const { orderLabel } = from;
  const { entryId, ...takenBack } = await bookTakenBack(tx, debit, from, now);
  await tellOfTakenBack(tx, deps, { ...takenBack, amount: -debit.amount, orderLabel }, now);
  const { member, claim } = takenBack;
  return { outcome: { outcome: 'reversal', orderLabel, entryId }, userId: member.id, claim };
}

/**
 * From what the member has available, and what is missing there is the club's claim. The transaction that had brought it
 * becomes `reversed`.
 */
async function bookTakenBack(
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
    ...(claim > 0n ? [{ account: { kind: 'club.adjustment' as const, currency }, amount: -claim }] : []),
  ];
  const entry = { kind: 'bank.reversal', key, postings };
  if (transactionLabel) await setTransactionStatus(tx, transactionLabel, 'reversed');
  if (taken === 0n) return { entryId: (await bookEntry(tx, entry, now)).id, member, claim, transactionLabel: null };
  const reference = orderLabel ? { kind: 'order', label: orderLabel } : undefined;
  const adjusted = { userId, currency, type: 'adjustment' as const, status: 'completed' as const, reference, entry };
  const { entryId, label } = await recordTransaction(tx, adjusted, now);
  return { entryId, member, claim, transactionLabel: label };
}

/** A debit that waited for the staff is booked already, as money that somebody owes. */
const sourceOf = (debit: TransferRow) =>
  debit.entryId === null
    ? { key: keyOf(debit), account: { kind: 'club.bank' as const, currency } }
    : { key: `${keyOf(debit)}:assigned`, account: { kind: 'club.payable' as const, currency } };

/** The transaction in which the member got the money of a credit. */
async function findBrought(tx: Tx, { entryId }: TransferRow) {
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
