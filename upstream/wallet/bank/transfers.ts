/** The transfers that the club knows of, each once. */
import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import { walletBankTransfers } from './bank.tables';
import { type BankTransfer, NotAStatement, ofReversal } from './camt';

export type TransferRow = typeof walletBankTransfers.$inferSelect;

/** What became of a transfer. */
export type Outcome = Pick<TransferRow, 'outcome'> &
  Partial<Pick<TransferRow, 'orderLabel' | 'withdrawalLabel' | 'entryId'>>;

/** Cause of everything that is booked for a transfer. */
export const keyOf = ({
  accountIban,
  bankReference,
  part,
}: Pick<TransferRow, 'accountIban' | 'bankReference' | 'part'>) => `bank:${accountIban}:${bankReference}:${part}`;

/**
 * Writes down a transfer, as unmatched for now.
 * @returns null where an earlier file held it
 * @throws NotAStatement where that said another amount or day
 */
export async function noteTransfer(
  tx: Tx,
  accountIban: string,
  { isReversal: _, returnReason: __, batchId: ___, isCharge: ____, isUnclear: _____, ...transfer }: BankTransfer,
  now: Date,
): Promise<TransferRow | null> {
  const [noted] = await tx
    .insert(walletBankTransfers)
    .values({ ...transfer, accountIban, outcome: 'unmatched', importedAt: now })
    .onConflictDoNothing()
    .returning();
  if (noted) return noted;
  const [known] = await tx.select().from(walletBankTransfers).where(isThis(accountIban, transfer));
  if (known?.amount === transfer.amount && known.bookedOn === transfer.bookedOn) return null;
  throw new NotAStatement(
    `The bank’s reference ${transfer.bankReference} is known with another amount or day, of ${known?.bookedOn}.`,
  );
}

const isThis = (accountIban: string, { bankReference, part }: Pick<BankTransfer, 'bankReference' | 'part'>) =>
  and(
    eq(walletBankTransfers.accountIban, accountIban),
    eq(walletBankTransfers.bankReference, bankReference),
    eq(walletBankTransfers.part, part),
  );

export async function setOutcome(tx: Tx, id: number, outcome: Outcome): Promise<TransferRow> {
  const [row] = await tx.update(walletBankTransfers).set(outcome).where(eq(walletBankTransfers.id, id)).returning();
  if (!row) throw new Error('The transfer is not there');
  return row;
}

/** The transfer with this number; null where there is none. */
export async function findTransfer(tx: Tx, id: number): Promise<TransferRow | null> {
  const [row] = await tx.select().from(walletBankTransfers).where(eq(walletBankTransfers.id, id));
  return row ?? null;
}

/**
 * The credit that a debit takes back: by the bank's reference, by the payer's own, or by payer and remittance, the newest
 * of equal ones. One that was taken back before is not found again, nor one of another payer: their references are not
 * unique.
 */
export async function findTakenBack(tx: Tx, { accountIban, ...debit }: TransferRow): Promise<TransferRow | null> {
  const t = walletBankTransfers;
  const reference = debit.bankReference.replace(ofReversal, '');
  const hasReference = eq(t.bankReference, reference);
  const hasEndToEndId = debit.endToEndId ? eq(t.endToEndId, debit.endToEndId) : sql`false`;
  const isFromPayer =
    debit.partyIban && debit.remittance
      ? and(eq(t.partyIban, debit.partyIban), eq(t.remittance, debit.remittance))
      : sql`false`;
  const [found] = await tx
    .select()
    .from(t)
    .where(
      and(
        eq(t.accountIban, accountIban),
        eq(t.amount, -debit.amount),
        inArray(t.outcome, ['credited', 'assigned', 'unmatched']),
        or(hasReference, hasEndToEndId, isFromPayer),
        debit.partyIban ? or(isNull(t.partyIban), eq(t.partyIban, debit.partyIban)) : undefined,
      ),
    )
    .orderBy(sql`(${hasReference}) is true desc`, sql`(${hasEndToEndId}) is true desc`, desc(t.id))
    .limit(1);
  return found ?? null;
}

/** A debit of the club's own, such as a fee, that a credit of the bank may take back. */
export async function findOwnDebit(tx: Tx, { accountIban, amount }: TransferRow): Promise<TransferRow | null> {
  const t = walletBankTransfers;
  const isOwn = and(eq(t.accountIban, accountIban), eq(t.outcome, 'other'), isNull(t.orderLabel));
  const [found] = await tx
    .select()
    .from(t)
    .where(and(isOwn, eq(t.amount, -amount)))
    .limit(1);
  return found ?? null;
}
