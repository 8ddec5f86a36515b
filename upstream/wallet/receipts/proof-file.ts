/** The proof that a member keeps: what `/log/verifier.html` reads. */
import { eq } from 'drizzle-orm';
import type { ProofFile } from '../../contract/receipts';
import type { Deps } from '../../deps';
import { decimal, findInclusionProofs, type InclusionProof, proveEntry, verifierKeys } from '../../ledger/ledger';
import { walletTransactions } from '../transactions/transactions.tables';

export type TransactionRow = typeof walletTransactions.$inferSelect;

/** The proof of one transaction; an entry that waits for its place in the log gets it first. Null where it gets none. */
export async function proveTransaction(
  deps: Pick<Deps, 'db' | 'config'>,
  row: TransactionRow,
  now: Date,
): Promise<ProofFile | null> {
  const proof = await proveEntry(deps, row.entryId, now);
  return proof && fileOf(deps, [bookingOf(row, proof)], proof.head);
}

/**
 * The proofs of several transactions, the newest last, under one head; entries that wait for their place in the log get
 * it first.
 */
export async function proveTransactions(
  deps: Pick<Deps, 'db' | 'config'>,
  rows: TransactionRow[],
  now: Date,
): Promise<ProofFile | null> {
  const newest = rows.at(-1);
  if (newest) await proveEntry(deps, newest.entryId, now);
  const proofs = await findInclusionProofs(
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

/** The transaction of this label, whoever it belongs to. */
export async function findTransaction({ db }: Pick<Deps, 'db'>, label: string): Promise<TransactionRow | null> {
  const [row] = await db.select().from(walletTransactions).where(eq(walletTransactions.label, label));
  return row ?? null;
}

/** As a file of ASCII alone, on one line, so that it comes through mails and PDFs as it is. */
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
  // The transaction itself never stands before the one before it, whatever the clocks of two servers say.
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
