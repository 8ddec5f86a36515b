/** When an answer may be expected, in words (docs/product/support.md#contact). */
import type { AnswerTime } from '../../upstream/contract/support-answer-time';
import { calendarDayIn, clockTimeIn } from '../ui/dates';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** `time` is a clock time such as `16:00`, `day` a calendar day in the club's zone. A `weekday` is one of the next six days. */
export type AnswerWords =
  | { kind: 'today'; time: string }
  | { kind: 'tomorrow'; time: string }
  | { kind: 'tomorrow_morning' }
  | { kind: 'weekday' | 'day'; day: string; time: string }
  | { kind: 'weekday_morning' | 'day_morning'; day: string };

/** Returns the moment as people say it: today or tomorrow before a full hour, a morning, or a day. */
export function answerWords(
  { expected_by, hours: { time_zone: zone } }: Pick<AnswerTime, 'expected_by' | 'hours'>,
  now: number,
): AnswerWords {
  const expected = Date.parse(expected_by);
  const day = calendarDayIn(expected, zone);
  const time = clockTimeIn(Math.ceil(expected / HOUR_MS) * HOUR_MS, zone);
  const isMorning = clockTimeIn(expected, zone) <= '12:00';
  const days = Math.round((Date.parse(day) - Date.parse(calendarDayIn(now, zone))) / DAY_MS);
  if (days <= 0) return { kind: 'today', time };
  if (days === 1) return isMorning ? { kind: 'tomorrow_morning' } : { kind: 'tomorrow', time };
  const kind = days < 7 ? 'weekday' : 'day';
  return isMorning ? { kind: `${kind}_morning`, day } : { kind, day, time };
}

/**
 * Returns the median of the first answers in working hours or, from a working day on, in working days, rounded up. Null
 * if the club has too few answers for one.
 */
export function medianWords({
  median_minutes: minutes,
  hours,
}: Pick<AnswerTime, 'median_minutes' | 'hours'>): { unit: 'hours' | 'days'; count: number } | null {
  if (minutes === null) return null;
  const workingDay = minutesOf(hours.until) - minutesOf(hours.from);
  if (minutes > workingDay) return { unit: 'days', count: Math.ceil(minutes / workingDay) };
  return { unit: 'hours', count: Math.max(1, Math.ceil(minutes / 60)) };
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Whether the days follow each other, so that the first and the last name them all. */
export const areInARow = (days: readonly number[]): boolean =>
  days.length > 2 && days.every((day, index) => index === 0 || day === (days[index - 1] ?? 0) + 1);
