import type { Language } from '../http/env';
import { decimal } from '../ledger/ledger';

/** Converts a decimal string of the wire to minor units: `1599.34` becomes 159934. */
export const minorUnitsOf = (amount: string): bigint => BigInt(amount.replace('.', ''));

/** Formats minor units for mails and messages: `€1,599.34`, `1.599,34 €`. */
export const inWords = (amount: bigint, currency: string, language: Language): string =>
  formatOf(currency, language).format(decimal(amount, currency) as Intl.StringNumericLiteral);

/** Making a format takes a hundred times as long as using it. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string, language: Language): Intl.NumberFormat {
  const locale = language === 'de' ? 'de-DE' : 'en-GB';
  const key = `${locale} ${currency}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency });
  formats.set(key, format);
  return format;
}

/** Returns the sum of a list in euros, which each row of a page carries in minor units. Null for a page without rows. */
export const sumIn = ([first]: { sum: string }[]): string | null => (first ? decimal(BigInt(first.sum), 'EUR') : null);
