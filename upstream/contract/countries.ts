/** Data about countries, for the picker and for the check of an address; docs/product/settings.md#address. */
import { allCountries } from 'country-region-data';
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';

interface Region {
  /** Its short code, or its name if it has none. */
  code: string;
  name: string;
}

/** The package writes the word `undefined` if there is no short code. */
const codeOf = (shortCode: string): string | null => (shortCode === 'undefined' ? null : shortCode || null);

const regions = new Map<string, Region[]>(
  allCountries.map(([, country, list]) => {
    const isCoded = list.some(([, shortCode]) => codeOf(shortCode));
    return [country, isCoded ? list.map(([name, shortCode]) => ({ code: codeOf(shortCode) ?? name, name })) : []];
  }),
);

/** Whether this is the ISO 3166-1 alpha-2 code of a country or of one of several territories. */
export const isCountry = (code: string): boolean => regions.has(code);

/** Returns the regions for addresses in a country; empty if no region has a short code. */
export const regionsOf = (country: string): readonly Region[] => regions.get(country) ?? [];

/** Countries without postcodes (Universal Postal Union). */
const WITHOUT_POSTCODES = new Set(
  (
    'AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CM CW DJ DM ER FJ GA GD GM GQ GY HK JM KI KM KN KP ' +
    'ML MO MR MW NR NU QA RW SB SC SL SR ST SX SY TD TG TK TO TV UG VU YE ZW'
  ).split(' '),
);

/** For countries without a rule of their own: anything in the form of a postcode. */
const LIKE_A_POSTCODE = /^[A-Z\d](?:[A-Z\d -]{0,10}[A-Z\d])?$/;

/** Whether an address in this country has a postcode. */
export function postcodeNeed(country: string): 'required' | 'optional' | 'none' {
  if (WITHOUT_POSTCODES.has(country)) return 'none';
  return postcodeValidatorExistsForCountry(country) && !postcodeValidator('', country) ? 'required' : 'optional';
}

/** Returns a postcode as it is stored: upper case, with single spaces. */
export const tidyPostcode = (typed: string): string => typed.trim().replace(/\s+/g, ' ').toUpperCase();

/** Whether a tidied postcode fits the country; see `postcodeNeed` for whether one is required. */
export function isPostcode(postcode: string, country: string): boolean {
  if (WITHOUT_POSTCODES.has(country)) return false;
  const hasRule = postcodeValidatorExistsForCountry(country);
  return hasRule ? postcodeValidator(postcode, country) : LIKE_A_POSTCODE.test(postcode);
}
