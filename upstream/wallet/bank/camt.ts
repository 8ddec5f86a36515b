/** Statements of a bank: ISO 20022 camt.053.001.08 and .02. */
import { createHash } from 'node:crypto';
import { type Element, findAll, findText, readXml } from './xml';

/** One transfer of a booked entry. */
export interface BankTransfer {
  /** `AcctSvcrRef` of the entry; where the bank gives none, a digest of what the entry says. */
  bankReference: string;
  /** Among the transfers of this reference, from 1: within a batched or split entry. */
  part: number;
  /** Minor units of euro; positive: the account gains. */
  amount: bigint;
  bookedOn: string;
  /** Lines of the remittance and its structured reference, each a line here. */
  remittance: string;
  endToEndId: string | null;
  partyName: string | null;
  partyIban: string | null;
  /** It takes back an earlier entry. */
  isReversal: boolean;
  /** The reason where a payment came back: the bank's code and words. */
  returnReason: string | null;
  /** Message or batch that the bank booked in one sum. */
  batchId: string | null;
  /** The bank calls it a fee, interest or a tax of the account. */
  isCharge: boolean;
  /** Its details do not sum to the entry, so nothing in them is relied on. */
  isUnclear: boolean;
}

export interface Statement {
  accountIban: string;
  transfers: BankTransfer[];
  /** What the staff should look at, a line each. */
  warnings: string[];
}

/** The file is no statement that can be booked; the message says why, for the staff. */
export class NotAStatement extends Error {
  override name = 'NotAStatement';
}

/** In characters; a transfer takes some 1,500. */
const longestFile = 16 * 1024 * 1024;
/** Ends the reference of what takes back an entry. */
export const ofReversal = '#reversal';
/** Of the ISO 20022 bank transaction codes those that, in whatever family, are charges, interest and taxes. */
const charges = ['CHRG', 'FEES', 'COMM', 'COME', 'COMI', 'COMT', 'INTR', 'TAXE'];
const namespace = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(02|08)$/;

/**
 * Reads every statement of a file.
 * @throws NotAStatement
 */
export function readStatements(text: string): Statement[] {
  if (text.length > longestFile) throw new NotAStatement('The file has more than 16 MiB.');
  const [document] = findAll(readXml(text), 'Document');
  if (document === undefined) throw new NotAStatement('The file is no ISO 20022 document.');
  if (!namespacesOf(document).some((name) => namespace.test(name)))
    throw new NotAStatement('The file is no bank statement of camt.053.001.08 or camt.053.001.02.');
  const statements = findAll(document, 'BkToCstmrStmt', 'Stmt').map(readStatement);
  if (statements.length === 0) throw new NotAStatement('The file holds no statement.');
  return statements;
}

const namespacesOf = (document: Element): string[] =>
  typeof document === 'object' && document !== null
    ? Object.values(document).filter((value): value is string => typeof value === 'string')
    : [];

function readStatement(statement: Element): Statement {
  const accountIban = ibanIn(statement, 'Acct/Id/IBAN');
  if (!accountIban) throw new NotAStatement('A statement names no IBAN of its account.');
  const warnings: string[] = [];
  const booked = findAll(statement, 'Ntry').filter((entry) => findText(entry, 'Sts/Cd', 'Sts') === 'BOOK');
  const transfers = numbered(booked.flatMap((entry) => readEntry(entry, warnings)));
  const difference = differenceOf(statement, transfers);
  if (difference)
    warnings.push(`Statement ${findText(statement, 'Id') ?? 'without a number'}: ${difference} Is a page missing?`);
  return { accountIban, transfers, warnings };
}

/** Parts of a batch are details of one entry, those of a split entry may be entries with the same reference. */
function numbered(transfers: Omit<BankTransfer, 'part'>[]): BankTransfer[] {
  const parts = new Map<string, number>();
  return transfers.map((transfer) => {
    const part = (parts.get(transfer.bankReference) ?? 0) + 1;
    parts.set(transfer.bankReference, part);
    return { ...transfer, part };
  });
}

function readEntry(entry: Element, warnings: string[]): Omit<BankTransfer, 'part'>[] {
  const amount = signed(entry, readAmount(findAll(entry, 'Amt')[0]));
  if (amount === 0n) return [];
  const details = findAll(entry, 'NtryDtls', 'TxDtls');
  const amounts = details.map((detail) => signed(detail, amountOfDetail(detail), entry));
  const isWhole = details.length <= 1;
  const isUnclear = !isWhole && sumOf(amounts) !== amount;
  const bankReference = referenceOf(entry, details);
  if (isUnclear) warnings.push(`Entry ${bankReference}: its details do not sum to it; it was taken as one transfer.`);
  const common = {
    bankReference,
    bookedOn: dateOf(entry),
    isReversal: isReversal(entry),
    batchId: findText(entry, 'NtryDtls/Btch/PmtInfId', 'NtryDtls/Btch/MsgId', 'NtryDtls/TxDtls/Refs/PmtInfId'),
    isUnclear,
  };
  if (isWhole || isUnclear) {
    const remittance = details.map(remittanceOf).filter(Boolean).join('\n') || (findText(entry, 'AddtlNtryInf') ?? '');
    const detail = isUnclear ? undefined : details[0];
    return [{ ...common, amount, isCharge: isCharge(entry, detail), ...partiesOf(entry, detail, amount), remittance }];
  }
  return details.flatMap((detail, at) => {
    const own = amounts[at] as bigint;
    if (own === 0n) return [];
    const about = { ...partiesOf(entry, detail, own), remittance: remittanceOf(detail) };
    return [{ ...common, amount: own, isCharge: isCharge(entry, detail), ...about }];
  });
}

const sumOf = (amounts: (bigint | null)[]): bigint | null =>
  amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0n);

/** Of a detail in the account's currency; version 02 has it in `AmtDtls` alone. */
function amountOfDetail(detail: Element): bigint | null {
  const paths = [
    ['Amt'],
    ['AmtDtls', 'TxAmt', 'Amt'],
    ['AmtDtls', 'CntrValAmt', 'Amt'],
    ['AmtDtls', 'InstdAmt', 'Amt'],
  ];
  const inEuro = paths.flatMap((path) => findAll(detail, ...path)).find((amount) => findText(amount, '@Ccy') === 'EUR');
  return inEuro === undefined ? null : readAmount(inEuro);
}

/** @throws NotAStatement for another currency, and for what is no amount of it */
function readAmount(element: Element): bigint {
  const currency = findText(element, '@Ccy');
  if (currency !== 'EUR')
    throw new NotAStatement(`An entry is in ${currency ?? 'no currency'}, and the club has euro alone.`);
  const [, whole, cents = ''] = /^\+?(\d{1,15})(?:\.(\d{0,2})0{0,3})?$/.exec(findText(element, '#text') ?? '') ?? [];
  if (whole === undefined) throw new NotAStatement('An entry has an amount that is no amount of euro.');
  return BigInt(whole + cents.padEnd(2, '0'));
}

/** With the sign that `CdtDbtInd` gives it: a detail may have its own, else it is that of its entry. */
function signed(element: Element, amount: bigint, entry?: Element): bigint;
function signed(element: Element, amount: bigint | null, entry?: Element): bigint | null;
function signed(element: Element, amount: bigint | null, entry?: Element): bigint | null {
  if (amount === null) return null;
  const direction = findText(element, 'CdtDbtInd') ?? findText(entry, 'CdtDbtInd');
  if (direction === 'CRDT') return amount;
  if (direction === 'DBIT') return -amount;
  throw new NotAStatement('An entry says neither CRDT nor DBIT.');
}

const isReversal = (entry: Element): boolean => ['true', '1'].includes(findText(entry, 'RvslInd') ?? '');

/** A detail may have a code of its own, else it is that of its entry. */
function isCharge(entry: Element, detail: Element): boolean {
  const [own, common] = [detail, entry].map((element) => findText(element, 'BkTxCd/Domn/Fmly/SubFmlyCd'));
  return charges.includes(own ?? common ?? '');
}

function dateOf(entry: Element): string {
  const day = (findText(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm') ?? '').slice(0, 10);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  if (!isDay) throw new NotAStatement('An entry has no day of booking.');
  return day;
}

/** What the entry is known by in every file. Banks that give no reference leave it out or write `NONREF`. */
function referenceOf(entry: Element, details: Element[]): string {
  const ofDetail = details.length === 1 ? findText(details[0], 'Refs/AcctSvcrRef') : null;
  const given = findText(entry, 'AcctSvcrRef') ?? ofDetail;
  // Some banks give the reversal the reference of what it takes back.
  if (given && !/^(NONREF|NOTPROVIDED)$/i.test(given)) return isReversal(entry) ? `${given}${ofReversal}` : given;
  // `NtryRef` only counts within its file.
  const content = JSON.stringify({ ...(entry as object), NtryRef: undefined });
  return `digest:${createHash('sha256').update(content).digest('hex').slice(0, 24)}`;
}

/**
 * Who paid or was paid, and their reference. What comes back keeps the roles of the payment that it was. Version 08 knows
 * a step more than 02: `Dbtr/Pty/Nm`.
 */
function partiesOf(entry: Element, detail: Element, amount: bigint) {
  const isReturn = findAll(detail, 'RtrInf').length > 0;
  const cameBack = isReturn || isReversal(entry);
  const role = amount > 0n !== cameBack ? 'Dbtr' : 'Cdtr';
  const endToEndId = findText(detail, 'Refs/EndToEndId');
  const reason = [findText(detail, 'RtrInf/Rsn/Cd', 'RtrInf/Rsn/Prtry'), ...linesOf(detail, 'RtrInf', 'AddtlInf')];
  return {
    partyName: findText(detail, `RltdPties/${role}/Pty/Nm`, `RltdPties/${role}/Nm`),
    partyIban: ibanIn(detail, `RltdPties/${role}Acct/Id/IBAN`),
    endToEndId: endToEndId === 'NOTPROVIDED' ? null : endToEndId,
    returnReason: isReturn ? reason.filter((part) => part !== null).join(' ') : null,
  };
}

const remittanceOf = (detail: Element): string =>
  [...linesOf(detail, 'RmtInf', 'Ustrd'), ...linesOf(detail, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref')].join('\n');

const linesOf = (element: Element, ...path: string[]): string[] =>
  findAll(element, ...path)
    .map((line) => findText({ line }, 'line'))
    .filter((line) => line !== null);

const ibanIn = (element: Element, path: string): string | null =>
  findText(element, path)?.replace(/\s/g, '').toUpperCase() ?? null;

/** Opening balance and entries must be the closing balance; null where they are, or where the bank gives none. */
function differenceOf(statement: Element, transfers: BankTransfer[]): string | null {
  const balance = (...codes: string[]) => {
    const found = findAll(statement, 'Bal').find((one) => codes.includes(findText(one, 'Tp/CdOrPrtry/Cd') ?? ''));
    return found === undefined ? null : signed(found, readAmount(findAll(found, 'Amt')[0]));
  };
  const opening = balance('OPBD', 'PRCD');
  const closing = balance('CLBD');
  if (opening === null || closing === null) return null;
  const sum = transfers.reduce((total, { amount }) => total + amount, opening);
  return sum === closing ? null : 'opening balance and entries are not the closing balance.';
}
