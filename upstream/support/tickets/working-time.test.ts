import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addWorkingMinutes, lastOpening, workingMinutes } from './working-time';

const office = { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00', time_zone: 'Europe/Berlin' };
const at = (text: string) => new Date(text);

describe('working time', () => {
  it.each([
    ['within a day', '2026-11-20T09:00+01:00', '2026-11-20T10:30+01:00', 90],
    ['before and after the office hours', '2026-11-20T03:00+01:00', '2026-11-20T23:00+01:00', 480],
    ['over a weekend', '2026-11-20T16:30+01:00', '2026-11-23T09:15+01:00', 45],
    ['on a Sunday', '2026-11-22T09:00+01:00', '2026-11-22T15:00+01:00', 0],
    ['over Christmas', '2026-12-24T16:00+01:00', '2026-12-28T10:00+01:00', 120],
    ['over a change of the clocks', '2026-10-23T16:00+02:00', '2026-10-26T10:00+01:00', 120],
    ['backwards', '2026-11-20T12:00+01:00', '2026-11-20T10:00+01:00', 0],
  ])('%s', (_, from, until, minutes) => {
    expect(workingMinutes(at(from), at(until), office)).toBe(minutes);
  });

  it.each([
    ['within a day', '2026-11-20T09:00+01:00', 90, '2026-11-20T10:30+01:00'],
    ['until the end of a day', '2026-11-20T09:00+01:00', 480, '2026-11-20T17:00+01:00'],
    ['from a Friday evening', '2026-11-20T18:00+01:00', 60, '2026-11-23T10:00+01:00'],
    ['over Easter', '2027-03-25T16:00+01:00', 120, '2027-03-30T10:00+02:00'],
    ['several days', '2026-11-20T16:00+01:00', 60 + 480 + 30, '2026-11-24T09:30+01:00'],
  ])('added %s', (_, from, minutes, expected) => {
    expect(addWorkingMinutes(at(from), minutes, office)).toEqual(at(expected));
  });

  it.each([
    ['within a day', '2026-11-20T11:00+01:00', '2026-11-20T09:00+01:00'],
    ['at an opening', '2026-11-20T09:00+01:00', '2026-11-20T09:00+01:00'],
    ['in the night', '2026-11-20T03:02+01:00', '2026-11-19T09:00+01:00'],
    ['on a Sunday', '2026-11-22T12:00+01:00', '2026-11-20T09:00+01:00'],
    ['after Easter', '2027-03-30T08:59+02:00', '2027-03-25T09:00+01:00'],
  ])('began last %s', (_, until, expected) => {
    expect(lastOpening(at(until), office)).toEqual(at(expected));
  });

  it('that was added is the time between, in any zone', () => {
    const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland');
    const moment = fc.date({ min: at('2026-01-01'), max: at('2028-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 5000 }), zone, (from, minutes, time_zone) => {
        const hours = { ...office, time_zone };
        expect(workingMinutes(from, addWorkingMinutes(from, minutes, hours), hours)).toBe(minutes);
      }),
      { numRuns: 100 },
    );
  });
});
