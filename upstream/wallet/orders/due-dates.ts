import { walletConfig } from '../wallet.config';
import type { OrderType } from './order-steps';
import { addBankWorkingDays } from './target-calendar';

/** The time zone of the club's bank. */
const zone = 'Europe/Berlin';
const dayMs = 24 * 60 * 60_000;
const bankWorkingDays = 3;

/**
 * Returns when an unpaid order expires (docs/product/wallet.md#order). A deposit expires a number of days after `now`,
 * to the minute. Every other order reserves something and expires at the end of the third bank working day.
 */
export function expiryOf(type: OrderType, now: Date): Date {
  if (type === 'deposit') return new Date(now.getTime() + walletConfig.deposit.expires_after_days * dayMs);
  return endOf(addBankWorkingDays(dayIn(now), bankWorkingDays));
}

const days = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
/** Returns the calendar day in Berlin. */
export const dayIn = (at: Date): string => days.format(at);

/** Returns the last second of a day in Berlin. It tries the UTC offsets of both seasons. */
function endOf(day: string): Date {
  const seasons = ['+02:00', '+01:00'].map((offset) => new Date(`${day}T23:59:59${offset}`));
  return seasons.find((at) => clockIn(at) === `${day} 23:59:59`) as Date;
}

const seconds = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
const clockIn = (at: Date): string => seconds.format(at);
