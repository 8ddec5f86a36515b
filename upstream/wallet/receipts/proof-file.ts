/** Builds the proof that a member keeps and that `/log/verifier.html` reads. */
import { eq } from 'drizzle-orm';
import type { ProofFile } from '../../contract/receipts';
import type { Deps } from '../../deps';
import { decimal, type InclusionProof, listInclusionProofs, proveEntry, verifierKeys } from '../../ledger/ledger';
import { walletTransactions } from '../transactions/transactions.tables';

export type TransactionRow = typeof walletTransactions.$inferSelect;

/**
 * Returns the proof of one transaction, or null if there is none. An entry that waits for the log is added to it first.
 */
export async function proveTransaction(
  deps: Pick<Deps, 'db' | 'config'>,
  row: TransactionRow,
  now: Date,
): Promise<ProofFile | null> {
  const proof = await proveEntry(deps, row.entryId, now);
  return proof && fileOf(deps, [bookingOf(row, proof)], proof.head);
}

/**
 * Returns the proofs of several transactions under one head, the newest last. Entries that wait for the log are added
 * to it first.
 */
export async function proveTransactions(
  deps: Pick<Deps, 'db' | 'config'>,
  rows: TransactionRow[],
  now: Date,
): Promise<ProofFile | null> {
  const newest = rows.at(-1);
  if (newest) await proveEntry(deps, newest.entryId, now);
  const proofs = await listInclusionProofs(
    deps.db,
    rows.map(({ entryId }) => entryId),
  );
  const bookings = rows.flatMap((row) => {
    const proof = proofs.get(row.entryId);
    return proof ? [bookingOf(row, proof)] : [];
  });
  const [first] = proofs.values();
  return first ? fileOf(deps, bookings, first.head) : null;
}

/** Returns the transaction with this label, of any member, or null. */
export async function findTransaction({ db }: Pick<Deps, 'db'>, label: string): Promise<TransactionRow | null> {
  const [row] = await db.select().from(walletTransactions).where(eq(walletTransactions.label, label));
  return row ?? null;
}

/** Returns the file as one line of ASCII, so that mails and PDFs do not change it. */
export const textOf = (file: ProofFile): string =>
  JSON.stringify(file).replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

const fileOf = ({ config }: Pick<Deps, 'config'>, bookings: ProofFile['bookings'], head: string): ProofFile => ({
  format: 'almende-proof-1',
  club: config.publicUrl,
  verifier_keys: verifierKeys(config),
  head,
  bookings,
});

function bookingOf(row: TransactionRow, { index, salt, entry, path }: InclusionProof): ProofFile['bookings'][number] {
  // The row's own time may be later than that of the entry. It is never before that of the previous transaction,
  // whatever the clocks of two servers say.
  const { booked_at } = JSON.parse(entry) as { booked_at: string };
  return {
    transaction_label: row.label,
    account: `member.${row.userId}.available`,
    amount: decimal(row.amount, row.currency),
    currency: row.currency,
    booked_at,
    index,
    salt,
    entry,
    path,
  };
}
