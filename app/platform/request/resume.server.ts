import { isCountry, regionsOf } from '../../../upstream/contract/countries';
import { formatTime } from '../../ui/dates';
import { formatMoney } from '../../ui/numbers';
import type { Language } from '../page/modules';
import type { Carried } from './carry.server';
import { listCountries } from './countries.server';

/** A carried form for display, after the session was locked or terms needed agreement. */
export interface Resumed {
  path: string;
  /** The sealed form. */
  carry: string;
  values: { name: string; value: string }[];
  /** True for money: no button on another page sends it. The member reviews the filled-in form first. */
  mustReview: boolean;
}

const MONEY = /^\/(financial|growing\/sale)\//;
/** Fields that control a form, or say which button it was, and mean nothing to the member. */
const SILENT = new Set([
  ...['intent', 'id', 'before', 'closed', 'participant', 'list', 'vote', 'good', 'idempotency_key', 'return_to'],
  ...['etag', 'seen_status', 'remove', 'verification_intent', 'verification_again', '__intent__', '__state__'],
]);

/** The id of something that the form shows by its name. */
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function describeCarried({ path, fields }: Carried, carry: string, language: Language): Resumed {
  const shown = fields.filter(([name, value]) => !SILENT.has(name) && !ID.test(value));
  const values = shown.map(([name, value]) => ({
    name: name.replace('[]', ''),
    value: readable(name, value, language),
  }));
  return { path, carry, values, mustReview: MONEY.test(path) };
}

/** Returns a value as the form shows it, not as it is sent. Text that somebody typed stays as it is. */
function readable(name: string, value: string, language: Language): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)))
    return formatTime(value, 'date', language, 'UTC');
  if (/amount/.test(name) && /^\d+\.\d{2}$/.test(value)) return formatMoney(value, 'EUR', language);
  const [country = '', code] = value.split('-');
  if (name === 'region') return regionsOf(country).find((region) => region.code === code)?.name ?? value;
  if (name !== 'country' || !isCountry(value)) return value;
  return listCountries(language, 'all').find((option) => option.value === value)?.label ?? value;
}
