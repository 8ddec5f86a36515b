import { describe, expect, it } from 'vitest';
import { type PdfOptions, type Sheet, writePdf } from './pdf';
import { readPdf } from './pdf.testing';

const options: PdfOptions = {
  title: 'Überweisung OR-7KQ2M9XA4',
  language: 'de',
  productName: 'Almende',
  now: new Date('2026-11-20T10:00:00Z'),
};
const columns = [
  { title: 'Tag', width: 1 },
  { title: 'Betrag', width: 1, align: 'right' as const },
];

describe('a PDF', () => {
  it('says who wrote it, what it is, in which language, and is tagged', async () => {
    const { text, info, isTagged } = await readPdf(await writePdf(options, () => {}));
    expect(text).toContain('Almende');
    expect(text).toContain('Überweisung OR-7KQ2M9XA4');
    expect(info).toMatchObject({ Title: options.title, Author: 'Almende', Language: 'de' });
    expect(isTagged).toBe(true);
  });

  it.each(['Łukasz Žižek', 'Ελένη Παπαδοπούλου', 'Иван Ђорђевић', 'Þórdís Jónsdóttir', 'Nguyễn Văn Ước', '1.599,34 €'])(
    'prints %s',
    async (value) => {
      const { text } = await readPdf(await writePdf(options, (sheet) => sheet.facts([{ label: 'Wert', value }])));
      expect(text).toContain(value);
    },
  );

  it('breaks what is longer than a line and loses nothing of it', async () => {
    const long = Array.from({ length: 700 }, (_, at) => String.fromCharCode(97 + (at % 26))).join('');
    const pdf = await writePdf(options, (sheet) => sheet.code(long));
    expect((await readPdf(pdf)).text.replace(/\s/g, '')).toContain(long);
  });

  it('repeats the titles of a table on each page and counts the pages', async () => {
    const rows = Array.from({ length: 150 }, (_, at) => [`Zeile ${at}.`, `${at},00 €`]);
    const { pages, text } = await readPdf(await writePdf(options, (sheet) => sheet.table(columns, rows)));
    expect(pages.length).toBeGreaterThan(2);
    for (const [at, page] of pages.entries()) {
      expect(page).toContain('Betrag');
      expect(page).toContain(`Seite ${at + 1} von ${pages.length}`);
    }
    for (const [row] of rows) expect(text).toContain(row);
  });

  it('draws a QR code as squares, with words for it', async () => {
    const checkered = [
      [true, false],
      [false, true],
    ];
    const pdf = await writePdf(options, (sheet) => sheet.qr(checkered, 'Zum Bezahlen'));
    const plain = await writePdf(options, () => {});
    expect(pdf.length).toBeGreaterThan(plain.length);
    expect(pdf.includes('/Figure')).toBe(true);
  });

  it('carries files that plain programs find', async () => {
    const file = {
      name: 'receipt.json',
      mimeType: 'application/json',
      text: '{"a":"\\u00e4"}',
      description: 'Nachweis',
    };
    const pdf = await writePdf(options, (sheet) => sheet.attach(file));
    expect((await readPdf(pdf)).files).toEqual({ 'receipt.json': file.text });
    expect(pdf.includes(file.text)).toBe(true);
  });

  it('is the same for the same drawing at the same time', async () => {
    const draw = (sheet: Sheet) => sheet.paragraph('Gleich');
    expect((await writePdf(options, draw)).equals(await writePdf(options, draw))).toBe(true);
  });
});
