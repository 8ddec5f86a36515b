import { describe, expect, it } from 'vitest';
import { expiryOf } from './due-dates';
import { addBankWorkingDays, easterSunday, isBankWorkingDay } from './target-calendar';

describe('Easter', () => {
  it.each([
    '1818-03-22',
    '1943-04-25',
    '1954-04-18',
    '1981-04-19',
    '2000-04-23',
    '2008-03-23',
    '2011-04-24',
    '2019-04-21',
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
    '2038-04-25',
    '2049-04-18',
    '2076-04-19',
  ])('was or will be on %s', (day) => {
    expect(easterSunday(Number(day.slice(0, 4)))).toBe(day);
  });
});

describe('banks', () => {
  it.each([
    ['2026-01-01', 'New Year'],
    ['2026-04-03', 'Good Friday'],
    ['2026-04-06', 'Easter Monday'],
    ['2026-05-01', 'Labour Day'],
    ['2025-12-25', 'Christmas Day'],
    ['2025-12-26', 'the day after it'],
    ['2026-11-21', 'Saturday'],
    ['2026-11-22', 'Sunday'],
  ])('rest on %s, %s', (day) => {
    expect(isBankWorkingDay(day)).toBe(false);
  });

  it.each([
    ['2026-10-05', 'the Monday after German Unity Day'],
    ['2026-05-14', 'Ascension'],
    ['2026-05-25', 'Whit Monday'],
    ['2025-12-24', 'Christmas Eve'],
    ['2026-12-31', 'the last of the year'],
    ['2026-11-20', 'a Friday'],
  ])('work on %s, %s', (day) => {
    expect(isBankWorkingDay(day)).toBe(true);
  });

  it.each([
    ['2026-11-20', 3, '2026-11-25'],
    ['2026-11-21', 3, '2026-11-25'],
    ['2026-11-23', 1, '2026-11-24'],
    ['2026-04-02', 1, '2026-04-07'],
    ['2026-04-02', 3, '2026-04-09'],
    ['2026-12-23', 3, '2026-12-29'],
    ['2026-12-30', 2, '2027-01-04'],
    ['2027-12-31', 1, '2028-01-03'],
  ])('after %s have worked %i days on %s', (day, count, later) => {
    expect(addBankWorkingDays(day, count)).toBe(later);
  });
});

describe('an order expires', () => {
  it('after 14 days to the minute where it is a deposit', () => {
    expect(expiryOf('deposit', new Date('2026-11-20T10:30:00Z'))).toEqual(new Date('2026-12-04T10:30:00Z'));
  });

  it.each([
    ['2026-11-20T08:12:00Z', '2026-11-25T22:59:59Z', 'in winter'],
    ['2026-07-01T08:12:00Z', '2026-07-06T21:59:59Z', 'in summer'],
    ['2026-11-19T23:30:00Z', '2026-11-25T22:59:59Z', 'when it is Friday in Berlin already'],
    ['2026-03-26T12:00:00Z', '2026-03-31T21:59:59Z', 'over the change to summer time'],
  ])('ordered at %s, at %s, %s, where it is plants', (ordered, expires) => {
    expect(expiryOf('plant_purchase', new Date(ordered))).toEqual(new Date(expires));
  });
});
