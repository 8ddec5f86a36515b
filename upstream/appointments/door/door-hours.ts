/** When a door is open (docs/product/appointments-door.md#the-door). */
import { dayAfter, dayOf, startOfDay } from '../../wallet/wallet';
import type { AppointmentRow } from '../appointment-times';

type Times = Pick<AppointmentRow, 'startsAt' | 'endsAt' | 'timezone'>;

const dayMs = 24 * 60 * 60_000;

/** How long a door can be open at most before the start or after the end of its appointment, whatever the zone. */
export const longestAjarMs = 3 * dayMs;

/** The door opens with the day before the start, at the place. */
export function doorOpensAt({ startsAt, timezone }: Times): Date {
  const today = startOfDay(dayOf(startsAt, timezone), timezone);
  return startOfDay(dayOf(new Date(today.getTime() - 1), timezone), timezone);
}

/** It closes when the day after the end is over, at the place. */
const doorClosesAt = ({ endsAt, timezone }: Times): Date =>
  startOfDay(dayAfter(dayAfter(dayOf(endsAt, timezone))), timezone);

export const isDoorOpen = (times: Times, now: Date): boolean => doorOpensAt(times) <= now && now < doorClosesAt(times);

/**
 * Returns the time that counts for a scan, or null if the door is closed. The clock of a device may be wrong, so the
 * time is never later than now, and never before the door opens.
 * @param scannedAt of a device that had no network; it may send what it scanned after the door has closed
 */
export function timeAtDoor(times: Times, scannedAt: Date | undefined, now: Date): Date | null {
  const opensAt = doorOpensAt(times);
  const at = scannedAt && scannedAt < now ? scannedAt : now;
  if (now < opensAt || at >= doorClosesAt(times)) return null;
  return at < opensAt ? opensAt : at;
}
