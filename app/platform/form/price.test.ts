import { expect, it } from 'vitest';
import { coveredBy, priceOf } from './price';

it('adds up exactly, also where floats would not', () => {
  expect(priceOf('149.00', 17, '2481.36')).toEqual({ total: '2533.00', toTransfer: '51.64' });
  expect(priceOf('0.07', 3, '0.00')).toEqual({ total: '0.21', toTransfer: '0.21' });
  expect(priceOf('9999999.99', 99_999, '0.00').total).toBe('999989999000.01');
});

it('takes no more of the balance than the price', () => {
  expect(coveredBy('2481.36', '149.00', 17)).toBe('2481.36');
  expect(coveredBy('2533.00', '149.00', 17)).toBe('2533.00');
  expect(coveredBy('9000.00', '149.00', 17)).toBe('2533.00');
  expect(coveredBy('0.00', '149.00', 17)).toBe('0.00');
});
