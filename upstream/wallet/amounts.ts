import type { Language } from '../http/env';
import { decimal } from '../ledger/ledger';

/** Minor units of a decimal string of the wire: `1599.34` is 159934. */
export const minorUnitsOf = (amount: string): bigint => BigInt(amount.replace('.', ''));

/** An amount in words for mails and messages: `€1,599.34`, `1.599,34 €`. Minor units. */
export const inWords = (amount: bigint, currency: string, language: Language): string =>
  new Intl.NumberFormat(language === 'de' ? 'de-DE' : 'en-GB', { style: 'currency', currency }).format(
    decimal(amount, currency) as Intl.StringNumericLiteral,
  );
