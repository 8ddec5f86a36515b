import { useFormat } from './format';
import { type Decimal, formatMoney, type Language, type MoneyOptions } from './numbers';

export interface MoneyProps extends MoneyOptions {
  /** The decimal string of the wire. */
  amount: Decimal;
  currency: string;
  /** If it differs from the page's. */
  language?: Language;
}

/**
 * Incoming money is green with +. Outgoing money has the colour of the text with −, because spending is not an error.
 */
export function Money({ amount, currency, language, ...options }: MoneyProps) {
  const page = useFormat();
  const text = formatMoney(amount, currency, language ?? page.language, options);
  return <span className={text.startsWith('+') ? 'num in' : 'num'}>{text}</span>;
}
