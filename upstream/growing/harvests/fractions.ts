/**
 * The figures of a harvest that are no whole cents, as decimal strings. They are exact or cut off, and never floats.
 * Amounts are minor units.
 */

/** The pool divided by the plants, with four decimals. */
export const perPlant = (pool: bigint, plants: bigint): string =>
  plants === 0n ? '0.0000' : cutOff(pool, plants * 100n, 4);

/** What rounding the pool down took. It is exact: a share of whole percents needs four decimals, any other six. */
export function poolFraction({ surplus, memberShare, pool }: { surplus: bigint; memberShare: bigint; pool: bigint }) {
  const decimals = memberShare % 100n === 0n ? 4 : 6;
  const rest = pool === 0n && surplus <= 0n ? 0n : surplus * memberShare - pool * 10_000n;
  return cutOff(rest, 1_000_000n, decimals);
}

/** A member's part before and after rounding. `remainder` is in parts of a cent, one for each plant of all. */
export function memberPart({
  pool,
  plants,
  own,
  payout,
}: {
  pool: bigint;
  plants: bigint;
  own: bigint;
  payout: bigint;
}) {
  const remainder = (pool * own) % plants;
  return {
    exact: cutOff(pool * own, plants * 100n, 4),
    fraction: cutOff(remainder, plants * 100n, 4),
    remainder_cents: remainderCents(remainder, plants),
    got_cent: payout > (pool * own) / plants,
  };
}

/** A remainder in cents with two decimals. */
export const remainderCents = (remainder: bigint, plants: bigint): string => cutOff(remainder, plants, 2);

/** A quotient rounded to so many decimals; half a unit rounds up. */
export const rounded = (dividend: bigint, divisor: bigint, decimals: number): string =>
  cutOff(dividend * 2n * 10n ** BigInt(decimals) + divisor, divisor * 2n * 10n ** BigInt(decimals), decimals);

/** A quotient, not negative, cut off after so many decimals: 2 of 3 with four is `0.6666`. */
function cutOff(dividend: bigint, divisor: bigint, decimals: number): string {
  const units = (dividend * 10n ** BigInt(decimals)) / divisor;
  const digits = String(units).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
