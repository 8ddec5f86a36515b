import { allCountries } from 'country-region-data';
import type { Language } from '../page/modules';

/** European Union, EEA, Switzerland and the United Kingdom. Nearly all members live there. */
const NEAR = new Set(
  'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

const lists = new Map<Language, { value: string; label: string }[]>();

/**
 * Returns countries, named and sorted in the visitor's language. `near` keeps a page within its first-load budget.
 * `all` has every country and several territories.
 */
export function listCountries(language: Language, which: 'near' | 'all') {
  const all = lists.get(language) ?? nameCountries(language);
  lists.set(language, all);
  return which === 'all' ? all : all.filter(({ value }) => NEAR.has(value));
}

function nameCountries(language: Language) {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const all = allCountries.map(([name, code]) => ({ value: code, label: names.of(code) ?? name }));
  return all.sort((a, b) => a.label.localeCompare(b.label, language));
}
