import { parseWithZod } from '@conform-to/zod/v4';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formatMoney } from '../ui/numbers';
import { amountField, parseAmount } from './amount';

const languages = ['en', 'de'] as const;
const read = (text: string, language: 'en' | 'de') => {
  const parsed = parseAmount(text, language);
  return parsed.ok ? parsed.amount : parsed.key.replace('form.amount.', '');
};

describe('an amount', () => {
  it.each<[typed: string, en: string, de?: string]>([
    ['1.599,34', '1599.34'],
    ['1,599.34', '1599.34'],
    ['1599.34', '1599.34'],
    ['1599,34', '1599.34'],
    ['1599,3', '1599.30'],
    ['1 599,34', '1599.34'],
    ['1\u00a0599,34', '1599.34'],
    ['1\u202f599.34', '1599.34'],
    ['1\u2009599', '1599.00'],
    ["1'599.34", '1599.34'],
    ['1’599,34', '1599.34'],
    ["12'345'678", '12345678.00'],
    [' 50 ', '50.00'],
    ['0050', '50.00'],
    ['0', '0.00'],
    ['0,00', '0.00'],
    ['0,05', '0.05'],
    [',50', '0.50'],
    ['1.599', 'two_readings', '1599.00'],
    ['1,599', '1599.00', 'two_readings'],
    ['100.000', 'two_readings', '100000.00'],
    ['1.234.567', '1234567.00'],
    ['1,234,567', '1234567.00'],
    ['1.234.567,89', '1234567.89'],
    ['123456789012', '123456789012.00'],
    ['1.234.567.890,12', '1234567890.12'],
    ['€ 50', '50.00'],
    ['50 EUR', '50.00'],
    ['50,00€', '50.00'],
    ['euro 50', '50.00'],
    ['$50', 'currency'],
    ['50 CHF', 'currency'],
    ['50 € €', 'currency'],
    ['', 'form.required'],
    [' \u00a0 ', 'form.required'],
    ['€', 'characters'],
    ['.', 'characters'],
    ['fifty', 'characters'],
    ['5o', 'characters'],
    ['1_000', 'characters'],
    ['(50)', 'characters'],
    ['0x10', 'characters'],
    ['50%', 'characters'],
    ['0,001', 'decimals'],
    ['0.599', 'decimals'],
    [',599', 'decimals'],
    ['1599.345', 'decimals'],
    ['1599,345', 'decimals'],
    ['1.599,345', 'decimals'],
    ['1 599.345', 'decimals'],
    ['1,5999', 'decimals'],
    ['50,', 'unfinished'],
    ['1.599,', 'unfinished'],
    ['-5', 'minus'],
    ['−5', 'minus'],
    ['–5', 'minus'],
    ['-€5', 'minus'],
    ['50,-', 'minus'],
    ['+5', 'plus'],
    ['1e9', 'exponent'],
    ['1E+9', 'exponent'],
    ['1,5e-9', 'exponent'],
    ['٥٠', 'digits'],
    ['５０', 'digits'],
    ['5०', 'digits'],
    ['1½', 'digits'],
    ['1234567890123', 'long'],
    ['12345678901,23', 'long', 'long'],
    ['9'.repeat(40), 'long'],
    ['1.599.34', 'groups'],
    ['12.34.567', 'groups'],
    ['1,5.9', 'groups'],
    ['1..5', 'groups'],
    ['1.599,34.5', 'groups'],
    ['1.599 000,50', 'groups'],
    ["1 599'000", 'groups'],
    ['15 99', 'groups'],
    ["1,5'9", 'groups'],
    ['0 599', 'groups'],
    ['1599.000,50', 'groups'],
  ])('typed as %j is %s in English', (typed, en, de = en) => {
    expect([read(typed, 'en'), read(typed, 'de')]).toEqual([en, de]);
  });

  it('that can be read in two ways is refused with both', () => {
    const values = { typed: '1.599', grouped: '1,599.00', rounded: '1.60' };
    expect(parseAmount('1.599', 'en')).toEqual({ ok: false, key: 'form.amount.two_readings', values });
    const german = { typed: '999,999', grouped: '999.999,00', rounded: '1.000,00' };
    expect(parseAmount(' 999,999 €', 'de')).toEqual({ ok: false, key: 'form.amount.two_readings', values: german });
  });

  it.each(languages)('as the pages print it is read as what it was, in %s', (language) => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n - 1n }), (cents) => {
        const amount = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
        expect(read(formatMoney(amount, 'EUR', language), language)).toBe(amount);
      }),
    );
  });

  it('is two decimals or a refusal, whatever was typed, and never what the typed digits are not', () => {
    const figures = fc.string({ unit: fc.constantFrom(..."0159.,' \u00a0€-+e"), maxLength: 14 });
    fc.assert(
      fc.property(
        fc.oneof(figures, fc.string({ unit: 'binary' })),
        fc.constantFrom(...languages),
        (typed, language) => {
          const parsed = parseAmount(typed, language);
          if (!parsed.ok) return;
          expect(parsed.amount).toMatch(/^(0|[1-9]\d*)\.\d\d$/);
          expect(parsed.amount.replace('.', '')).toContain(typed.replace(/\D/g, '').replace(/^0+/, ''));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('the field of an amount', () => {
  const parse = (amount: string) => {
    const body = new FormData();
    body.set('amount', amount);
    const schema = z.strictObject({ amount: amountField('en') });
    return parseWithZod(body, { schema, error: (issue) => (issue.params as { key: string }).key });
  };

  it('gives the wire’s decimal string', () => {
    const submission = parse(' €1,599.3 ');
    expect(submission.status === 'success' && submission.value).toEqual({ amount: '1599.30' });
  });

  it('keeps what was typed beside the refusal', () => {
    const result = parse(' 1.599').reply();
    expect(result.initialValue).toEqual({ amount: ' 1.599' });
    expect(result.error).toEqual({ amount: ['form.amount.two_readings'] });
  });
});
