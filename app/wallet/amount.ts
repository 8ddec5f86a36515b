/** Amounts as people type them (docs/product/README.md#money). */
import { z } from 'zod';
import { formatNumber, type Language } from '../ui/numbers';

export type ParsedAmount =
  | { ok: true /** With two decimals: `1599.34`. */; amount: string }
  | { ok: false /** A key of `common`. */; key: string; values?: Record<string, string> };

const groupSign = { de: '.', en: ',' } as const;
/** The first match says why the text is not an amount, before its signs are read. */
const refusals: [found: RegExp, key: string][] = [
  [/[^\P{N}0-9]/u, 'form.amount.digits'],
  [/\d\s*e\s*[+-]?\d/i, 'form.amount.exponent'],
  [/\p{Pd}|\u2212/u, 'form.amount.minus'],
  [/\+/, 'form.amount.plus'],
  [/\p{Sc}|[A-Z]{3}/u, 'form.amount.currency'],
  [/[^\d.,' ]|^\D*$/u, 'form.amount.characters'],
  [/(\d\D*){13}/, 'form.amount.long'],
];

/**
 * Reads an amount in euro. The euro sign may stand beside it. Text with two possible readings is refused, and both
 * readings are the values of the refusal.
 */
export function parseAmount(text: string, language: Language): ParsedAmount {
  if (text.trim() === '') return { ok: false, key: 'form.required' };
  const typed = text
    .replace(/€|\beuro?\b/iu, ' ')
    .replace(/[’ʼ`´]/g, "'")
    .trim()
    .replace(/\s+/g, ' ');
  const refusal = refusals.find(([found]) => found.test(typed));
  return refusal ? { ok: false, key: refusal[1] } : readSigns(typed, language);
}

function readSigns(typed: string, language: Language): ParsedAmount {
  const [, whole, sign, decimals] = splitAtLastSign(typed);
  if (sign && decimals === '') return { ok: false, key: 'form.amount.unfinished' };
  const isGrouping = sign !== '' && decimals.length === 3 && isGrouped(typed);
  // A sign that occurs twice cannot be the decimal sign.
  if (isGrouping && (whole.includes(sign) || sign === groupSign[language])) return amountOf(typed, '');
  if (isGrouping) {
    const grouped = formatNumber(`${digitsOf(typed)}.00`, 'currency', language);
    const rounded = formatNumber(`${digitsOf(whole)}.${decimals}`, 'currency', language);
    return { ok: false, key: 'form.amount.two_readings', values: { typed, grouped, rounded } };
  }
  const areGroupsRight = /^\d*$/.test(whole) || (isGrouped(whole) && !(sign && whole.includes(sign)));
  if (!areGroupsRight || /\D/.test(decimals)) return { ok: false, key: 'form.amount.groups' };
  return decimals.length > 2 ? { ok: false, key: 'form.amount.decimals' } : amountOf(whole, decimals);
}

/** Splits `1.599,34` into `1.599`, `,` and `34`. Without a sign the last two are empty. */
const splitAtLastSign = (typed: string) =>
  (/^(.*)([.,])([^.,]*)$/.exec(typed) ?? [typed, typed, '', '']) as unknown as [string, string, '' | '.' | ',', string];

/** Tells whether the text is one to three digits without a leading 0, then groups of three after one kind of sign. */
const isGrouped = (typed: string) => /^[1-9]\d{0,2}([.,' ])(\d{3}\1)*\d{3}$/.test(typed);

const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';

const amountOf = (whole: string, decimals: string): ParsedAmount => ({
  ok: true,
  amount: `${digitsOf(whole)}.${decimals.padEnd(2, '0')}`,
});

/** A typed amount in the schema of a form, read in the member's language. Its value is like `1599.34`. */
export const amountField = (language: Language) =>
  z
    .string()
    .trim()
    .min(1)
    .transform((typed, context) => {
      const parsed = parseAmount(typed, language);
      if (parsed.ok) return parsed.amount;
      const { key, values } = parsed;
      context.issues.push({ code: 'custom', input: typed, params: { key, values } });
      return z.NEVER;
    });
