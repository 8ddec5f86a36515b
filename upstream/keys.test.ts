import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keyedHash, newToken, purposeKeys, seal, unseal, verifyKeyedHash } from './keys';

const secrets = ['the newest secret', 'an older secret'];

it('derives another key for every purpose and secret', () => {
  const keys = ['a', 'b'].flatMap((purpose) => purposeKeys(secrets, purpose)).map((key) => key.toString('hex'));
  expect(new Set(keys).size).toBe(4);
  expect(purposeKeys(['the newest secret'], 'a')[0]).toEqual(purposeKeys(secrets, 'a')[0]);
  expect(() => purposeKeys([], 'a')).toThrow();
});

it('opens what it sealed, with old secrets too, and nothing that was changed or moved', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.nat(), (plain, context, place) => {
      const sealed = seal(purposeKeys(['an older secret'], 'x'), plain, context);
      expect(unseal(purposeKeys(secrets, 'x'), sealed, context)).toBe(Buffer.from(plain).toString());
      expect(() => unseal(purposeKeys(secrets, 'x'), sealed, `${context}.`)).toThrow();
      expect(() => unseal(purposeKeys(secrets, 'y'), sealed, context)).toThrow();
      const bytes = Buffer.from(sealed, 'base64url');
      const at = place % bytes.length;
      bytes[at] = (bytes[at] as number) ^ 1;
      expect(() => unseal(purposeKeys(secrets, 'x'), bytes.toString('base64url'), context)).toThrow();
    }),
  );
  expect(() => unseal(purposeKeys(secrets, 'x'), '', '')).toThrow();
});

it('accepts a keyed hash of any secret, and no other text', () => {
  const keys = purposeKeys(secrets, 'x');
  for (const key of keys) expect(verifyKeyedHash(keys, 'value', keyedHash(key, 'value'))).toBe(true);
  fc.assert(fc.property(fc.string(), (mac) => !verifyKeyedHash(keys, 'value', mac)));
});

it('makes tokens of 256 bits', () => {
  const tokens = Array.from({ length: 1000 }, newToken);
  expect(new Set(tokens).size).toBe(1000);
  expect(tokens.every((token) => /^[\w-]{43}$/.test(token))).toBe(true);
});
