import { walletConfig } from '../wallet.config';
import type { OrderType } from './order-steps';
import { addBankWorkingDays } from './target-calendar';

/** The clocks of the club's bank. */
const zone = 'Europe/Berlin';
const dayMs = 24 * 60 * 60_000;
const bankWorkingDays = 3;

/**
 * When an order that nobody pays expires: a deposit after its days to the minute, everything else, for which something
 * is reserved, at the end of the third bank working day (product/wallet.md, "Order").
 */
export function expiryOf(type: OrderType, now: Date): Date {
  if (type === 'deposit') return new Date(now.getTime() + walletConfig.deposit.expires_after_days * dayMs);
  return endOf(addBankWorkingDays(dayIn(now), bankWorkingDays));
}

/** The calendar day in Berlin. */
export const dayIn = (at: Date): string => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at);

/** The last second of a day in Berlin; an hour before or after midnight UTC, whatever the season. */
function endOf(day: string): Date {
  const seasons = ['+02:00', '+01:00'].map((offset) => new Date(`${day}T23:59:59${offset}`));
  return seasons.find((at) => clockIn(at) === `${day} 23:59:59`) as Date;
}

const clockIn = (at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
