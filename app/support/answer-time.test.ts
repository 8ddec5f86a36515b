import { describe, expect, it } from 'vitest';
import { answerWords, areInARow, medianWords } from './answer-time';

const hours = { days: [1, 2, 3, 4, 5], from: '09:00', until: '16:00', time_zone: 'Europe/Berlin' };
/** A Monday, 10:00 in Berlin. */
const now = Date.parse('2026-11-23T09:00:00Z');
const words = (expected_by: string) => answerWords({ expected_by, hours }, now);

describe('when an answer may be expected', () => {
  it.each([
    ['2026-11-23T13:10:00Z', { kind: 'today', time: '15:00' }],
    ['2026-11-23T15:00:00Z', { kind: 'today', time: '16:00' }],
    ['2026-11-24T09:30:00Z', { kind: 'tomorrow_morning' }],
    ['2026-11-24T12:30:00Z', { kind: 'tomorrow', time: '14:00' }],
    ['2026-11-27T08:30:00Z', { kind: 'weekday_morning', day: '2026-11-27' }],
    ['2026-11-27T14:30:00Z', { kind: 'weekday', day: '2026-11-27', time: '16:00' }],
    ['2026-12-07T08:30:00Z', { kind: 'day_morning', day: '2026-12-07' }],
    ['2026-12-07T14:30:00Z', { kind: 'day', day: '2026-12-07', time: '16:00' }],
  ])('%s is said as people say it', (expected, said) => {
    expect(words(expected)).toEqual(said);
  });

  it('counts days in the zone of the club', () => {
    const late = Date.parse('2026-11-22T23:30:00Z');
    expect(answerWords({ expected_by: '2026-11-23T13:10:00Z', hours }, late).kind).toBe('today');
  });
});

describe('the median', () => {
  it.each([
    [null, null],
    [0, { unit: 'hours', count: 1 }],
    [61, { unit: 'hours', count: 2 }],
    [420, { unit: 'hours', count: 7 }],
    [421, { unit: 'days', count: 2 }],
  ])('of %s working minutes is rounded up to a unit', (median_minutes, said) => {
    expect(medianWords({ median_minutes, hours })).toEqual(said);
  });
});

describe('the days of the office', () => {
  it('are named by the first and the last where they follow each other', () => {
    expect([areInARow([1, 2, 3, 4, 5]), areInARow([1, 2, 4]), areInARow([1, 2])]).toEqual([true, false, false]);
  });
});
