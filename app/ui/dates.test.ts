import { describe, expect, it, vi } from 'vitest';
import { formatTime, relativeTime } from './dates';
import { monthName } from './month-names';

describe('formatTime', () => {
  const at = '2026-11-20T23:05:00.000000Z';

  it('writes the clock of the zone in each language', () => {
    expect(formatTime(at, 'datetime', 'de', 'Europe/Berlin')).toBe('21.11.2026, 00:05\u00a0Uhr');
    expect(formatTime(at, 'datetime', 'en', 'Europe/Berlin')).toBe('21 Nov 2026, 00:05');
    expect(formatTime(at, 'datetime', 'en', 'America/New_York')).toBe('20 Nov 2026, 18:05');
    expect(formatTime(at, 'time', 'de', 'Europe/Berlin')).toBe('00:05\u00a0Uhr');
    expect(formatTime(at, 'day', 'de', 'Europe/Berlin')).toBe('Samstag, 21.11.2026');
    expect(formatTime(at, 'day', 'en', 'Pacific/Honolulu')).toBe('Friday, 20 November 2026');
    expect(formatTime(at, 'date', 'en', 'Europe/Berlin')).toBe('21 November 2026');
  });

  it('leaves a calendar day where it is', () => {
    expect(formatTime('2026-11-25', 'day', 'en', 'Pacific/Honolulu')).toBe('Wednesday, 25 November 2026');
  });

  it('follows summer time', () => {
    expect(formatTime('2026-10-25T00:30:00Z', 'time', 'en', 'Europe/Berlin')).toBe('02:30');
    expect(formatTime('2026-10-25T01:30:00Z', 'time', 'en', 'Europe/Berlin')).toBe('02:30');
  });

  it('takes an unknown zone for Berlin', () => {
    expect(formatTime(at, 'time', 'en', 'Mars/Olympus')).toBe('00:05');
  });

  it('keeps the clocks of a bounded number of ways to write zones', () => {
    let made = 0;
    class Counted extends Intl.DateTimeFormat {
      constructor(...given: ConstructorParameters<typeof Intl.DateTimeFormat>) {
        super(...given);
        made++;
      }
    }
    vi.stubGlobal('Intl', Object.create(Intl, { DateTimeFormat: { value: Counted } }));
    const name = (way: number) =>
      [...'europe/vienna'].map((letter, at) => ((way >> at) & 1 ? letter.toUpperCase() : letter)).join('');
    const write = (way: number) => formatTime(at, 'time', 'en', name(way));
    for (let way = 0; way <= 1500; way++) expect(write(way)).toBe('00:05');
    const before = made;
    write(1500);
    expect(made).toBe(before);
    write(0);
    expect(made).toBe(before + 1);
    vi.unstubAllGlobals();
  });

  it('refuses what is no time', () => {
    expect(() => formatTime('soon', 'date', 'en', 'Europe/Berlin')).toThrow(RangeError);
  });
});

describe('relativeTime', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');

  it('says how long ago, and how long until', () => {
    expect(relativeTime('2026-11-20T11:59:30Z', now, 'en')).toBe('now');
    expect(relativeTime('2026-11-20T11:57:10Z', now, 'en')).toBe('2 minutes ago');
    expect(relativeTime('2026-11-20T15:10:00Z', now, 'de')).toBe('in 3 Stunden');
    expect(relativeTime('2026-11-19T11:00:00Z', now, 'de')).toBe('vor 1 Tag');
  });

  it('leaves what is a week away to the absolute text', () => {
    expect(relativeTime('2026-11-13T12:00:00Z', now, 'en')).toBeNull();
    expect(relativeTime('nonsense', now, 'en')).toBeNull();
  });
});

describe('monthName', () => {
  it('names a month in full, and in short where there is little room', () => {
    expect([monthName(3, 'de'), monthName(3, 'en')]).toEqual(['März', 'March']);
    expect([3, 5, 9, 12].map((month) => monthName(month, 'de', true))).toEqual(['März', 'Mai', 'Sept.', 'Dez.']);
    expect([3, 5, 9, 12].map((month) => monthName(month, 'en', true))).toEqual(['Mar', 'May', 'Sep', 'Dec']);
  });
});
