import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultsOf } from './pain.testing';
import { type Payout, writePayoutFile } from './payout-file';
import { sepaText } from './sepa-text';
import { findAll, findText, readXml } from './xml';

const debtor = { holder: 'Almende eG', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' };
const payout: Payout = {
  label: 'WD-00000001X',
  amount: 159934n,
  holder: 'Jürgen Groß',
  iban: 'AT611904300234573201',
  bic: 'GIBAATWWXXX',
};
const write = (payouts: Payout[]) =>
  writePayoutFile({
    id: 'PO-20261120-0A1B2C3D4E',
    at: new Date('2026-11-20T10:00:00Z'),
    executeOn: '2026-11-23',
    debtor,
    payouts,
  });
const transfersIn = (xml: string) => findAll(readXml(xml), 'Document', 'CstmrCdtTrfInitn', 'PmtInf', 'CdtTrfTxInf');

describe('a file for the bank', () => {
  it('says who is paid how much by which label', () => {
    const xml = write([payout, { ...payout, label: 'WD-00000002V', amount: 66n, bic: null }]);
    expect(faultsOf(xml)).toEqual([]);
    const [first, second] = transfersIn(xml);
    expect(findText(first, 'PmtId/EndToEndId')).toBe('WD-00000001X');
    expect(findText(first, 'Amt/InstdAmt')).toBe('1599.34');
    expect(findText(first, 'Cdtr/Nm')).toBe('Juergen Gross');
    expect(findText(first, 'CdtrAcct/Id/IBAN')).toBe('AT611904300234573201');
    expect(findText(first, 'CdtrAgt/FinInstnId/BICFI')).toBe('GIBAATWWXXX');
    expect(findText(first, 'RmtInf/Ustrd')).toBe('Almende eG WD-00000001X');
    expect(findText(second, 'CdtrAgt/FinInstnId/Othr/Id')).toBe('NOTPROVIDED');
    const [file] = findAll(readXml(xml), 'Document', 'CstmrCdtTrfInitn');
    for (const part of ['GrpHdr', 'PmtInf']) {
      expect([findText(file, `${part}/NbOfTxs`), findText(file, `${part}/CtrlSum`)]).toEqual(['2', '1600.00']);
    }
    expect(findText(file, 'PmtInf/ReqdExctnDt/Dt')).toBe('2026-11-23');
    expect(findText(file, 'PmtInf/DbtrAgt/FinInstnId/BICFI')).toBe('BYLADEM1001');
  });

  it('keeps the rules of the schema whatever the holder is called', () => {
    const holder = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 120 }), fc.string({ maxLength: 120 }));
    const amount = fc.bigInt({ min: 1n, max: 99_999_999_999n });
    const payouts = fc.array(
      fc.record({ ...mapConstants(payout), holder, amount, bic: fc.constantFrom(null, 'DEUTDEFF') }),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(payouts, (any) => {
        expect(faultsOf(write(any))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

const mapConstants = ({ label, iban }: Payout) => ({ label: fc.constant(label), iban: fc.constant(iban) });

describe('the check of the schema’s rules', () => {
  const good = write([payout]);
  it.each([
    ['no XML', '</Document>', ''],
    ['another version', 'pain.001.001.09', 'pain.001.001.03'],
    ['an amount without cents', '>1599.34</InstdAmt', '>1599</InstdAmt'],
    ['nothing to pay', '>1599.34</InstdAmt', '>0.00</InstdAmt'],
    ['another currency', 'Ccy="EUR"', 'Ccy="CHF"'],
    ['a name beyond the character set', 'Juergen Gross', 'Jürgen Groß'],
    ['a name that is too long', 'Juergen Gross', 'J'.repeat(71)],
    ['an empty name', '<Nm>Juergen Gross</Nm>', '<Nm></Nm>'],
    ['an IBAN in groups', 'AT611904300234573201', 'AT61 1904 3002 3457 3201'],
    ['a BIC of nine', 'GIBAATWWXXX', 'GIBAATWWX'],
    ['a missing end-to-end id', '<EndToEndId>WD-00000001X</EndToEndId>', ''],
    ['an element twice', '<ChrgBr>SLEV</ChrgBr>', '<ChrgBr>SLEV</ChrgBr><ChrgBr>SLEV</ChrgBr>'],
    ['an unknown element', '<ChrgBr>', '<Nonsense/><ChrgBr>'],
    ['elements out of order', '<PmtMtd>TRF</PmtMtd>', ''],
    ['a date with a time', '<Dt>2026-11-23</Dt>', '<Dt>2026-11-23T00:00:00</Dt>'],
    ['two ways to name a bank', '</BICFI>', '</BICFI><Othr><Id>NOTPROVIDED</Id></Othr>'],
  ])('finds %s', (what, from, to) => {
    const moved = what === 'elements out of order' ? '<PmtMtd>TRF</PmtMtd>' : '';
    const bad = good.replace(from, to).replace('<Dbtr>', `${moved}<Dbtr>`);
    expect(bad).not.toBe(good);
    expect(faultsOf(bad)).not.toEqual([]);
  });
});

describe('sepaText', () => {
  it.each([
    ['Jürgen Groß', 'Juergen Gross'],
    ['Ærø Øster & Söhne', 'AEro Oster + Soehne'],
    ['Łukasz Żółć', 'Lukasz Zolc'],
    ['Zoë O’Neill', "Zoe O'Neill"],
    ['山田 太郎', '.. ..'],
    ['//Bank//', 'Bank'],
    ['  two   words ', 'two words'],
    ['', '.'],
  ])('folds %j into %j', (text, folded) => {
    expect(sepaText(text, 70)).toBe(folded);
  });

  it('cuts without a blank at the end', () => {
    expect(sepaText('Anna Maria', 5)).toBe('Anna');
  });
});
