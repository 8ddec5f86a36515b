import { expect, it } from 'vitest';
import { dateOption, momentOption, parseInstant, textInBothLanguages, wholeNumber } from './options';

const messageOf = (
  schema: { safeParse(value: unknown): { error?: { issues: { message: string }[] } } },
  value: unknown,
) => schema.safeParse(value).error?.issues[0]?.message;

it('a text for members is in both languages, German first', () => {
  const text = textInBothLanguages(5);
  expect(text.parse(' Haus | House')).toEqual({ de: 'Haus', en: 'House' });
  for (const wrong of ['Haus', 'Haus|', '|House', 'a|b|c', '']) {
    expect(messageOf(text, wrong), wrong).toContain('both languages');
  }
  expect(messageOf(text, 'Häuser|Hall')).toBe('has more than 5 characters');
});

it('a whole number may be typed or sent by a script', () => {
  const number = wholeNumber(1, 20);
  expect([number.parse('20'), number.parse(1)]).toEqual([20, 1]);
  for (const wrong of ['1.5', '1e1', '', ' 1', -1, undefined, null]) {
    expect(messageOf(number, wrong), String(wrong)).toBe('is not a whole number');
  }
  expect([messageOf(number, 0), messageOf(number, 21)]).toEqual(['is below 1', 'is above 20']);
});

it('a moment is now, a date or a time with its zone', () => {
  expect(momentOption.parse('now')).toBe('now');
  expect(momentOption.parse('2027-01-01')).toEqual(new Date('2027-01-01T00:00:00Z'));
  expect(parseInstant('2027-01-01T09:00+01:00')).toEqual(new Date('2027-01-01T08:00:00Z'));
  for (const wrong of ['2027-02-30', '2027-01-01T09:00', 'soon', '2027-01-01T25:00Z']) {
    expect(messageOf(momentOption, wrong), wrong).toContain('is “now”, a date, or a time');
  }
});

it('a date is one that comes', () => {
  expect(dateOption.parse('2027-01-31')).toBe('2027-01-31');
  expect(messageOf(dateOption, '2027-02-30')).toBe('is not a date such as 2027-01-31');
});
