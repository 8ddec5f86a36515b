import { describe, expect, it } from 'vitest';
import { describeCarried } from './resume.server';

const shownIn = (language: 'en' | 'de', ...fields: [string, string][]) =>
  describeCarried({ path: '/settings/address', userId: 1, fields }, 'sealed', language).values.map(
    ({ value }) => value,
  );

describe('a carried form is shown', () => {
  it.each([
    ['region', 'DE-BB', 'Brandenburg', 'Brandenburg'],
    ['country', 'DE', 'Germany', 'Deutschland'],
    ['birthdate', '1990-05-17', '17 May 1990', '17.05.1990'],
    ['amount', '77.00', '€77.00', '77,00\u00a0€'],
    ['amount', '77,5', '77,5', '77,5'],
    ['birthdate', '1990-99-99', '1990-99-99', '1990-99-99'],
    ['region', 'DE-??', 'DE-??', 'DE-??'],
    ['subject', 'Frost – and hail', 'Frost – and hail', 'Frost – and hail'],
  ])('with %s %s as the form shows it', (name, value, en, de) => {
    expect(shownIn('en', [name, value])).toEqual([en]);
    expect(shownIn('de', [name, value])).toEqual([de]);
  });

  it('without ids, and without the fields that only control it', () => {
    const id = '0b0f1c86-5a0e-4b3e-9f58-0d2f1a6d1c11';
    expect(shownIn('en', ['withdraw_account_id', id], ['intent', 'review'], ['note', 'x'])).toEqual(['x']);
    expect(shownIn('en', ['before', '2026-11-25T20:15:00.000Z'], ['intent', 'read_all'], ['id', '17'])).toEqual([]);
  });
});
