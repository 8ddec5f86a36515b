import fc from 'fast-check';
import { expect, it } from 'vitest';
import { attachmentTypes } from '../../contract/support-attachments';
import { cleanName } from './file-names';

it.each([
  ['scan.pdf', 'scan.pdf'],
  ['Scan.PDF', 'Scan.PDF'],
  ['Größe 2.pdf', 'Größe 2.pdf'],
  ['../../x', 'x.pdf'],
  ['/etc/passwd', 'passwd.pdf'],
  ['C:\\Users\\Anna\\scan.pdf', 'scan.pdf'],
  ['..', 'file.pdf'],
  ['', 'file.pdf'],
  ['.pdf', 'pdf.pdf'],
  ['.hidden', 'hidden.pdf'],
  ['scan.pdf.exe', 'scan.pdf.pdf'],
  ['scan.png', 'scan.pdf'],
  ['scan. pdf. ', 'scan. pdf.pdf'],
  ['a\r\nb\tc\u0000d.pdf', 'abcd.pdf'],
  ['invoice\u202efdp.exe', 'invoicefdp.pdf'],
  ['\u200b\u2066\ufeffscan.pdf', 'scan.pdf'],
  ['a"b<c>:d|e?f*.pdf', 'a_b_c__d_e_f_.pdf'],
  ['Cafe\u0301.pdf', 'Caf\u00e9.pdf'],
  ['\ud800scan.pdf', 'scan.pdf'],
])('the name %j of a PDF becomes %j', (given, cleaned) => {
  expect(cleanName(given, 'application/pdf')).toBe(cleaned);
});

it('a jpg keeps either of its endings', () => {
  expect(['a.jpg', 'a.jpeg', 'a.jpe'].map((name) => cleanName(name, 'image/jpeg'))).toEqual([
    'a.jpg',
    'a.jpeg',
    'a.jpg',
  ]);
});

it('a long name keeps its ending and its whole characters', () => {
  expect(cleanName(`${'a'.repeat(300)}.pdf`, 'application/pdf')).toBe(`${'a'.repeat(116)}.pdf`);
  const flags = cleanName(`${'🇩🇪'.repeat(300)}.pdf`, 'application/pdf');
  expect(flags).toBe(`${'🇩🇪'.repeat(58)}.pdf`);
});

it('whatever is given, the name is short, visible, in NFC, of one folder and of its type, and stays as it is', () => {
  const given = fc.string({
    unit: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 1 }),
      fc.constantFrom('/', '\\', '.', ' ', '\u202e', '\u0301', '\n'),
    ),
    maxLength: 200,
  });
  fc.assert(
    fc.property(given, fc.constantFrom(...attachmentTypes), (name, type) => {
      const cleaned = cleanName(name, type);
      expect([...cleaned].length).toBeLessThanOrEqual(120);
      expect(cleaned).toMatch(/^[^/\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+\.[a-z]{3,4}$/iu);
      expect(cleaned).toBe(cleaned.normalize('NFC'));
      expect(cleaned).not.toMatch(/^[.\s]/);
      expect(cleanName(cleaned, type)).toBe(cleaned);
    }),
  );
});
