/** The transfers that the club knows, each once. */
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import { walletBankTransfers } from './bank.tables';
import type { BankTransfer } from './camt';

export type TransferRow = typeof walletBankTransfers.$inferSelect;

/** What a transfer was booked as. */
export type Outcome = Pick<TransferRow, 'outcome'> &
  Partial<Pick<TransferRow, 'orderLabel' | 'withdrawalLabel' | 'entryId'>>;

/** True for a transfer from before facts were stored. It has its reference in their place. */
export const isOfBefore = ({ facts }: Pick<TransferRow, 'facts'>): boolean => facts.startsWith('before:');

/** Returns the key of what is booked for a transfer. */
export const keyOf = (transfer: Pick<TransferRow, 'accountIban' | 'bankReference' | 'facts' | 'occurrence'>) => {
  const { accountIban, bankReference, facts, occurrence } = transfer;
  return `bank:${accountIban}:${isOfBefore(transfer) ? bankReference : facts}:${occurrence}`;
};

/** Stores a new transfer as unmatched for now. With a reason it stays unmatched. */
export async function noteTransfer(
  tx: Tx,
  accountIban: string,
  { facts, bankReference, amount, bookedOn, remittance, endToEndId, partyName, partyIban }: BankTransfer,
  reason: string | null,
  now: Date,
): Promise<TransferRow> {
  const t = walletBankTransfers;
  const equal = await tx.$count(t, and(eq(t.accountIban, accountIban), eq(t.facts, facts)));
  const said = { facts, bankReference, amount, bookedOn, remittance, endToEndId, partyName, partyIban };
  const row = { ...said, accountIban, occurrence: equal + 1, reason, outcome: 'unmatched', importedAt: now };
  const [noted] = await tx.insert(t).values(row).returning();
  if (!noted) throw new Error('The transfer was not written down');
  return noted;
}

export async function setOutcome(tx: Tx, id: number, outcome: Outcome): Promise<TransferRow> {
  const [row] = await tx.update(walletBankTransfers).set(outcome).where(eq(walletBankTransfers.id, id)).returning();
  if (!row) throw new Error('The transfer is not there');
  return row;
}

/** Returns the transfer with this number, or null. */
export async function findTransfer(tx: Tx, id: number): Promise<TransferRow | null> {
  const [row] = await tx.select().from(walletBankTransfers).where(eq(walletBankTransfers.id, id));
  return row ?? null;
}

/** Returns a debit of the club's own, such as a charge, that a credit of the bank may reverse, or null. */
export async function findOwnDebit(tx: Tx, { accountIban, amount }: TransferRow): Promise<TransferRow | null> {
  const t = walletBankTransfers;
  const isOwn = and(eq(t.accountIban, accountIban), eq(t.outcome, 'other'), isNull(t.orderLabel));
  const [found] = await tx
    .select()
    .from(t)
    .where(and(isOwn, eq(t.amount, -amount)))
    .orderBy(desc(t.id))
    .limit(1);
  return found ?? null;
}
