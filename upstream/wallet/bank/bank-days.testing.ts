/** Writes the bookings of a bank as statements in various styles, for tests. */
import fc from 'fast-check';
import { decimal } from '../../ledger/ledger';

export interface BookedEntry {
  /** Minor units, with the sign. */
  amount: bigint;
  name?: string;
  remittance?: string;
  endToEndId?: string;
  isReversal?: boolean;
  isCharge?: boolean;
}

/** An entry: one transfer, or a batch of them. */
export interface Entry {
  day: string;
  parts: BookedEntry[];
  reference?: string;
}

export interface Style {
  version: '02' | '08';
  /** How 500 euros are written: `500`, `500.0` or `500.00`. */
  digits: 0 | 1 | 2;
  isReversed: boolean;
  withInfo: boolean;
  withReferences: boolean;
  /** The references are the numbers of the entries in the statement. */
  isNumbered: boolean;
  /** Umlauts are written as two letters. */
  isAscii: boolean;
  withBalances: boolean;
  /** The name of the statement. The bank may give each export a new one. */
  name: string;
}

export const style: fc.Arbitrary<Style> = fc.record({
  version: fc.constantFrom('02', '08'),
  digits: fc.constantFrom(0, 1, 2),
  isReversed: fc.boolean(),
  withInfo: fc.boolean(),
  withReferences: fc.boolean(),
  isNumbered: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  isAscii: fc.boolean(),
  withBalances: fc.constant(true),
  name: fc.stringMatching(/^[A-Z0-9]{4}$/),
});

export const plainStyle: Style = {
  version: '08',
  digits: 2,
  isReversed: false,
  withInfo: false,
  withReferences: true,
  isNumbered: false,
  isAscii: false,
  withBalances: true,
  name: 'S1',
};

export const sumOfEntries = (entries: readonly Entry[]): bigint =>
  entries.flatMap(({ parts }) => parts).reduce((sum, { amount }) => sum + amount, 0n);

/** Writes a statement of consecutive entries. `opening` is the balance before them. */
export function writeAs(style: Style, iban: string, entries: readonly Entry[], opening: bigint): string {
  const { version, isReversed, withBalances, name } = style;
  const closing = opening + sumOfEntries(entries);
  const written = entries.map((entry, at) => writeEntry(style, entry, at));
  const balances = withBalances
    ? balance(version === '02' ? 'PRCD' : 'OPBD', opening, style) + balance('CLBD', closing, style)
    : '';
  return `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>
    <Stmt><Id>${name}</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${balances}
    ${(isReversed ? written.reverse() : written).join('\n')}</Stmt></BkToCstmrStmt></Document>`;
}

const balance = (code: string, amount: bigint, style: Style): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${money(amount, style)}</Bal>`;

const money = (amount: bigint, style: Style): string =>
  `<Amt Ccy="EUR">${size(amount, style)}</Amt><CdtDbtInd>${amount < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;

function size(amount: bigint, { digits }: Style): string {
  const whole = decimal(amount < 0n ? -amount : amount, 'EUR');
  if (digits === 0) return whole.replace(/\.00$/, '');
  return digits === 1 ? whole.replace(/0$/, '') : whole;
}

function writeEntry(style: Style, { day, parts, reference }: Entry, at: number): string {
  const { version, withInfo, withReferences, isNumbered, name } = style;
  const given = isNumbered ? `${at + 1}` : reference;
  const [first] = parts as [BookedEntry];
  const total = parts.reduce((sum, { amount }) => sum + amount, 0n);
  return `<Ntry>${withInfo ? `<NtryRef>${name}-${at}</NtryRef>` : ''}${money(total, style)}
    ${first.isReversal ? '<RvslInd>true</RvslInd>' : ''}<Sts>${version === '02' ? 'BOOK' : '<Cd>BOOK</Cd>'}</Sts>
    <BookgDt><Dt>${day}</Dt></BookgDt>
    ${given && withReferences ? `<AcctSvcrRef>${given}</AcctSvcrRef>` : ''}
    ${first.isCharge ? '<BkTxCd><Domn><Fmly><SubFmlyCd>CHRG</SubFmlyCd></Fmly></Domn></BkTxCd>' : ''}
    <NtryDtls>${parts.map((part) => writeDetail(style, part)).join('')}</NtryDtls>
    ${withInfo ? `<AddtlNtryInf>Gutschrift ${name}</AddtlNtryInf>` : ''}</Ntry>`;
}

function writeDetail(style: Style, part: BookedEntry): string {
  const { amount, remittance = '', endToEndId = 'NOTPROVIDED', isReversal = false } = part;
  const name = style.isAscii ? part.name?.replaceAll('ä', 'ae') : part.name;
  const is02 = style.version === '02';
  const role = amount > 0n !== isReversal ? 'Dbtr' : 'Cdtr';
  const [amt, indicator] = money(amount, style).split(/(?=<CdtDbtInd>)/);
  const party = name && (is02 ? `<Nm>${name}</Nm>` : `<Pty><Nm>${name.toUpperCase()}</Nm></Pty>`);
  // Version 02 breaks lines elsewhere.
  const lines = is02 ? [remittance.slice(0, 5), remittance.slice(5)].filter(Boolean) : [remittance];
  return `<TxDtls><Refs><EndToEndId>${endToEndId}</EndToEndId></Refs>
    ${is02 ? `<AmtDtls><TxAmt>${amt}</TxAmt></AmtDtls>` : amt}${indicator}
    ${party ? `<RltdPties><${role}>${party}</${role}></RltdPties>` : ''}
    ${remittance ? `<RmtInf>${lines.map((line) => `<Ustrd>${line}</Ustrd>`).join('')}</RmtInf>` : ''}</TxDtls>`;
}
