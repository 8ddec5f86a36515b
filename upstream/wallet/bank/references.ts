/**
 * Decides how far the bank's references can be trusted, because some banks number the entries of each statement anew.
 */
import { and, asc, between, eq, inArray, like, ne, or } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import { walletBankLines, walletBankTransfers } from './bank.tables';
import type { BankTransfer } from './camt';
import { isAnother, type Party, renewDigest } from './facts';
import type { TransferRow } from './transfers';

/** How far the bank may move an entry, in days. */
const mostMoved = 7;

interface Sighting {
  reference: string | null;
  bookedOn: string;
  amount: bigint;
  content: Party;
}

/** Returns those references of the lines that the bank gave to something else on another day. `lines` may be new. */
export async function listReused(tx: Tx, iban: string, lines: Sighting[]): Promise<Set<string>> {
  const t = walletBankLines;
  const references = [...new Set(lines.map(({ reference }) => reference))].filter((one) => one !== null);
  if (references.length === 0) return new Set();
  const { reference, bookedOn, amount, content } = t;
  const known = await tx
    .select({ reference, bookedOn, amount, content })
    .from(t)
    .where(and(eq(t.accountIban, iban), inArray(reference, references)))
    .orderBy(asc(t.id));
  const seen = new Map<string | null, Sighting[]>(references.map((one) => [one, []]));
  for (const sighting of [...known, ...lines]) seen.get(sighting.reference)?.push(sighting);
  const isReused = (sightings: Sighting[]) => sightings.some((one) => sightings.some(isOfAnotherDay(one)));
  return new Set(references.filter((one) => isReused(seen.get(one) ?? [])));
}

const isOfAnotherDay = (one: Sighting) => (other: Sighting) =>
  one.bookedOn !== other.bookedOn && isAnother({ ...one.content, ...one }, { ...other.content, ...other });

/**
 * Returns the transfer with the same bank reference that the new one contradicts, or null: the bank said something else
 * about it that day, or the same on a day nearby. The new one must be alone with this reference in its statement.
 * `more` are transfers of the same import. A reversal may have the reference of the transfer that it reverses.
 */
export async function findContradicted(
  tx: Tx,
  accountIban: string,
  transfer: BankTransfer,
  more: TransferRow[],
): Promise<TransferRow | null> {
  const t = walletBankTransfers;
  const { facts, bankReference, amount, bookedOn, hasOwnReference } = transfer;
  if (bankReference === null || !hasOwnReference) return null;
  const ofLines = tx
    .select({ id: walletBankLines.transferId })
    .from(walletBankLines)
    .where(and(eq(walletBankLines.accountIban, accountIban), eq(walletBankLines.reference, bankReference)));
  const ids = more.filter((row) => row.bankReference === bankReference).map(({ id }) => id);
  const isWithoutLine = and(like(t.facts, 'before:%'), eq(t.bankReference, bankReference));
  const rows = await tx
    .select()
    .from(t)
    .where(
      and(
        eq(t.accountIban, accountIban),
        between(t.bookedOn, daysFrom(bookedOn, -mostMoved), daysFrom(bookedOn, mostMoved)),
        ne(t.amount, -amount),
        ne(t.outcome, 'duplicate'),
        or(inArray(t.id, ofLines), inArray(t.id, ids), isWithoutLine),
      ),
    )
    .orderBy(asc(t.id));
  const isContradicted = (row: TransferRow) =>
    row.bookedOn === bookedOn ? renewDigest(row.facts, row) !== facts : !isAnother(row, transfer);
  return rows.find(isContradicted) ?? null;
}

const daysFrom = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
