/** Hundredths of a per cent in the whole. */
const whole = 10_000n;

/** Returns the part of an amount at a rate in hundredths of a per cent, rounded half to even to the cent. */
export function partOf(base: bigint, rate: number): bigint {
  const product = base * BigInt(rate);
  const down = product / whole;
  const twice = (product % whole) * 2n;
  const goesUp = twice > whole || (twice === whole && down % 2n === 1n);
  return goesUp ? down + 1n : down;
}
