import { useFormat } from './format';
import { type Decimal, formatMoney, type Language, type MoneyOptions } from './numbers';

export interface MoneyProps extends MoneyOptions {
  /** Decimal string as on the wire. */
  amount: Decimal;
  currency: string;
  /** Other than the page's. */
  language?: Language;
}

/** What comes in is green with +, what goes out is ink with −: spending is no error. */
export function Money({ amount, currency, language, signed, natural }: MoneyProps) {
  const page = useFormat();
  const text = formatMoney(amount, currency, language ?? page.language, { signed, natural });
  return <span className={text.startsWith('+') ? 'num in' : 'num'}>{text}</span>;
}
