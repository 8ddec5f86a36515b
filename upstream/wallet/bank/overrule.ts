/** Two staff members overrule the import on whether two transfers are one. */
import { eq } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { decimal } from '../../ledger/ledger';
import { NotAssignable } from './assign';
import { walletBankLines, walletBankOverrules } from './bank.tables';
import { lockBank } from './bank-lock';
import { type Booking, bookTransfer, bookWaitingReversal, type Findings } from './book-transfer';
import { bookKnown } from './bookings';
import { findTransfer, noteTransfer, setOutcome, type TransferRow } from './transfers';

/** Two different people, and their reason. The database requires that they differ. */
interface FourEyesDecision {
  proposedBy: number;
  confirmedBy: number;
  reason: string;
}

/** Returns a line that the import took for a known transfer without proof. Throws NotAssignable. */
export async function getDoubtfulLine(tx: Tx, lineId: number) {
  const [line] = await tx.select().from(walletBankLines).where(eq(walletBankLines.id, lineId));
  if (!line) throw new NotAssignable(`There is no line ${lineId}.`);
  if (!line.isDoubtful) throw new NotAssignable(`Line ${lineId} is transfer ${line.transferId} without any doubt.`);
  return line;
}

/** Returns an unmatched transfer that may be the same as a known one of equal amount. Throws NotAssignable. */
export async function getRepeated(tx: Tx, { id, sameAs }: { id: number; sameAs: number }): Promise<TransferRow> {
  const [transfer, other] = [await findTransfer(tx, id), await findTransfer(tx, sameAs)];
  if (!transfer || !other) throw new NotAssignable(`There is no transfer ${transfer ? sameAs : id}.`);
  if (transfer.outcome !== 'unmatched') throw new NotAssignable(`Transfer ${id} is ${transfer.outcome} already.`);
  if (id === sameAs || other.outcome === 'duplicate')
    throw new NotAssignable(`No transfer can be the same as transfer ${sameAs}.`);
  if (transfer.amount !== other.amount) {
    const [one, two] = [transfer, other].map(({ amount }) => `${decimal(amount, 'EUR')} EUR`);
    throw new NotAssignable(`Transfer ${id} is of ${one}, and transfer ${sameAs} of ${two}: they are two.`);
  }
  return transfer;
}

/**
 * Books a line that was taken for a known transfer as its own transfer.
 * @throws NotAssignable
 */
export async function bookAsOwn(tx: Tx, deps: Deps, lineId: number, word: FourEyesDecision, now: Date) {
  await lockBank(tx);
  const line = await getDoubtfulLine(tx, lineId);
  const { accountIban, facts, amount, bookedOn, reference, content } = line;
  const transfer = { ...content, facts, amount, bookedOn, hasOwnReference: reference !== null };
  const row = await noteTransfer(tx, accountIban, transfer, null, now);
  const findings: Findings = { claims: [], warnings: [] };
  const booking: Booking = { tx, deps, findings, now };
  const credited = await setOutcome(tx, row.id, await bookTransfer(booking, transfer, row));
  const booked = await bookWaitingReversal(booking, credited);
  await tx.update(walletBankLines).set({ transferId: row.id, isDoubtful: false }).where(eq(walletBankLines.id, lineId));
  await tx.insert(walletBankOverrules).values({ kind: 'own', lineId, transferId: row.id, ...word, at: now });
  return { transfer: booked, ...findings };
}

/**
 * Marks an unmatched transfer as a duplicate of a known one, and cancels out its booking.
 * @throws NotAssignable
 */
export async function bookAsKnown(
  tx: Tx,
  { id, sameAs }: { id: number; sameAs: number },
  word: FourEyesDecision,
  now: Date,
): Promise<TransferRow> {
  await lockBank(tx);
  const transfer = await getRepeated(tx, { id, sameAs });
  await bookKnown(tx, transfer, now);
  await tx.insert(walletBankOverrules).values({ kind: 'same', transferId: id, sameAs, ...word, at: now });
  return setOutcome(tx, id, { outcome: 'duplicate' });
}
