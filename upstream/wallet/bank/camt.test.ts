import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BankTransfer, NotAStatement, readStatements, type Statement } from './camt';
import { type WrittenEntry, writeStatement } from './statement-writer';

const sample = (version: '02' | '08') =>
  readFileSync(new URL(`./samples/camt.053.001.${version}.xml`, import.meta.url), 'utf8');
const account = 'DE02120300000000202051';

const plain: BankTransfer = {
  bankReference: '',
  part: 1,
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

/** The sample with one change; the change must be one. */
function changed(text: string, from: string | RegExp, to: string): string {
  const result = text.replace(from, to);
  expect(result).not.toBe(text);
  return result;
}

describe('a statement of version 08', () => {
  it('becomes transfers: single, batched, split, returned, reversed, and without a reference', () => {
    const [statement] = readStatements(sample('08')) as [Statement];
    expect(statement).toMatchObject({ accountIban: account, warnings: [] });
    const fee = statement.transfers.at(-1)?.bankReference;
    expect(fee).toMatch(/^digest:[0-9a-f]{24}$/);
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
        batchId: 'SAMMLER-7',
        amount: 10000n,
        remittance: 'First',
        endToEndId: 'E2E-1',
        partyName: 'Ben Archer',
      },
      {
        ...plain,
        bankReference: '2026112010002',
        batchId: 'SAMMLER-7',
        part: 2,
        amount: 20000n,
        remittance: 'RF18539007547034',
        endToEndId: 'E2E-2',
        partyName: 'Mira Feld',
      },
      {
        ...plain,
        bankReference: '2026112010003',
        amount: -2000n,
        endToEndId: 'WD-00000001X',
        partyName: 'Mira Feld',
        partyIban: 'AT611904300234573201',
      },
      { ...plain, bankReference: '2026112010003', part: 2, amount: -3000n, endToEndId: 'WD-00000002V' },
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
      { ...plain, bankReference: fee, amount: -500n, remittance: 'Kontofuehrung', isCharge: true },
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

  it('knows an entry without a reference by what it says, whatever its number in the file', () => {
    const renumbered = changed(sample('08'), '<NtryRef>6</NtryRef>', '<NtryRef>61</NtryRef>');
    expect(readStatements(renumbered)).toEqual(readStatements(sample('08')));
    const [twice] = readStatements(
      sample('08').replace(/<Ntry>\s*<NtryRef>6<[\s\S]*?<\/Ntry>/, (entry) => entry + entry),
    ) as [Statement];
    expect(twice.transfers.slice(-2).map(({ part }) => part)).toEqual([1, 2]);
  });

  it('counts the parts of an entry that is split into several', () => {
    const split = changed(sample('08'), '>2026112010001<', '>2026112010002<');
    const [{ transfers }] = readStatements(split) as [Statement];
    expect(transfers.slice(0, 3).map(({ part, amount }) => [part, amount])).toEqual([
      [1, 159934n],
      [2, 10000n],
      [3, 20000n],
    ]);
  });
});

describe('a statement of version 02', () => {
  it('becomes transfers, with prefixed names and several statements in a file', () => {
    const statements = readStatements(sample('02'));
    expect(statements).toHaveLength(2);
    expect(statements[0]).toEqual({
      accountIban: account,
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
        { ...plain, bankReference: '2026111910045', amount: 10000n, bookedOn: '2026-11-19', remittance: 'One' },
        {
          ...plain,
          bankReference: '2026111910045',
          part: 2,
          amount: 20000n,
          bookedOn: '2026-11-19',
          remittance: 'Two',
        },
      ],
    });
  });

  it('takes a batch whose details do not sum to it as one transfer, and warns', () => {
    const { transfers, warnings } = readStatements(sample('02'))[1] as Statement;
    expect(transfers).toEqual([{ ...plain, bankReference: '2026112010050', amount: 6000n, isUnclear: true }]);
    expect(warnings).toEqual([expect.stringContaining('2026112010050')]);
  });
});

describe('a file that is none', () => {
  it.each([
    ['', 'no ISO 20022 document'],
    ['Buchungstag;Betrag\n20.11.2026;12,00', 'no ISO 20022 document'],
    ['<Document><BkToCstmrStmt>', 'no ISO 20022 document'],
    ['<Document/>', 'no bank statement of camt.053'],
    [changed(sample('08'), 'camt.053.001.08', 'camt.052.001.08'), 'no bank statement of camt.053'],
    [changed(sample('08'), 'camt.053.001.08', 'pain.001.001.09'), 'no bank statement of camt.053'],
    [changed(sample('08'), /<Stmt>[\s\S]*<\/Stmt>/, ''), 'holds no statement'],
    [changed(sample('08'), '<IBAN>DE02120300000000202051</IBAN>', ''), 'names no IBAN'],
    [changed(sample('08'), '<Amt Ccy="EUR">300.00', '<Amt Ccy="CHF">300.00'), 'in CHF'],
    [changed(sample('08'), '<Amt Ccy="EUR">300.00', '<Amt>300.00'), 'in no currency'],
    [changed(sample('08'), '>300.00', '>3e2'), 'no amount of euro'],
    [changed(sample('08'), '>300.00', '>300.001'), 'no amount of euro'],
    [changed(sample('08'), '>300.00', '>-300.00'), 'no amount of euro'],
    [changed(sample('08'), '<CdtDbtInd>DBIT', '<CdtDbtInd>BOTH'), 'neither CRDT nor DBIT'],
    [changed(sample('08'), /<BookgDt>.*?<\/BookgDt><ValDt>.*?<\/ValDt>/, ''), 'no day of booking'],
    [changed(sample('08'), '<BookgDt><Dt>2026-11-20', '<BookgDt><Dt>2026-02-30'), 'no day of booking'],
    ['x'.repeat(16 * 1024 * 1024 + 1), 'more than 16 MiB'],
  ])('is refused in words: %#', (text, reason) => {
    expect(() => readStatements(text)).toThrow(NotAStatement);
    expect(() => readStatements(text)).toThrow(reason);
  });

  it('is refused with a document type, so that no entity is read from anywhere', () => {
    for (const doctype of [
      '<!DOCTYPE Document [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
      '<!DOCTYPE Document [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>',
      '<!doctype Document SYSTEM "http://example.org/x.dtd">',
    ]) {
      const text = changed(changed(sample('08'), '?>', `?>${doctype}`), 'First', '&x;');
      expect(() => readStatements(text)).toThrow(NotAStatement);
    }
  });

  it('is never met with another error, whatever is in it', () => {
    const [first, second] = [sample('02'), sample('08')];
    const text = fc.constantFrom(first, second);
    const broken = fc
      .tuple(
        text,
        fc.nat(),
        fc.nat({ max: 60 }),
        fc.oneof(fc.string(), fc.constantFrom('<', '>', '</Ntry>', '&#0;', '<a/>')),
      )
      .map(([whole, at, length, put]) => {
        const from = at % whole.length;
        return whole.slice(0, from) + put + whole.slice(from + length);
      });
    fc.assert(
      fc.property(fc.oneof(broken, fc.string(), fc.json()), (any) => {
        try {
          for (const { transfers } of readStatements(any)) {
            for (const { amount, bookedOn } of transfers) {
              expect(amount).not.toBe(0n);
              expect(bookedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
            }
          }
        } catch (error) {
          if (!(error instanceof NotAStatement)) throw error;
        }
      }),
      { numRuns: 500 },
    );
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
          expect(statement).toEqual({
            accountIban: account,
            warnings: [],
            transfers: entries.map(({ party, isReversal = false, ...entry }) => ({
              ...plain,
              ...entry,
              bankReference: isReversal ? `${entry.bankReference}#reversal` : entry.bankReference,
              isReversal,
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
