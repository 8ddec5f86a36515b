import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotAStatement, readStatements } from './camt';
import { changed, sample } from './camt.testing';

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
