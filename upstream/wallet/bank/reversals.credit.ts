/** Finds the credit that a debit reverses. */
import { and, asc, desc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import { walletBankLines, walletBankTransfers } from './bank.tables';
import { ofReversal } from './camt';
import { isOfAnotherParty } from './facts';
import { listReused } from './references';
import type { TransferRow } from './transfers';

/**
 * Returns the credit that a debit reverses: by the bank's reference, by the payer's own, or by payer and remittance. Of
 * equal ones it is the newest. A credit that is reversed already is not found again. Nor is that of another payer,
 * because payers' references are not unique. A reference that the bank also gave to other entries does not count.
 */
export async function findReversedCredit(tx: Tx, debit: TransferRow): Promise<TransferRow | null> {
  const t = walletBankTransfers;
  const reference = await findReference(tx, debit);
  const hasReference = reference ? eq(t.bankReference, reference) : sql`false`;
  const hasEndToEndId = debit.endToEndId ? eq(t.endToEndId, debit.endToEndId) : sql`false`;
  const isFromPayer =
    debit.partyIban && debit.remittance
      ? and(eq(t.partyIban, debit.partyIban), eq(t.remittance, debit.remittance))
      : sql`false`;
  const found = await tx
    .select()
    .from(t)
    .where(
      and(
        eq(t.accountIban, debit.accountIban),
        eq(t.amount, -debit.amount),
        inArray(t.outcome, ['credited', 'assigned', 'unmatched']),
        or(hasReference, hasEndToEndId, isFromPayer),
        debit.partyIban ? or(isNull(t.partyIban), eq(t.partyIban, debit.partyIban)) : undefined,
      ),
    )
    // Among equals, a credit that waits with a reason comes last, because it may be another wording of a credited one.
    .orderBy(
      sql`(${hasReference}) is true desc`,
      sql`(${hasEndToEndId}) is true desc`,
      sql`${t.reason} is null desc`,
      desc(t.id),
    );
  return found.find((credit) => !isOfAnotherParty(credit, debit)) ?? null;
}

/** Returns the debit that reverses `credit` and waits because it was imported before it, or null. */
export async function findWaitingDebit(tx: Tx, credit: TransferRow): Promise<TransferRow | null> {
  const t = walletBankTransfers;
  const { content } = walletBankLines;
  const saysSo = tx
    .select({ id: walletBankLines.transferId })
    .from(walletBankLines)
    .where(sql`(${content} ->> 'isReversal')::boolean or ${content} ->> 'returnReason' is not null`);
  const waiting = await tx
    .select()
    .from(t)
    .where(
      and(
        eq(t.accountIban, credit.accountIban),
        eq(t.amount, -credit.amount),
        eq(t.outcome, 'unmatched'),
        gte(t.bookedOn, credit.bookedOn),
        isNull(t.reason),
        inArray(t.id, saysSo),
      ),
    )
    .orderBy(asc(t.id));
  for (const debit of waiting) if ((await findReversedCredit(tx, debit))?.id === credit.id) return debit;
  return null;
}

/** Returns the bank's reference of what the debit reverses, if it can be trusted. */
async function findReference(tx: Tx, debit: TransferRow): Promise<string | null> {
  const reference = debit.bankReference?.replace(ofReversal, '');
  if (!reference) return null;
  const { accountIban, bookedOn, amount } = debit;
  const reused = await listReused(tx, accountIban, [{ reference, bookedOn, amount, content: debit }]);
  return reused.has(reference) ? null : reference;
}
