/** The transfers that the club knows of, each once. */
import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
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
 * @throws NotAStatement where that said another amount
 */
export async function noteTransfer(
  tx: Tx,
  accountIban: string,
  { isReversal: _, returnReason: __, batchId: ___, isUnclear: ____, ...transfer }: BankTransfer,
  now: Date,
): Promise<TransferRow | null> {
  const [noted] = await tx
    .insert(walletBankTransfers)
    .values({ ...transfer, accountIban, outcome: 'unmatched', importedAt: now })
    .onConflictDoNothing()
    .returning();
  if (noted) return noted;
  const [known] = await tx.select().from(walletBankTransfers).where(isThis(accountIban, transfer));
  if (known?.amount === transfer.amount) return null;
  throw new NotAStatement(
    `The bank’s reference ${transfer.bankReference} is known with another amount, of ${known?.bookedOn}.`,
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

/** The transfer that waits for somebody to say whose it is, locked; null where there is none with this number. */
export async function lockTransfer(tx: Tx, id: number): Promise<TransferRow | null> {
  const [row] = await tx.select().from(walletBankTransfers).where(eq(walletBankTransfers.id, id)).for('update');
  return row ?? null;
}

/**
 * The credit that a debit takes back: by the bank's reference, by the payer's own, or by payer and remittance, the newest
 * of equal ones. One that was taken back before is not found again.
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
      ),
    )
    .orderBy(sql`(${hasReference}) is true desc`, sql`(${hasEndToEndId}) is true desc`, desc(t.id))
    .limit(1);
  return found ?? null;
}
