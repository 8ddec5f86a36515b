import { expect, it } from 'vitest';
import { proofOf } from './proof';

const began = '2026-11-20T09:00:00Z';
const count = { standing: 10, expected: 10, at: '2026-11-25T09:00:00Z', by: 'Tobias', reason: null, lost_since: 0 };
const room = { cycle: 1, plants: 10, count, stages: [{ stage: 'seedling' as const, since: began }] };

it.each([
  ['a house before its first cycle', { ...room, cycle: 0, stages: [] }, { kind: 'new' }],
  ['a house that nobody counted', { ...room, count: null }, { kind: 'never' }],
  ['a count before the cycle', { ...room, count: { ...count, at: '2026-11-19T09:00:00Z' } }, { kind: 'earlier' }],
  ['a count at its beginning', { ...room, count: { ...count, at: began } }, { kind: 'equal' }],
  ['figures that agree', room, { kind: 'equal' }],
  [
    'losses after the count',
    { ...room, plants: 8, count: { ...count, lost_since: 2 } },
    { kind: 'changed', since: { lost: 2, added: 0 } },
  ],
  ['plants that came after it', { ...room, plants: 13 }, { kind: 'changed', since: { lost: 0, added: 3 } }],
  [
    'both, of the same number',
    { ...room, count: { ...count, lost_since: 1 } },
    { kind: 'changed', since: { lost: 1, added: 1 } },
  ],
  ['fewer in the house', { ...room, count: { ...count, standing: 8 } }, { kind: 'differs', more: 2, since: null }],
  ['more in the house', { ...room, count: { ...count, standing: 11 } }, { kind: 'differs', more: -1, since: null }],
  [
    'a difference that a later loss does not explain away',
    { ...room, plants: 8, count: { ...count, standing: 8, lost_since: 2 } },
    { kind: 'differs', more: 2, since: { lost: 2, added: 0 } },
  ],
])('tells %s', (_, shown, proof) => {
  expect(proofOf(shown)).toMatchObject(proof);
});
