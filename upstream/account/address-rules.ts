/** The rules for an address: those of its country, and those for members. */
import parsePhoneNumber, { isSupportedCountry } from 'libphonenumber-js';
import { addressLines, telephones } from '../contract/address';
import { isCountry, isPostcode, postcodeNeed, regionsOf, tidyPostcode } from '../contract/countries';
import { ageAt, identityTextsIn } from '../identity/identity';
import type { Caller } from '../members/caller';
import type { AddressInput } from './address';
import { textsIn } from './address.texts';

interface AddressCheck {
  /** The form that is stored: a tidied postcode, and the telephone number in E.164. */
  address: AddressInput;
  /** Texts by field; null without faults. */
  faults: Record<string, string[]> | null;
}

/** Checks what the schema cannot check. Each field has at most one fault, in the order of the form. */
export function checkAddress(given: AddressInput, caller: Pick<Caller, 'language' | 'now'>): AddressCheck {
  const postcode = given.postcode === undefined ? undefined : tidyPostcode(given.postcode);
  const numbers: Pick<AddressInput, keyof typeof telephones> = {};
  for (const name of keysOf(telephones))
    numbers[name] = given[name] === undefined ? undefined : (toE164(given[name], given.country) ?? undefined);
  return { address: { ...given, postcode, ...numbers }, faults: findFaults(given, caller) };
}

/** Returns the faults of a part of an address: texts by field, or null. What depends on a missing country is left out. */
export function findFaults(
  given: Partial<AddressInput>,
  { language, now }: Pick<Caller, 'language' | 'now'>,
): AddressCheck['faults'] {
  const texts = textsIn(language);
  const identityTexts = identityTextsIn(language);
  const { country } = given;
  const faults: Record<string, string[]> = {};
  const fault = (field: keyof AddressInput, text: string | null) => {
    if (text !== null) faults[field] = [text];
  };
  const isKnown = country !== undefined && isCountry(country);
  if (isKnown) fault('region', regionFault(given.region, country, texts));
  else if (country !== undefined) fault('country', identityTexts.country);
  for (const line of keysOf(addressLines)) fault(line, isLine(given[line]) ? null : texts.oneLine);
  const postcode = given.postcode === undefined ? undefined : tidyPostcode(given.postcode);
  if (isKnown) fault('postcode', postcodeFault(postcode, country, texts));
  for (const name of keysOf(telephones)) {
    const number = given[name] === undefined || country === undefined ? undefined : toE164(given[name], country);
    fault(name, number === null ? texts.phone : null);
  }
  const age = given.birthdate === undefined ? null : ageAt(given.birthdate, now);
  if (age !== null)
    fault('birthdate', age < 0 || age > 120 ? identityTexts.birthdate : age < 18 ? texts.underage : null);
  return Object.keys(faults).length > 0 ? faults : null;
}

type Texts = ReturnType<typeof textsIn>;

const keysOf = <T extends object>(fields: T) => Object.keys(fields) as (keyof T)[];

/** Whether a text has no line breaks and no markup, because it is printed on envelopes and in documents. */
const isLine = (text = '') => !/[\p{Cc}<>]/u.test(text);

function postcodeFault(postcode: string | undefined, country: string, texts: Texts): string | null {
  const need = postcodeNeed(country);
  if (postcode === undefined) return need === 'required' ? texts.postcodeMissing : null;
  if (need === 'none') return texts.postcodeNone;
  return isPostcode(postcode, country) ? null : texts.postcodeWrong;
}

function regionFault(region: string | undefined, country: string, texts: Texts): string | null {
  const regions = regionsOf(country);
  if (region === undefined) return regions.length > 0 ? texts.regionMissing : null;
  if (regions.length === 0) return texts.regionNone;
  return regions.some(({ code }) => code === region) ? null : texts.regionWrong;
}

/** Returns the number in E.164, or null if it is not exactly one number. National numbers belong to the country. */
function toE164(typed: string, country: string): string | null {
  const number = parsePhoneNumber(typed, {
    ...(isSupportedCountry(country) && { defaultCountry: country }),
    extract: false,
  });
  return number?.isValid() && !number.ext ? number.number : null;
}
