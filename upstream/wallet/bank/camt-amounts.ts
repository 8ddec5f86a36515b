/** Reads amounts and balances of a bank statement (ISO 20022 camt.053). */
import { type Element, findAll, findText } from './xml';

/** The file is not a statement that can be booked. The message tells staff why. */
export class NotAStatement extends Error {
  override name = 'NotAStatement';
}

/** The balances before and after a statement. Both are null if the bank does not give them or contradicts itself. */
export interface Balances {
  opening: bigint | null;
  closing: bigint | null;
  /** Like `2026-11-20`; null if the bank does not say. */
  closingDay: string | null;
}

/** The opening balance and the entries must sum to the closing balance. Otherwise neither balance is used. */
export function readBalances(statement: Element, transfers: { amount: bigint }[], warnings: string[]): Balances {
  const find = (...codes: string[]) =>
    codes.flatMap((code) => findAll(statement, 'Bal').filter((one) => findText(one, 'Tp/CdOrPrtry/Cd') === code)).at(0);
  const [before, after] = [find('OPBD', 'PRCD'), find('CLBD')];
  const none = { opening: null, closing: null, closingDay: null };
  if (before === undefined || after === undefined) return none;
  const [opening, closing] = [before, after].map((one) => signed(one, readAmount(findAll(one, 'Amt')[0]))) as [
    bigint,
    bigint,
  ];
  const day = findText(after, 'Dt/Dt', 'Dt/DtTm')?.slice(0, 10) ?? '';
  const closingDay = /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null;
  if (transfers.reduce((total, { amount }) => total + amount, opening) === closing)
    return { opening, closing, closingDay };
  const name = findText(statement, 'Id') ?? 'without a number';
  warnings.push(`Statement ${name}: opening balance and entries are not the closing balance. Is a page missing?`);
  return none;
}

export const sumOf = (amounts: (bigint | null)[]): bigint | null =>
  amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0n);

/** Returns the amount of a detail in the account's currency. Version 02 has it only in `AmtDtls`. */
export function amountOfDetail(detail: Element): bigint | null {
  const paths = [
    ['Amt'],
    ['AmtDtls', 'TxAmt', 'Amt'],
    ['AmtDtls', 'CntrValAmt', 'Amt'],
    ['AmtDtls', 'InstdAmt', 'Amt'],
  ];
  const inEuro = paths.flatMap((path) => findAll(detail, ...path)).find((amount) => findText(amount, '@Ccy') === 'EUR');
  return inEuro === undefined ? null : readAmount(inEuro);
}

/** @throws NotAStatement for another currency and for an invalid amount */
export function readAmount(element: Element): bigint {
  const currency = findText(element, '@Ccy');
  if (currency !== 'EUR')
    throw new NotAStatement(`An entry is in ${currency ?? 'no currency'}, and the club has euro alone.`);
  const [, whole, cents = ''] = /^\+?(\d{1,15})(?:\.(\d{0,2})0{0,3})?$/.exec(findText(element, '#text') ?? '') ?? [];
  if (whole === undefined) throw new NotAStatement('An entry has an amount that is no amount of euro.');
  return BigInt(whole + cents.padEnd(2, '0'));
}

/** Applies the sign of `CdtDbtInd`. A detail without its own sign has that of its entry. */
export function signed(element: Element, amount: bigint, entry?: Element): bigint;
export function signed(element: Element, amount: bigint | null, entry?: Element): bigint | null;
export function signed(element: Element, amount: bigint | null, entry?: Element): bigint | null {
  if (amount === null) return null;
  const direction = findText(element, 'CdtDbtInd') ?? findText(entry, 'CdtDbtInd');
  if (direction === 'CRDT') return amount;
  if (direction === 'DBIT') return -amount;
  throw new NotAStatement('An entry says neither CRDT nor DBIT.');
}
