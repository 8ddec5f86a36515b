/** Reads bank statements: ISO 20022 camt.053.001.08 and .02. */
import { amountOfDetail, type Balances, NotAStatement, readAmount, readBalances, signed, sumOf } from './camt-amounts';
import { digestOfFacts } from './facts';
import { type Element, findAll, findText, readXml } from './xml';

export { NotAStatement } from './camt-amounts';

/** One transfer of a booked entry. */
export interface BankTransfer {
  /** Identifies the transfer in any file. Equal transfers of a day have the same facts. */
  facts: string;
  /** `AcctSvcrRef` of the entry or its detail; null if the bank gives none. */
  bankReference: string | null;
  /** True if no other transfer of the statement has its reference. */
  hasOwnReference: boolean;
  /** Minor units of euro; positive when the account gains. */
  amount: bigint;
  bookedOn: string;
  /** The lines of the remittance and of its structured reference. Without any, the text that the bank adds. */
  remittance: string;
  endToEndId: string | null;
  partyName: string | null;
  partyIban: string | null;
  /** True if it reverses an earlier entry. */
  isReversal: boolean;
  /** Why a payment came back: the bank's code and words. Null if it did not come back. */
  returnReason: string | null;
  /** Index of its entry in the statement. The transfer is the whole entry or a part of it. */
  entry: number;
  /** True if the bank gives only the amount: no party and no remittance. */
  isBare: boolean;
  /** The message or batch that the bank booked in one sum. */
  batchId: string | null;
  /** True for a charge, interest or a tax of the account, by the bank's code. */
  isCharge: boolean;
  /** True if its details do not sum to the entry, so that they cannot be relied on. */
  isUnclear: boolean;
}

export interface Statement extends Balances {
  accountIban: string;
  /** The bank's name for it, and when the bank wrote it, in the bank's own words. */
  name: string | null;
  writtenAt: string | null;
  transfers: BankTransfer[];
  /** What staff should look at, one line each. */
  warnings: string[];
}

/** The limit in characters. A transfer takes about 1,500. */
const longestFile = 16 * 1024 * 1024;
/** Ends the reference of an entry that reverses another one. */
export const ofReversal = '#reversal';
/** The ISO 20022 bank transaction codes of charges, interest and taxes, in any family. */
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
  const transfers = withOwnReferences(booked.flatMap((entry, number) => readEntry(entry, number, warnings)));
  const balances = readBalances(statement, transfers, warnings);
  const about = { name: findText(statement, 'Id'), writtenAt: findText(statement, 'CreDtTm') };
  return { accountIban, ...about, ...balances, transfers, warnings };
}

/** Parts of a batch share the reference of their entry, and some banks give one reference to several entries. */
function withOwnReferences(transfers: Omit<BankTransfer, 'hasOwnReference'>[]): BankTransfer[] {
  const counts = new Map<string | null, number>();
  for (const { bankReference } of transfers) counts.set(bankReference, (counts.get(bankReference) ?? 0) + 1);
  return transfers.map((transfer) => {
    const hasOwnReference = transfer.bankReference !== null && counts.get(transfer.bankReference) === 1;
    return { ...transfer, hasOwnReference };
  });
}

function readEntry(entry: Element, number: number, warnings: string[]): Omit<BankTransfer, 'hasOwnReference'>[] {
  const amount = signed(entry, readAmount(findAll(entry, 'Amt')[0]));
  if (amount === 0n) return [];
  const details = findAll(entry, 'NtryDtls', 'TxDtls');
  const amounts = details.map((detail) => signed(detail, amountOfDetail(detail), entry));
  const isWhole = details.length <= 1;
  const isUnclear = !isWhole && sumOf(amounts) !== amount;
  if (isUnclear)
    warnings.push(`Entry ${number + 1}, ${nameOf(entry)}: its details do not sum to it; it was taken as one transfer.`);
  const common = {
    bookedOn: dateOf(entry),
    isReversal: isReversal(entry),
    entry: number,
    batchId: findText(entry, 'NtryDtls/Btch/PmtInfId', 'NtryDtls/Btch/MsgId', 'NtryDtls/TxDtls/Refs/PmtInfId'),
    isUnclear,
  };
  const read = (own: bigint, detail: Element | undefined, remittance: string) => {
    const about = { ...common, amount: own, ...partiesOf(entry, detail, own), isCharge: isCharge(entry, detail) };
    const isBare = isUnclear || !(about.partyName || about.partyIban || about.endToEndId || remittance);
    // The text that a bank adds differs between exports, so it is not a fact.
    const shown = remittance || (details.length > 1 && !isUnclear ? '' : (findText(entry, 'AddtlNtryInf') ?? ''));
    const facts = digestOfFacts({ ...about, remittance: isUnclear ? '' : remittance });
    return { ...about, facts, bankReference: referenceOf(entry, detail), remittance: shown, isBare };
  };
  if (isUnclear) return [read(amount, undefined, details.map(remittanceOf).filter(Boolean).join('\n'))];
  if (isWhole) return [read(amount, details[0], details[0] === undefined ? '' : remittanceOf(details[0]))];
  return details.flatMap((detail, at) => {
    const own = amounts[at] as bigint;
    return own === 0n ? [] : [read(own, detail, remittanceOf(detail))];
  });
}

const nameOf = (entry: Element): string => findText(entry, 'AcctSvcrRef') ?? 'without a reference';

const isReversal = (entry: Element): boolean => ['true', '1'].includes(findText(entry, 'RvslInd') ?? '');

/** A detail may have its own code. Otherwise the code of its entry counts. */
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

/**
 * Returns the bank's reference. A bank without one leaves it out or writes `NONREF`. Parts of a batch may have their
 * own.
 */
function referenceOf(entry: Element, detail: Element | undefined): string | null {
  const isPart = findAll(entry, 'NtryDtls', 'TxDtls').length > 1;
  const [ofEntry, ofDetail] = [findText(entry, 'AcctSvcrRef'), findText(detail, 'Refs/AcctSvcrRef')];
  const given = isPart ? (ofDetail ?? ofEntry) : (ofEntry ?? ofDetail);
  if (!given || /^(NONREF|NOTPROVIDED)$/i.test(given)) return null;
  // Some banks give a reversal the reference of the entry that it reverses.
  return isReversal(entry) ? `${given}${ofReversal}` : given;
}

/**
 * Returns who paid or was paid, and their reference. A reversal or return keeps the roles of the original payment.
 * Version 08 has one level more than 02: `Dbtr/Pty/Nm`.
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
