import { expect, it } from 'vitest';
import { plantNumber, readPlantNumber } from './numbers';

it('writes at least five digits', () => {
  expect(plantNumber('B2', 417)).toBe('B2-00417');
  expect(plantNumber('B2', 123_456)).toBe('B2-123456');
});

it.each([
  ['B2-00417', { roomCode: 'B2', position: 417 }],
  [' b2 417 ', { roomCode: 'B2', position: 417 }],
  ['B2-123456', { roomCode: 'B2', position: 123_456 }],
  ['B2-0', null],
  ['00417', null],
  ['B2-1234567', null],
  ['B2-00417x', null],
])('reads %j', (typed, read) => {
  expect(readPlantNumber(typed)).toEqual(read);
});
