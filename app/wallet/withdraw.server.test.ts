import { expect, it } from 'vitest';
import { mostOf } from './withdraw.server';

const limits = { min: '20.00', max: '10000.00', left_in_30_days: '25000.00' };

it.each([
  ['496.00', limits, { amount: '496.00', cappedBy: null }],
  ['20.00', limits, { amount: '20.00', cappedBy: null }],
  ['9000.00', { ...limits, left_in_30_days: '9000.00' }, { amount: '9000.00', cappedBy: null }],
  ['9000.00', { ...limits, left_in_30_days: '800.50' }, { amount: '800.50', cappedBy: 'left' }],
  ['10000.01', limits, { amount: '10000.00', cappedBy: 'each' }],
  ['99999.99', { ...limits, left_in_30_days: '10000.00' }, { amount: '10000.00', cappedBy: 'left' }],
  ['19.99', limits, null],
  ['500.00', { ...limits, left_in_30_days: '19.99' }, null],
])('of %s, at most is withdrawn what %j leaves', (available, left, most) => {
  expect(mostOf(available, left)).toEqual(most);
});
