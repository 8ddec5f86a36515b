import { expect, it } from 'vitest';
import { textsIn } from '../../tests/support/texts';
import { csvWriter } from './transactions-csv.server';

const shown = {
  transaction_label: 'TX-7KQ2M9XA4',
  type: 'adjustment' as const,
  direction: 'out' as const,
  amount: '1599.34',
  fee: '0.00',
  currency: 'EUR',
  balance_after: '2000.00',
  status: 'completed' as const,
  description: 'Correction',
  reference: null,
  booked_at: '2026-07-01T22:30:00.000Z',
  created_at: '2026-07-01T22:30:00.000Z',
};
const writer = (language: 'en' | 'de') =>
  csvWriter({ language, timeZone: 'Europe/Berlin', t: (key, values) => textsIn(language)(key, values as never) });
const cellsOf = (description: string) =>
  writer('de')
    .rows([{ ...shown, description }])
    .trimEnd()
    .split(';');

it('writes figures and times as spreadsheets of the language read them', () => {
  expect(writer('de').rows([shown])).toBe(
    '2026-07-02 00:30:00;TX-7KQ2M9XA4;Korrektur;Correction;Gebucht;-1599,34;0,00;2000,00;EUR;\r\n',
  );
  expect(writer('en').rows([shown])).toBe(
    '2026-07-02 00:30:00,TX-7KQ2M9XA4,Adjustment,Correction,Booked,-1599.34,0.00,2000.00,EUR,\r\n',
  );
});

it('begins with the mark of UTF-8 and a name for each column', () => {
  expect(writer('de').head).toMatch(/^\uFEFFGebucht am \(Europe\/Berlin\);Nummer;/);
  expect(writer('de').head.split(';')).toHaveLength(cellsOf('x').length);
});

it.each(['=1+1', '+49 30 1', '-2', '@SUM(A1)', '\tx', '=HYPERLINK("http://x")'])('makes no formula of %j', (text) => {
  expect(cellsOf(text)[3]).toMatch(/^"?'/);
});

it('keeps marks and lines inside of a cell', () => {
  expect(writer('de').rows([{ ...shown, description: 'a "b"; c\nd' }])).toContain('"a ""b""; c\nd"');
});

it.each(['\n', '\r'])('starts no row, nor a formula, at a bare %j', (lineBreak) => {
  expect(cellsOf(`a${lineBreak}=1+1`)[3]).toBe(`"a${lineBreak}=1+1"`);
});
