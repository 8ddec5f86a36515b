import data from 'country-region-data/data.json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCountry, isPostcode, postcodeNeed, regionsOf, tidyPostcode } from './countries';

const codes = data.map(({ countryShortCode }) => countryShortCode);
const country = fc.constantFrom(...codes);

describe('countries', () => {
  it('are every one and several territories', () => {
    expect(codes).toHaveLength(249);
    expect(codes.filter((code) => !isCountry(code))).toEqual([]);
    for (const none of ['', 'XX', 'de', 'DEU', 'constructor']) expect(isCountry(none)).toBe(false);
  });
});

describe('regions', () => {
  it('are named exactly where the country has some with a short code', () => {
    for (const { countryShortCode, regions } of data) {
      const isCoded = regions.some(({ shortCode }: { shortCode?: string }) => shortCode);
      expect(regionsOf(countryShortCode).length, countryShortCode).toBe(isCoded ? regions.length : 0);
    }
    expect(regionsOf('IM')).toEqual([]);
    expect(regionsOf('XX')).toEqual([]);
  });

  it('each have a code of their own, without the word undefined', () => {
    for (const code of codes) {
      const own = regionsOf(code).map((region) => region.code);
      expect(new Set(own).size, code).toBe(own.length);
      expect(own.filter((one) => !one || one === 'undefined' || one.length > 60)).toEqual([]);
    }
    expect(regionsOf('KI')).toContainEqual({ code: 'Tarawa', name: 'Tarawa' });
    expect(regionsOf('KI')).toContainEqual({ code: 'G', name: 'Gilbert Islands' });
  });
});

describe('postcodes', () => {
  it.each([
    ['DE', 'required'],
    ['GB', 'required'],
    ['US', 'required'],
    ['HK', 'none'],
    ['AE', 'none'],
    ['LY', 'optional'],
    ['HN', 'optional'],
  ])('of %s are %s', (code, need) => expect(postcodeNeed(code)).toBe(need));

  it('of Germany are five digits and nothing else', () => {
    fc.assert(fc.property(fc.string({ maxLength: 8 }), (typed) => isPostcode(typed, 'DE') === /^\d{5}$/.test(typed)));
    fc.assert(fc.property(fc.stringMatching(/^\d{3,7}$/), (typed) => isPostcode(typed, 'DE') === (typed.length === 5)));
  });

  it('are judged for whatever somebody types, everywhere, and never where there are none', () => {
    fc.assert(
      fc.property(country, fc.string({ maxLength: 20, unit: 'binary' }), (code, typed) => {
        const isOne = isPostcode(tidyPostcode(typed), code);
        expect(typeof isOne).toBe('boolean');
        if (postcodeNeed(code) === 'none') expect(isOne).toBe(false);
        if (isOne && tidyPostcode(typed) === '') expect(postcodeNeed(code)).toBe('optional');
      }),
      { numRuns: 2000 },
    );
  });

  it('stay as they are when they are tidied again', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), (typed) => {
        expect(tidyPostcode(tidyPostcode(typed))).toBe(tidyPostcode(typed));
      }),
    );
  });
});
