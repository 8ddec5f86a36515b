import fc from 'fast-check';
import jsQr from 'jsqr';
import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { epcCode } from '../../contract/orders';
import { epcPayload } from './epc';

const transfer = {
  name: 'Almende eG',
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  amount: '1599.34',
  reference: 'OR-7KQ2M9XA4',
};

/** Decodes the code as a banking app does: from black modules of four pixels on white, with the quiet zone. */
function decodeImageOf(payload: string) {
  const { data, size } = encode(payload, { ...epcCode, border: 4 });
  const side = size * 4;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (data[y >> 2]?.[x >> 2]) pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  }
  return jsQr(pixels, side, side);
}

describe('the EPC code', () => {
  it('has the lines of the standard, in its order', () => {
    expect(epcPayload(transfer).split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'BYLADEM1001',
      'Almende eG',
      'DE02120300000000202051',
      'EUR1599.34',
      '',
      '',
      'OR-7KQ2M9XA4',
    ]);
  });

  it('leaves the BIC out where there is none, and keeps its line', () => {
    expect(epcPayload({ ...transfer, bic: '' }).split('\n')[4]).toBe('');
  });

  it('is read by a camera as what it was made of, umlauts and all', () => {
    const payload = epcPayload({ ...transfer, name: 'Gärtnerei Über-Öder Söhne & Cie. eG' });
    expect(decodeImageOf(payload)?.data).toBe(payload);
  });

  it('keeps error level M, version 13 and 331 bytes, whatever is transferred to whom', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((text) => text.trim() !== '');
    const amount = fc.bigInt({ min: 1n, max: 99_999_999_999n }).map((cents) => {
      const digits = cents.toString().padStart(3, '0');
      return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
    });
    fc.assert(
      fc.property(name, amount, fc.stringMatching(/^[\w -]{1,140}$/), (name, amount, reference) => {
        fc.pre(reference.trim() !== '' && !/[\r\n]/.test(name) && [...name].length <= 70);
        let payload: string;
        try {
          payload = epcPayload({ ...transfer, name, amount, reference });
        } catch (error) {
          expect((error as Error).message).toContain('331 bytes');
          return;
        }
        expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(331);
        expect(encode(payload, epcCode).version).toBeLessThanOrEqual(13);
      }),
    );
    // The first two modules of the format information hold the level. The mask of the standard turns level M, 00, into
    // 10.
    const { data } = encode(epcPayload(transfer), { ...epcCode, border: 0 });
    expect([data[8]?.[0], data[8]?.[1]]).toEqual([true, false]);
  });

  it('holds the longest name and reference that the standard allows', () => {
    const payload = epcPayload({ ...transfer, name: 'ä'.repeat(70), reference: 'R'.repeat(120) });
    expect(decodeImageOf(payload)?.data).toBe(payload);
  });

  it.each([
    ['a name of more than 70 characters', { name: 'x'.repeat(71) }],
    ['a name of two lines', { name: 'Almende\nEUR1.00' }],
    ['no name', { name: ' ' }],
    ['a reference of more than 140 characters', { reference: 'x'.repeat(141) }],
    ['a reference of two lines', { reference: 'OR-1\r\nx' }],
    ['no amount', { amount: '0.00' }],
    ['a negative amount', { amount: '-5.00' }],
    ['an amount with a comma', { amount: '5,00' }],
    ['an amount without cents', { amount: '5' }],
    ['an amount above 999,999,999.99', { amount: '1000000000.00' }],
    ['an IBAN in groups', { iban: 'DE02 1203 0000 0000 2020 51' }],
    ['half a BIC', { bic: 'BYLA' }],
    ['more than 331 bytes', { name: 'ä'.repeat(70), reference: 'ö'.repeat(140) }],
  ])('is not made with %s', (_, change) => {
    expect(() => epcPayload({ ...transfer, ...change })).toThrow(RangeError);
  });
});
