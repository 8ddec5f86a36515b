import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BankTransfer, readStatements, type Statement } from './camt';
import { changed, sample } from './camt.testing';
import { type WrittenEntry, writeStatement } from './statement-writer';

const account = 'DE02120300000000202051';

const plain: BankTransfer = {
  facts: expect.stringMatching(/^[0-9a-f]{32}$/),
  bankReference: '',
  hasOwnReference: true,
  entry: expect.any(Number),
  isBare: false,
  amount: 0n,
  bookedOn: '2026-11-20',
  remittance: '',
  endToEndId: null,
  partyName: null,
  partyIban: null,
  isReversal: false,
  returnReason: null,
  batchId: null,
  isCharge: false,
  isUnclear: false,
};

describe('a statement of version 08', () => {
  it('becomes transfers: single, batched, split, returned, reversed, and without a reference', () => {
    const [statement] = readStatements(sample('08')) as [Statement];
    expect(statement).toMatchObject({ accountIban: account, warnings: [] });
    expect(statement.transfers).toEqual([
      {
        ...plain,
        bankReference: '2026112010001',
        amount: 159934n,
        remittance: 'Danke fuer alles or-7kq2\nm9xa y und bis bald',
        partyName: 'Anna Keßler & Söhne',
        partyIban: 'DE89370400440532013000',
      },
      {
        ...plain,
        bankReference: '2026112010002',
        hasOwnReference: false,
        batchId: 'SAMMLER-7',
        amount: 10000n,
        remittance: 'First',
        endToEndId: 'E2E-1',
        partyName: 'Ben Archer',
      },
      {
        ...plain,
        bankReference: '2026112010002',
        hasOwnReference: false,
        batchId: 'SAMMLER-7',
        amount: 20000n,
        remittance: 'RF18539007547034',
        endToEndId: 'E2E-2',
        partyName: 'Mira Feld',
      },
      {
        ...plain,
        bankReference: '2026112010003',
        hasOwnReference: false,
        amount: -2000n,
        endToEndId: 'WD-00000001X',
        partyName: 'Mira Feld',
        partyIban: 'AT611904300234573201',
      },
      {
        ...plain,
        bankReference: '2026112010003',
        hasOwnReference: false,
        amount: -3000n,
        endToEndId: 'WD-00000002V',
      },
      {
        ...plain,
        bankReference: '2026112010004',
        amount: 4001n,
        endToEndId: 'WD-00000003T',
        partyName: 'Mira Feld',
        returnReason: 'AC04 Konto aufgeloest',
      },
      {
        ...plain,
        bankReference: '2026111910044#reversal',
        amount: -48000n,
        endToEndId: 'E2E-0',
        partyName: 'Ida Roth',
        isReversal: true,
      },
      {
        ...plain,
        bankReference: null,
        hasOwnReference: false,
        amount: -500n,
        remittance: 'Kontofuehrung',
        isCharge: true,
        isBare: true,
      },
    ]);
  });

  it('warns where its balances do not agree with its entries', () => {
    const [statement] = readStatements(changed(sample('08'), '11404.35', '11404.36')) as [Statement];
    expect(statement.warnings).toEqual([expect.stringContaining('Statement 0352C5320261120201000: opening balance')]);
    expect(statement.transfers).toHaveLength(8);
  });

  it('reads the same with a byte order mark and lines that end in CRLF', () => {
    expect(readStatements(`\uFEFF${sample('08').replaceAll('\n', '\r\n')}`)).toEqual(readStatements(sample('08')));
  });

  it('knows an entry by its facts, whatever is written beside them', () => {
    const factsOf = (text: string) =>
      readStatements(text).flatMap(({ transfers }) => transfers.map(({ facts }) => facts));
    for (const [from, to] of [
      ['<NtryRef>6</NtryRef>', '<NtryRef>61</NtryRef>'],
      ['>Kontofuehrung<', '>Kontoführung November<'],
      ['<AcctSvcrRef>NONREF<', '<AcctSvcrRef>7<'],
      ['>1599.34</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>', '>1599.340</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>'],
      ['or-7kq2</Ustrd><Ustrd>m9xa y', 'OR-7KQ2M9</Ustrd><Ustrd>XAY'],
    ] as const)
      expect(factsOf(changed(sample('08'), from, to)), to).toEqual(factsOf(sample('08')));
    for (const [from, to] of [
      ['>First<', '>Second<'],
      ['>E2E-1<', '>E2E-9<'],
      ['>Ben Archer<', '>Bea Archer<'],
      ['<BookgDt><Dt>2026-11-20', '<BookgDt><Dt>2026-11-19'],
      ['DE89 3704', 'DE88 3704'],
    ] as const)
      expect(factsOf(changed(sample('08'), from, to)), to).not.toEqual(factsOf(sample('08')));
  });

  it('trusts a reference that one entry of the statement has alone', () => {
    const shared = changed(sample('08'), '>2026112010001<', '>2026112010004<');
    const [{ transfers }] = readStatements(shared) as [Statement];
    const trusted = transfers
      .filter(({ hasOwnReference }) => hasOwnReference)
      .map(({ bankReference }) => bankReference);
    expect(trusted).toEqual(['2026111910044#reversal']);
  });
});

describe('a statement of version 02', () => {
  it('becomes transfers, with prefixed names and several statements in a file', () => {
    const statements = readStatements(sample('02'));
    expect(statements).toHaveLength(2);
    expect(statements[0]).toEqual({
      accountIban: account,
      name: 'STMT-223',
      writtenAt: null,
      opening: -10000n,
      closing: 68000n,
      closingDay: null,
      warnings: [],
      transfers: [
        {
          ...plain,
          bankReference: '2026111910044',
          amount: 48000n,
          bookedOn: '2026-11-19',
          remittance: 'OR-7KQ2M9XAY',
          endToEndId: 'E2E-0',
          partyName: 'Ida Roth',
          partyIban: 'NL91ABNA0417164300',
        },
        {
          ...plain,
          bankReference: '2026111910045',
          hasOwnReference: false,
          amount: 10000n,
          bookedOn: '2026-11-19',
          remittance: 'One',
        },
        {
          ...plain,
          bankReference: '2026111910045',
          hasOwnReference: false,
          amount: 20000n,
          bookedOn: '2026-11-19',
          remittance: 'Two',
        },
      ],
    });
  });

  it('takes a batch whose details do not sum to it as one transfer, and warns', () => {
    const { transfers, warnings } = readStatements(sample('02'))[1] as Statement;
    expect(transfers).toEqual([
      { ...plain, bankReference: '2026112010050', amount: 6000n, isUnclear: true, isBare: true },
    ]);
    expect(warnings).toEqual([expect.stringContaining('2026112010050')]);
  });
});

describe('what the demo’s bank writes', () => {
  it('is read as it was meant', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9äöü&<>'" ]{0,20}[A-Za-z0-9]$/).map((text) => text.trim());
    const entry = fc.record<WrittenEntry>(
      {
        bankReference: fc.stringMatching(/^[0-9A-Z]{8,16}$/),
        amount: fc.bigInt({ min: -1_000_000_000n, max: 1_000_000_000n }).filter((amount) => amount !== 0n),
        bookedOn: fc.constantFrom('2026-11-20', '2024-02-29'),
        remittance: word,
        endToEndId: word,
        party: fc.record({ name: word, iban: fc.constant('NL91ABNA0417164300') }),
        isReversal: fc.boolean(),
        isCharge: fc.boolean(),
        returnReason: fc.constantFrom('AC04', 'MS03'),
      },
      { requiredKeys: ['bankReference', 'amount', 'bookedOn'] },
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(entry, { selector: ({ bankReference }) => bankReference, maxLength: 5 }),
        (entries) => {
          const text = writeStatement({ id: 'S1', iban: account, at: new Date('2026-11-20T20:00:00Z'), entries });
          const [statement] = readStatements(text) as [Statement];
          expect(statement).toMatchObject({
            accountIban: account,
            warnings: [],
            transfers: entries.map(({ party, isReversal = false, ...entry }) => ({
              ...plain,
              ...entry,
              bankReference: isReversal ? `${entry.bankReference}#reversal` : entry.bankReference,
              isReversal,
              isBare: !(entry.remittance || entry.endToEndId || party),
              partyName: party?.name ?? null,
              partyIban: party?.iban ?? null,
            })),
          });
        },
      ),
      { numRuns: 100 },
    );
  });
});
