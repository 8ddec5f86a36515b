/** Identifies a transfer in any file by its facts, and not by how they are written. */
import { createHash } from 'node:crypto';
import { foldLetters } from '../letters';

/** Who paid or was paid. */
export interface Party {
  partyName: string | null;
  partyIban: string | null;
}

interface Facts extends Party {
  bookedOn: string;
  /** Minor units of euro, with its sign. */
  amount: bigint;
  endToEndId: string | null;
  remittance: string;
}

/**
 * Returns a digest of the facts. Case, spaces, umlauts, marks and line breaks do not count, because they differ between
 * formats. A reversal or return is not marked in it, because only some formats do so. The sign and the references show
 * it.
 */
export const digestOfFacts = (said: Facts): string => digestOf(said, (text) => foldLetters(fold(text)));

/**
 * Returns the digest of today for a stored one in which umlauts and marks counted. `said` is the content as shown,
 * where the bank's own text may replace a missing remittance.
 */
export function renewDigest(kept: string, said: Facts): string {
  const found = [said, { ...said, remittance: '' }].find((one) => digestOf(one, fold) === kept);
  return found ? digestOfFacts(found) : kept;
}

/** Returns whether two cannot be the same in other words, because amount or party differ. One may reverse the other. */
export function isAnother(one: Party & { amount: bigint }, other: Party & { amount: bigint }): boolean {
  if (one.amount !== other.amount && one.amount !== -other.amount) return true;
  const hasIban = one.partyIban || other.partyIban;
  const [ours, theirs] = hasIban ? [one.partyIban, other.partyIban] : [one.partyName, other.partyName];
  return Boolean(ours && theirs) && foldLetters(fold(ours)) !== foldLetters(fold(theirs));
}

/** Returns whether two payers differ by their IBANs or, if one of them has none, by their names. */
export function isOfAnotherParty(one: Party, other: Party): boolean {
  if (one.partyIban && other.partyIban) return one.partyIban !== other.partyIban;
  const [ours, theirs] = [one.partyName, other.partyName].map((name) => foldLetters(fold(name)));
  return Boolean(ours && theirs) && ours !== theirs;
}

function digestOf(
  { bookedOn, amount, partyName, partyIban, endToEndId, remittance }: Facts,
  foldWords: (text: string | null) => string,
): string {
  const references = [fold(partyIban), fold(endToEndId)];
  const facts = [bookedOn, 'EUR', `${amount}`, foldWords(partyName), ...references, foldWords(remittance)];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32);
}

const fold = (text: string | null): string => (text ?? '').normalize('NFKC').toLowerCase().replace(/\s+/g, '');
