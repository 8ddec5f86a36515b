import { data } from '@remix-run/node';
import { isCountry, postcodeNeed, regionsOf } from '../../upstream/contract/countries';
import { listCountries } from '../platform/countries.server';
import { env } from '../platform/env.server';
import type { FormReply } from '../platform/forms.server';
import type { Language } from '../platform/modules';
import { postedForm } from '../platform/posted-form.server';
import type { RequestContext } from '../platform/request-context.server';
import { packOptions, unpackOptions } from './packed-options';

/** What the form of an address offers for a country; lists as `packOptions` writes them. */
export interface AddressChoices {
  country: string;
  /** False while both lists hold what is kept and nothing else: a page would not have room for them. */
  isWhole: boolean;
  countries: string;
  /** Values carry the country, so that a region never counts for another one: `DE-BE`. */
  regions: string;
  postcode: ReturnType<typeof postcodeNeed>;
}

/**
 * @param wanted the country as it is kept or chosen; without a good one the configured default region
 * @param kept the region that is kept there; null for every country and every region of this one
 */
export function choicesFor(
  language: Language,
  wanted: string | null,
  kept: { region: string | null } | null,
): AddressChoices {
  const country = wanted && isCountry(wanted) ? wanted : env().defaultRegion;
  const countries = listCountries(language, 'all');
  const regions = regionsOf(country).map(({ code, name }) => ({ value: `${country}-${code}`, label: name }));
  return {
    country,
    isWhole: kept === null,
    countries: packOptions(countries.filter(({ value }) => !kept || value === country)),
    regions: packOptions(regions.filter(({ value }) => !kept || value === `${country}-${kept.region}`)),
    postcode: postcodeNeed(country),
  };
}

/**
 * The form again, beside the address that stands there now, with what there is to choose from in the country that was
 * chosen; its region only if it is there.
 */
export async function withChoices<A extends { country: string | null }>(
  current: RequestContext,
  reply: FormReply,
  address: A,
) {
  const { fields } = await postedForm(current);
  const chosen = fields.get('country') ?? address.country;
  const choices = choicesFor(current.language, typeof chosen === 'string' ? chosen : null, null);
  const { region, ...typed } = reply.data.initialValue ?? {};
  const isThere = unpackOptions(choices.regions).some(({ value }) => value === region);
  return data(
    { ...reply.data, initialValue: isThere ? { ...typed, region } : typed, choices, address },
    reply.init ?? {},
  );
}

/** `BE` of `DE-BE`; undefined for a region of another country, which an address without script may still name. */
export function regionCode(region: string | undefined, country: string): string | undefined {
  return region?.startsWith(`${country}-`) ? region.slice(country.length + 1) : undefined;
}
