/** Sums of decimal strings of the wire, such as `1599.34`. */

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));

const decimal = (units: bigint): string => {
  const digits = String(units).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Returns the price of an order, and what of it the balance and a transfer pay. */
export function priceOf(each: string, quantity: number, fromBalance: string) {
  const total = cents(each) * BigInt(quantity);
  return { total: decimal(total), toTransfer: decimal(total - cents(fromBalance)) };
}

/** Returns what the available balance can pay of an order. */
export function coveredBy(available: string, each: string, quantity: number): string {
  const total = cents(each) * BigInt(quantity);
  return decimal(cents(available) < total ? cents(available) : total);
}
