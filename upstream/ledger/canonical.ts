/** The form of an entry that the log hashes. A receipt contains it, so that anybody can compute the hash again. */
import { leafHash } from './merkle';

export interface LoggedEntry {
  id: number;
  kind: string;
  key: string;
  bookedAt: Date;
  salt: Buffer;
  postings: { account: { kind: string; userId: number | null }; currency: string; amount: bigint }[];
}

/** Digits after the decimal point, by ISO 4217. */
const scales: Record<string, number> = { EUR: 2 };

/**
 * Returns minor units as a decimal string of the currency's scale: `-1599.34`.
 * @throws for a currency that the club does not hold
 */
export function decimal(amount: bigint, currency: string): string {
  const scale = scales[currency];
  if (scale === undefined) throw new Error(`The club holds no ${currency}`);
  const digits = (amount < 0n ? -amount : amount).toString().padStart(scale + 1, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Returns the entry as canonical JSON (RFC 8785): sorted keys, no spaces; postings sorted by account and amount. */
export function canonicalForm({ id, kind, key, bookedAt, postings }: LoggedEntry): string {
  const lines = postings.map(({ account, currency, amount }) => ({
    account: account.userId === null ? account.kind : account.kind.replace('member.', `member.${account.userId}.`),
    amount: decimal(amount, currency),
    currency,
  }));
  lines.sort(
    (a, b) => compare(`${a.account} ${a.currency}`, `${b.account} ${b.currency}`) || compare(a.amount, b.amount),
  );
  return JSON.stringify({ booked_at: bookedAt.toISOString(), entry: id, key, kind, postings: lines });
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the leaf hash of salt and canonical form. Without the salt, nobody can guess an entry and compare hashes. */
export const leafOf = (entry: LoggedEntry): Buffer =>
  leafHash(Buffer.concat([entry.salt, Buffer.from(canonicalForm(entry), 'utf8')]));
