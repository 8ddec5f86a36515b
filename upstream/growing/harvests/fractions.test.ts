import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memberPart, perPlant, poolFraction, remainderCents, rounded } from './fractions';

describe('the figures of the example in the design', () => {
  const pool = 4_891_700n;
  it('are those of a calculator', () => {
    expect(poolFraction({ surplus: 6_988_143n, memberShare: 7000n, pool })).toBe('0.0010');
    expect(perPlant(pool, 474n)).toBe('103.2004');
    expect(memberPart({ pool, plants: 474n, own: 4n, payout: 41_280n })).toEqual({
      ...{ exact: '412.8016', fraction: '0.0016', remainder_cents: '0.16' },
      got_cent: false,
    });
    expect(rounded(12_693_720n, 48_822n * 100n, 2)).toBe('2.60');
  });
});

describe('fractions', () => {
  it('are cut off, also where doubles would round', () => {
    expect(perPlant(999_999_999_999_999n, 7n)).toBe('1428571428571.4271');
    expect(remainderCents(99_999n, 100_000n)).toBe('0.99');
  });

  it('of a share that is not a whole percent are exact', () => {
    expect(poolFraction({ surplus: 12_345n, memberShare: 3333n, pool: 4114n })).toBe('0.005885');
  });

  it('are 0 where nothing is shared', () => {
    expect(poolFraction({ surplus: -5000n, memberShare: 7000n, pool: 0n })).toBe('0.0000');
    expect(perPlant(0n, 0n)).toBe('0.0000');
  });

  it('round half a unit up', () => {
    expect([rounded(1034n, 10n, 1), rounded(25n, 20n, 1), rounded(24n, 20n, 1), rounded(0n, 3n, 1)]).toEqual([
      ...['103.4', '1.3', '1.2'],
      '0.0',
    ]);
  });

  it('and whole cents are a part, for every pool', () => {
    const amounts = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 13n }), fc.bigInt({ min: 1n, max: 100_000n }));
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 1n, max: 100_000n }), fc.boolean(), ([pool, plants], some, hasCent) => {
        const own = some > plants ? plants : some;
        const cents = (pool * own) / plants;
        const part = memberPart({ pool, plants, own, payout: cents + (hasCent ? 1n : 0n) });
        const tenThousandths = (value: string) => BigInt(value.replace('.', ''));
        expect(tenThousandths(part.exact) - tenThousandths(part.fraction)).toBe(cents * 100n);
        expect(tenThousandths(part.remainder_cents)).toBe(tenThousandths(part.fraction));
        expect(part.got_cent).toBe(hasCent);
      }),
    );
  });
});
