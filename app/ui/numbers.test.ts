import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  firstFour,
  formatBitcoin,
  formatMoney,
  formatNumber,
  formatPlain,
  formatUnit,
  lastFour,
  zeroPad,
} from './numbers';

const cents = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
const decimal = (units: bigint): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(3, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

describe('formatMoney', () => {
  it('writes each language its way', () => {
    expect(formatMoney('1599.34', 'EUR', 'de')).toBe('1.599,34\u00a0€');
    expect(formatMoney('1599.34', 'EUR', 'en')).toBe('€1,599.34');
    expect(formatMoney('0.00', 'EUR', 'en')).toBe('€0.00');
    expect(formatMoney('1234567.8', 'CHF', 'de')).toBe('1.234.567,80\u00a0CHF');
    expect(formatMoney('1234567.8', 'CHF', 'en')).toBe('CHF\u00a01,234,567.80');
  });

  it('marks what goes out with a true minus, and what comes in with + when asked', () => {
    expect(formatMoney('-18.00', 'EUR', 'en')).toBe('−€18.00');
    expect(formatMoney('-18.00', 'EUR', 'de')).toBe('−18,00\u00a0€');
    expect(formatMoney('7.45', 'EUR', 'en', { signed: true })).toBe('+€7.45');
    expect(formatMoney('0.00', 'EUR', 'en', { signed: true })).toBe('€0.00');
    expect(formatMoney('-0.001', 'EUR', 'en')).toBe('€0.00');
  });

  it('rounds half away from zero where decimals are left out', () => {
    expect(formatMoney('2831.50', 'EUR', 'de', { natural: true })).toBe('2.832\u00a0€');
    expect(formatMoney('-2831.50', 'EUR', 'de', { natural: true })).toBe('−2.832\u00a0€');
    expect(formatMoney('999.995', 'EUR', 'en')).toBe('€1,000.00');
  });

  it('shows bitcoin as satoshi, exact on demand', () => {
    expect(formatMoney('0.00184250', 'BTC', 'de')).toBe('184.250\u00a0sat');
    expect(formatMoney('0.00184250', 'BTC', 'en')).toBe('184,250\u00a0sat');
    expect(formatBitcoin(184250n, 'de')).toBe('0,00184250\u00a0BTC');
  });

  it('refuses floats and what is no decimal', () => {
    for (const bad of [0.1, Number.NaN, '1e9', '1,5', '', ' 1', '.5', '１']) {
      expect(() => formatMoney(bad, 'EUR', 'en')).toThrow(RangeError);
    }
  });

  it('keeps every cent through both languages', () => {
    fc.assert(
      fc.property(cents, (units) => {
        const english = formatMoney(decimal(units), 'EUR', 'en').replace('€', '').replace('−', '-').replaceAll(',', '');
        const german = formatMoney(decimal(units), 'EUR', 'de').replace('\u00a0€', '').replace('−', '-');
        expect(english).toBe(decimal(units));
        expect(german.replaceAll('.', '').replace(',', '.')).toBe(decimal(units));
      }),
    );
  });

  it('groups by three from the right, and only by three', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), (value) => {
        expect(formatNumber(value, 'natural', 'de')).toMatch(/^\d{1,3}(\.\d{3})*$/);
        expect(formatNumber(value, 'natural', 'en').replaceAll(',', '.')).toBe(formatNumber(value, 'natural', 'de'));
      }),
    );
  });
});

describe('formatNumber', () => {
  it('knows the decimals of each kind', () => {
    expect(formatNumber('1234.5', 'fiat', 'en')).toBe('1,234.50');
    expect(formatNumber('12.345', 'cannabis', 'de')).toBe('12,35');
    expect(formatNumber('12.5', 'naturalCurrency', 'de')).toBe('13');
    expect(formatNumber(4321, 'members', 'de')).toBe('4.321');
    expect(formatNumber(184250, 'crypto', 'en')).toBe('184,250');
  });
});

describe('formatUnit', () => {
  it('turns grams above 1000 into kilograms', () => {
    expect(formatUnit(1000, 'g', 'en')).toBe('1,000\u00a0g');
    expect(formatUnit(1001, 'g', 'de')).toBe('1,001\u00a0kg');
    expect(formatUnit(1500, 'g', 'en')).toBe('1.5\u00a0kg');
    expect(formatUnit('2000.2', 'g', 'de')).toBe('2\u00a0kg');
    expect(formatUnit(1500, 'ml', 'de')).toBe('1.500\u00a0ml');
  });

  it('loses no gram', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1001, max: 999_999 }), (grams) => {
        const [figure = '', unit] = formatUnit(grams, 'g', 'en').split('\u00a0');
        expect(unit).toBe('kg');
        expect(Math.round(Number(figure.replaceAll(',', '')) * 1000)).toBe(grams);
      }),
    );
  });
});

it('pads and shortens', () => {
  expect(zeroPad(7, 3)).toBe('007');
  expect(zeroPad(1234, 3)).toBe('1234');
  expect(firstFour('DE88509999990004417308')).toBe('DE88');
  expect(lastFour('DE88509999990004417308')).toBe('7308');
  expect(lastFour('abc')).toBe('abc');
});

it('writes an amount as the fields of a bank take it', () => {
  expect([formatPlain('1500.00', 'de'), formatPlain('1500.00', 'en')]).toEqual(['1500,00', '1500.00']);
});
