/** What is known of countries, for the picker and for the check of an address; product/settings.md, "Address". */
import { allCountries } from 'country-region-data';
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';

interface Region {
  /** Its short code; its name where it has none. */
  code: string;
  name: string;
}

/** The package writes the word where there is no short code. */
const codeOf = (shortCode: string): string | null => (shortCode === 'undefined' ? null : shortCode || null);

const regions = new Map<string, Region[]>(
  allCountries.map(([, country, list]) => {
    const isCoded = list.some(([, shortCode]) => codeOf(shortCode));
    return [country, isCoded ? list.map(([name, shortCode]) => ({ code: codeOf(shortCode) ?? name, name })) : []];
  }),
);

/** Every country and several territories, by their ISO 3166-1 alpha-2 codes. */
export const isCountry = (code: string): boolean => regions.has(code);

/** The regions of which an address there names one; empty where no region has a short code. */
export const regionsOf = (country: string): readonly Region[] => regions.get(country) ?? [];

/** Where the post knows no codes (Universal Postal Union). */
const WITHOUT_POSTCODES = new Set(
  (
    'AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CM CW DJ DM ER FJ GA GD GM GQ GY HK JM KI KM KN KP ' +
    'ML MO MR MW NR NU QA RW SB SC SL SR ST SX SY TD TG TK TO TV UG VU YE ZW'
  ).split(' '),
);

/** Where nobody has a rule for the country's codes, anything that looks like one will do. */
const LIKE_A_POSTCODE = /^[A-Z\d](?:[A-Z\d -]{0,10}[A-Z\d])?$/;

/** Whether an address there has a postcode. */
export function postcodeNeed(country: string): 'required' | 'optional' | 'none' {
  if (WITHOUT_POSTCODES.has(country)) return 'none';
  return postcodeValidatorExistsForCountry(country) && !postcodeValidator('', country) ? 'required' : 'optional';
}

/** As it is kept: upper case, with single spaces. */
export const tidyPostcode = (typed: string): string => typed.trim().replace(/\s+/g, ' ').toUpperCase();

/** Whether a tidy postcode is one of the country; see `postcodeNeed` for whether there must be one. */
export function isPostcode(postcode: string, country: string): boolean {
  if (WITHOUT_POSTCODES.has(country)) return false;
  const hasRule = postcodeValidatorExistsForCountry(country);
  return hasRule ? postcodeValidator(postcode, country) : LIKE_A_POSTCODE.test(postcode);
}
