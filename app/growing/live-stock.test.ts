import { expect, it } from 'vitest';
import type { LiveSale } from './live-stock';
import { readStock, whyNot, withStock } from './live-stock';

const sale = {
  ...{ sale_label: 'SL-1', available: 40, reserved: 3, status: 'open', open_order: null, may_buy: 20 },
  ...{ max_per_member: 20, mine: 2, mine_reserved: 0 },
} as LiveSale;

it('is read out of an event', () => {
  const stock = { sale_label: 'SL-1', available: 0, status: 'sold_out' };
  expect(readStock({ ...stock, more: 1 })).toEqual(stock);
});

it.each([
  null,
  'SL-1',
  {},
  { sale_label: 'SL-1', available: 1 },
  { sale_label: 'SL-1', available: -1, status: 'open' },
  { sale_label: 'SL-1', available: '1', status: 'open' },
  { sale_label: 'SL-1', available: 1.5, status: 'open' },
  { sale_label: 'SL-1', available: 1, status: 'toString' },
  { sale_label: 1, available: 1, status: 'open' },
])('is not read out of %j', (data) => expect(readStock(data)).toBeNull());

it('limits what the member may buy', () => {
  const stock = (available: number, status: LiveSale['status'] = 'open') => ({ sale_label: 'SL-1', available, status });
  expect(withStock(sale, undefined)).toBe(sale);
  expect(withStock(sale, stock(40))).toBe(sale);
  expect(withStock(sale, stock(39))).toMatchObject({ available: 39, may_buy: 18, reserved: null });
  expect(withStock(sale, stock(5))).toMatchObject({ available: 5, may_buy: 5 });
  expect(withStock(sale, stock(0, 'sold_out'))).toMatchObject({ available: 0, status: 'sold_out', may_buy: 0 });
  expect(withStock(sale, stock(5, 'closed'))).toMatchObject({ status: 'closed', may_buy: 0 });
  expect(withStock({ ...sale, open_order: 'OR-1' }, stock(5))).toMatchObject({ available: 5, may_buy: 0 });
  expect(withStock({ ...sale, mine: 25 }, stock(5)).may_buy).toBe(0);
});

it('says why nothing can be bought', () => {
  expect(whyNot(sale)).toBe('most');
  expect(whyNot({ ...sale, open_order: 'OR-1' })).toBe('open_order');
  expect(whyNot({ ...sale, status: 'sold_out' })).toBe('sold_out');
});
