export type Language = 'en' | 'de';

/** A decimal as on the wire ("1599.34"), or a whole number. Floats are refused, because a float never holds money. */
export type Decimal = string | bigint | number;

/** The specification's kinds of figures (section 9, Numbers), with their decimals. */
const DECIMALS = {
  currency: 2,
  fiat: 2,
  cannabis: 2,
  naturalCurrency: 0,
  plants: 0,
  members: 0,
  plantCurrency: 0,
  natural: 0,
  crypto: 0,
} as const;

export type NumberKind = keyof typeof DECIMALS;

const MARKS = {
  en: { group: ',', decimal: '.' },
  de: { group: '.', decimal: ',' },
} as const;

const SYMBOLS: Record<string, string> = { EUR: '€', USD: '$', GBP: '£' };
const SATOSHI_SCALE = 8;
const MINUS = '\u2212';
const NO_BREAK_SPACE = '\u00a0';

export interface MoneyOptions {
  /** Writes + before incoming money. Outgoing money always has its minus. */
  signed?: boolean;
  /** Leaves the decimals out, for axes and round sums. */
  natural?: boolean;
  /** More decimals, for fractions of a cent. */
  decimals?: number;
}

/**
 * Returns an amount with its currency: `€1,599.34` in English, `1.599,34 €` in German. Bitcoin is shown in whole
 * satoshi.
 */
export function formatMoney(amount: Decimal, currency: string, language: Language, options: MoneyOptions = {}): string {
  const bitcoin = currency === 'BTC';
  const usual = options.natural ? DECIMALS.naturalCurrency : DECIMALS.currency;
  const scale = bitcoin ? 0 : (options.decimals ?? usual);
  const units = bitcoin ? toUnits(amount, SATOSHI_SCALE) : toUnits(amount, scale);
  const figure = groupDigits(magnitude(units), scale, language);
  return signOf(units, options.signed) + withCurrency(figure, bitcoin ? 'sat' : currency, language);
}

/** Returns the exact bitcoin of an amount in satoshi, for detail pages: 184250 → `0.00184250 BTC`. */
export function formatBitcoin(satoshi: bigint | number, language: Language): string {
  const units = toUnits(satoshi, 0);
  return `${signOf(units)}${groupDigits(magnitude(units), SATOSHI_SCALE, language)}${NO_BREAK_SPACE}BTC`;
}

/** Returns a decimal of the wire as fields of other programs take it, without groups: `1599,34`. */
export const formatPlain = (amount: string, language: Language): string => amount.replace('.', MARKS[language].decimal);

/** Returns a figure without a unit. `crypto` takes satoshi. Half a unit rounds away from zero. */
export function formatNumber(value: Decimal, kind: NumberKind, language: Language): string {
  const units = toUnits(value, DECIMALS[kind]);
  return signOf(units) + groupDigits(magnitude(units), DECIMALS[kind], language);
}

/** Returns a whole number with its unit. Grams above 1000 become kilograms: 1500 g → `1.5 kg`. */
export function formatUnit(value: Decimal, unit: string, language: Language): string {
  const units = toUnits(value, 0);
  const heavy = unit === 'g' && magnitude(units) > 1000n;
  const figure = groupDigits(magnitude(units), heavy ? 3 : 0, language);
  const short = heavy ? figure.replace(/0+$/, '').replace(/[.,]$/, '') : figure;
  return `${signOf(units)}${short}${NO_BREAK_SPACE}${heavy ? 'kg' : unit}`;
}

export function zeroPad(value: bigint | number | string, width: number): string {
  return String(value).padStart(width, '0');
}

export function firstFour(text: string): string {
  return [...text].slice(0, 4).join('');
}

export function lastFour(text: string): string {
  return [...text].slice(-4).join('');
}

function toUnits(value: Decimal, scale: number): bigint {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new RangeError(`Not a whole number: ${value}`);
  const match = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(String(value));
  if (!match) throw new RangeError(`Not a decimal: ${value}`);
  const [, sign, whole = '0', fraction = ''] = match;
  const kept = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  const rounded = (fraction[scale] ?? '0') >= '5' ? kept + 1n : kept;
  return sign === '-' ? -rounded : rounded;
}

function magnitude(units: bigint): bigint {
  return units < 0n ? -units : units;
}

function signOf(units: bigint, signed = false): string {
  if (units < 0n) return MINUS;
  return signed && units > 0n ? '+' : '';
}

function groupDigits(units: bigint, scale: number, language: Language): string {
  const digits = units.toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, MARKS[language].group);
  return scale === 0 ? grouped : grouped + MARKS[language].decimal + digits.slice(-scale);
}

function withCurrency(figure: string, currency: string, language: Language): string {
  const symbol = SYMBOLS[currency];
  if (language === 'en' && symbol) return symbol + figure;
  if (language === 'en' && currency !== 'sat') return currency + NO_BREAK_SPACE + figure;
  return figure + NO_BREAK_SPACE + (symbol ?? currency);
}

/** Returns a text such as `DE•• •••• 3000` with spaces at which no line breaks. */
export const onOneLine = (text: string): string => text.replaceAll(' ', NO_BREAK_SPACE);
