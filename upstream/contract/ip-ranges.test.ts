import { describe, expect, it } from 'vitest';
import { canonicalRange, isWithin } from './ip-ranges';

describe('the canonical form', () => {
  it.each([
    ['192.0.2.9', '192.0.2.9'],
    ['192.0.2.9/32', '192.0.2.9'],
    ['192.0.2.77/24', '192.0.2.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:C000:0201', '192.0.2.1'],
    ['::ffff:192.0.2.77/120', '192.0.2.0/24'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['2001:db8::1/128', '2001:db8::1'],
    ['2001:db8:ffff::/32', '2001:db8::/32'],
    ['64:ff9b::1.2.3.4/96', '64:ff9b::/96'],
    ['::', '::'],
  ])('of %s is %s', (typed, canonical) => {
    expect(canonicalRange(typed)).toBe(canonical);
    expect(canonicalRange(canonical)).toBe(canonical);
  });

  it.each([
    '',
    'localhost',
    '1.2.3',
    '256.1.1.1',
    '01.2.3.4',
    '1.2.3.4/33',
    '1.2.3.4/',
    '1.2.3.4/-1',
    '1.2.3.4/24/8',
    '1.2.3.4-1.2.3.9',
    '2001:db8::/129',
    '::ffff:1.2.3.4/90',
    'fe80::1%eth0',
    '[::1]',
    '1.2.3.4:80',
  ])('there is none of %j', (typed) => expect(canonicalRange(typed)).toBeNull());
});

describe('an address', () => {
  const ranges = ['192.0.2.0/24', '198.51.100.7', '2001:db8::/32'];

  it.each(['192.0.2.0', '192.0.2.255', '198.51.100.7', '::ffff:192.0.2.5', '2001:db8:1::1'])('%s is within', (ip) =>
    expect(isWithin(ranges, ip)).toBe(true),
  );

  it.each(['192.0.3.0', '198.51.100.8', '2001:db9::1', '::ffff:198.51.100.8', '::192.0.2.5', 'unknown', null])(
    '%s is not',
    (ip) => expect(isWithin(ranges, ip)).toBe(false),
  );
});
