import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainCopy } from './plain-copy';

const readAsJson = (value: unknown) => JSON.parse(JSON.stringify(value));

it('copies any JSON as writing and reading it does', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(plainCopy(JSON.parse(text))).toEqual(readAsJson(JSON.parse(text)));
    }),
  );
});

it.each([
  { at: new Date(0), left: undefined, none: null },
  [undefined, Number.NaN, Number.POSITIVE_INFINITY, -1.5],
  { deep: [{ toJSON: () => ({ at: new Date(1), gone: undefined }) }] },
  { call: () => 1, sign: Symbol('a'), list: [() => 1, Symbol('a')], gone: { toJSON: () => undefined } },
  Object.assign([1], { length: 3 }),
  JSON.parse('{"__proto__": {"isStaff": true}}'),
])('copies %j as writing and reading its JSON does', (value) => {
  expect(plainCopy(value)).toStrictEqual(readAsJson(value));
});

it('refuses an amount that was not written as text', () => {
  expect(() => plainCopy({ amount: 150n })).toThrow(TypeError);
});

it('shares nothing with the value, and lets no field become a prototype', () => {
  const value = { list: [{ name: 'a' }], ...JSON.parse('{"__proto__": {"isStaff": true}}') };
  const copy = plainCopy(value) as typeof value;
  expect(copy.list).not.toBe(value.list);
  expect(copy.list[0]).not.toBe(value.list[0]);
  expect((plainCopy(JSON.parse('{"__proto__": {"isStaff": true}}')) as { isStaff?: true }).isStaff).toBeUndefined();
});
