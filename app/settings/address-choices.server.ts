import { data } from '@remix-run/node';
import { isCountry, postcodeNeed, regionsOf } from '../../upstream/contract/countries';
import type { FormReply } from '../platform/form/forms.server';
import type { Language } from '../platform/page/modules';
import { listCountries } from '../platform/request/countries.server';
import { env } from '../platform/request/env.server';
import { postedForm } from '../platform/request/posted-form.server';
import type { RequestContext } from '../platform/request/request-context.server';
import { packOptions, unpackOptions } from './packed-options';

/** The choices of the address form for a country. The lists are in the format of `packOptions`. */
export interface AddressChoices {
  country: string;
  /** False if both lists hold only the stored values, because the page has no room for all. */
  isWhole: boolean;
  countries: string;
  /** A value includes the country, so that a region never counts for another country: `DE-BE`. */
  regions: string;
  postcode: ReturnType<typeof postcodeNeed>;
}

/**
 * @param wanted the stored or selected country; the default region of the configuration if it is no known country
 * @param kept the stored region; null for every country, and every region of this one
 */
export function choicesFor(
  language: Language,
  wanted: string | null,
  kept: { region?: string | null } | null,
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
 * Shows the form again, with the current address and the choices of the selected country. It keeps the typed region
 * only if that country has it.
 */
export async function withChoices<R extends FormReply, A extends { country: string | null }>(
  current: RequestContext,
  reply: R,
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

/**
 * Returns `BE` of `DE-BE`. Returns undefined for a region of another country, which a form without script may still
 * send.
 */
export function regionCode(region: string | undefined, country: string): string | undefined {
  return region?.startsWith(`${country}-`) ? region.slice(country.length + 1) : undefined;
}
