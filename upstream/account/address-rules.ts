/** What an address must be: by its country, and by who may be a member. */
import parsePhoneNumber, { isSupportedCountry } from 'libphonenumber-js';
import { isCountry, isPostcode, postcodeNeed, regionsOf, tidyPostcode } from '../contract/countries';
import { ageAt, type Caller, identityTextsIn, isName } from '../identity/identity';
import type { AddressInput } from './address';
import { textsIn } from './address.texts';

interface Checked {
  /** As it is kept: a tidy postcode, the telephone number in E.164. */
  address: AddressInput;
  /** Texts by field; null when everything is right. */
  faults: Record<string, string[]> | null;
}

/** Checks what the schema cannot see. Each field has at most one fault, in the order of the form. */
export function checkAddress(given: AddressInput, { language, now }: Pick<Caller, 'language' | 'now'>): Checked {
  const texts = textsIn(language);
  const identityTexts = identityTextsIn(language);
  const faults: Record<string, string[]> = {};
  const fault = (field: keyof AddressInput, text: string | null) => {
    if (text !== null) faults[field] = [text];
  };
  for (const field of ['firstname', 'lastname'] as const)
    fault(field, isName(given[field]) ? null : identityTexts.name);
  if (isCountry(given.country)) fault('region', regionFault(given.region, given.country, texts));
  else fault('country', identityTexts.country);
  for (const field of ['street', 'street_number', 'address_line2', 'company', 'city'] as const)
    fault(field, isLine(given[field]) ? null : texts.oneLine);
  const postcode = given.postcode === undefined ? undefined : tidyPostcode(given.postcode);
  if (isCountry(given.country)) fault('postcode', postcodeFault(postcode, given.country, texts));
  const phone = given.phone === undefined ? undefined : toE164(given.phone, given.country);
  fault('phone', phone === null ? texts.phone : null);
  const age = ageAt(given.birthdate, now);
  fault('birthdate', age < 0 || age > 120 ? identityTexts.birthdate : age < 18 ? texts.underage : null);
  const address = { ...given, postcode, phone: phone ?? undefined };
  return { address, faults: Object.keys(faults).length > 0 ? faults : null };
}

type Texts = ReturnType<typeof textsIn>;

/** No line breaks, no markup: it is printed on envelopes and in documents. */
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

/** A national number is one of the country; null for what is no telephone number, or more than one. */
function toE164(typed: string, country: string): string | null {
  const number = parsePhoneNumber(typed, {
    ...(isSupportedCountry(country) && { defaultCountry: country }),
    extract: false,
  });
  return number?.isValid() && !number.ext ? number.number : null;
}
