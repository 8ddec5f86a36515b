/** Good values of a JSON schema, those at and beyond its bounds, and values that no call expects. */
import fc from 'fast-check';

/** What the document uses of JSON schema. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Values {
  good: fc.Arbitrary<unknown>;
  bounds: unknown[];
}

const int32 = 2 ** 31;
const numbers = [0, -1, 1.5, int32 - 1, int32, -int32, -int32 - 1, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 1e308, -1e308];
const texts = [
  ...['', ' ', '0', '-1', '2147483648', '9223372036854775808', '1e400', 'NaN', 'Infinity', 'null', 'undefined'],
  ...[
    '\ud800',
    'a\udfffb',
    '\udc00\ud800',
    '\0',
    'a\0b',
    '\\u0000',
    '\ufeff',
    '\uffff',
    '\u202e',
    '💥',
    '\r\n',
    '\x7f',
  ],
  ...["'", '"', '\\', '%', '%_', '%00', '%ff', '%', '../..', '/', '?', '#', '&', ';', "' or 1=1 --", '{{7*7}}', '{}'],
  ...['9999-12-31', '0000-00-00', '275760-09-13', '2026-02-30', '0001-01-01T00:00:00Z', '+275760-09-13T00:00:00.001Z'],
  ...['x'.repeat(256), 'ü'.repeat(5000), 'a '.repeat(200), '1'.repeat(400), '__proto__', 'constructor'],
];
const others = [null, true, false, [], {}, [null], { a: {} }, [[[]]], { length: 1e9 }];

export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...texts) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...numbers) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(...others) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
);

const known = new WeakMap<Schema, Values>();

/** Expects a schema without references. */
export function valuesOf(schema: Schema): Values {
  const values = known.get(schema) ?? makeValues(schema);
  known.set(schema, values);
  return values;
}

function makeValues(schema: Schema): Values {
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return unite(several.map(valuesOf));
  if (schema.allOf) return unite(schema.allOf.map(valuesOf));
  if (schema.const !== undefined) return { good: fc.constant(schema.const), bounds: [null, 'other'] };
  if (schema.enum) return { good: fc.constantFrom(...schema.enum), bounds: ['other', null, 0] };
  const type = [schema.type].flat().find((name) => name !== 'null');
  if (type === 'integer' || type === 'number') return ofNumber(schema);
  if (type === 'boolean') return { good: fc.boolean(), bounds: [null, 'true', 1] };
  if (type === 'array') return ofArray(schema);
  if (type === 'object') return ofObject(schema);
  return ofText(schema);
}

const unite = (all: Values[]): Values => ({
  good: fc.oneof(...all.map(({ good }) => good)),
  bounds: all.flatMap(({ bounds }) => bounds),
});

function ofNumber({ minimum = 1, maximum = int32 - 1, exclusiveMinimum }: Schema): Values {
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1;
  const small = Math.min(maximum, Math.max(least, 0) + 4);
  return {
    good: fc.integer({ min: Math.max(least, -int32), max: small }),
    bounds: [least, least - 1, maximum, maximum + 1, 1.5, int32, -int32 - 1, 2 ** 53, 1e308, '1', null],
  };
}

function ofArray({ items = {}, minItems = 0, maxItems = 5 }: Schema): Values {
  const { good, bounds } = valuesOf(items);
  const [one] = fc.sample(good, { seed: 1, numRuns: 1 });
  return {
    good: fc.array(good, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) }),
    bounds: [
      [],
      Array(maxItems).fill(one),
      Array(maxItems + 1).fill(one),
      null,
      'x',
      {},
      ...bounds.slice(0, 3).map((each) => [each]),
    ],
  };
}

/** What a pattern alone hardly ever gives: an amount that a member has, the password of the demo club. */
const byName: Record<string, fc.Arbitrary<unknown>> = {
  amount: fc.constantFrom('50.00', '100.00'),
  from_balance: fc.constantFrom('0.00', '10.00'),
  email: fc.constantFrom('anna@example.org', 'nobody@example.org'),
  password: fc.constantFrom('almende-demo', 'another-password-42'),
};

function ofObject({ properties = {}, required = [] }: Schema): Values {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const good = byName[name] ?? valuesOf(schema).good;
    return [name, required.includes(name) ? good : fc.option(good, { nil: undefined })] as const;
  });
  return { good: fc.record(Object.fromEntries(fields)), bounds: [{}, [], null, '', { unknown: 1 }] };
}

const byFormat: Record<string, fc.Arbitrary<string>> = {
  date: fc.constantFrom('2026-11-20', '1979-04-12', '2028-02-29', '9999-12-31'),
  'date-time': fc.constantFrom('2026-11-20T09:41:00.000000Z', '9999-12-31T23:59:59+14:00'),
  email: fc.constantFrom('anna@example.org', 'nobody@example.org'),
  uuid: fc.constantFrom('01975c5e-0000-7000-8000-000000000001', '00000000-0000-0000-0000-000000000000'),
  uri: fc.constantFrom('https://example.org/'),
};

function ofText({ format = '', pattern, minLength = 0, maxLength = 60 }: Schema): Values {
  const plain = fc.string({ unit: 'grapheme-ascii', minLength, maxLength: Math.min(maxLength, minLength + 20) });
  const good = byFormat[format] ?? (pattern ? matching(pattern, plain) : plain);
  const edges = [maxLength, maxLength + 1].map((length) => 'x'.repeat(length));
  return { good, bounds: ['', ...edges, '\ud800', 'a\0', '2147483648', null] };
}

/** A pattern that the generator cannot read gives any text. */
function matching(pattern: string, other: fc.Arbitrary<string>): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    return other;
  }
}
