/** The file with which staff create an appointment: front matter, then sections. Format: docs/staff.md#appointments. */
import { BadFile, type MatterRules, readFrontMatter } from '../../club/front-matter';
import { appointmentKinds } from '../../contract/appointment-facts';
import { minorUnitsOf } from '../../wallet/wallet';
import type { appointments } from '../appointments.tables';
import { readSections } from './sections';
import { isClock, isZone, readClock } from './wall-clock';

export type AppointmentDraft = Omit<
  typeof appointments.$inferInsert,
  'label' | 'createdAt' | 'updatedAt' | 'staffId' | 'taken' | 'waiting' | 'sequence'
>;

const usualZone = 'Europe/Berlin';

const clock = { isRight: isClock, rule: 'is a time at the place such as 2026-12-05 18:00' };
const text = (longest: number) => ({
  isRight: (value: string) => value.length > 0 && value.length <= longest,
  rule: `has 1 to ${longest} characters`,
});
const priceRule = {
  isRight: (value: string) => /^\d{1,6}\.\d{2}$/.test(value) && minorUnitsOf(value) > 0n,
  rule: 'is an amount such as 18.00',
};
export const urlRule = {
  isRight: (value: string) => /^https:\/\/[^\s/]+\S*$/.test(value) && value.length <= 500 && URL.canParse(value),
  rule: 'begins with https://',
};
const optional = true as const;

const rules = {
  kind: { isRight: (value) => (appointmentKinds as readonly string[]).includes(value), rule: 'is onsite or online' },
  'title-en': text(120),
  'title-de': text(120),
  starts: clock,
  ends: clock,
  timezone: { isRight: isZone, rule: 'is the name of a time zone such as Europe/Berlin', optional },
  location: { ...text(200), optional },
  url: { ...urlRule, optional },
  capacity: { isRight: (value) => /^[1-9]\d{0,4}$/.test(value), rule: 'is a number from 1 to 99999' },
  price: { ...priceRule, optional },
  opens: { ...clock, optional },
  closes: { ...clock, optional },
  'cancel-until': { ...clock, optional },
  featured: { isRight: (value) => value === 'yes' || value === 'no', rule: 'is yes or no', optional },
} satisfies MatterRules;

/**
 * Reads a file. Registration opens now and closes at the start, unless it says otherwise.
 * @throws BadFile with the first line that is wrong
 */
export function parseAppointmentFile(file: string, now: Date): AppointmentDraft {
  const { matter, lines, end } = readFrontMatter(file, rules);
  const timezone = matter.timezone ?? usualZone;
  const at = (typed: string) => readClock(typed, timezone);
  const startsAt = at(matter.starts);
  const isOnline = matter.kind === 'online';
  if (startsAt <= now) throw new BadFile(1, `it begins in the past: ${matter.starts}`);
  if (isOnline === (matter.location !== undefined))
    throw new BadFile(1, 'one on site needs a location, and one online has none');
  if (!isOnline && matter.url) throw new BadFile(1, 'only an online appointment has a url');
  return {
    kind: isOnline ? 'online' : 'onsite',
    ...{ title: matter['title-en'], titleDe: matter['title-de'], timezone, startsAt, endsAt: at(matter.ends) },
    ...{ location: matter.location ?? null, onlineUrl: matter.url ?? null, capacity: Number(matter.capacity) },
    price: matter.price === undefined ? null : minorUnitsOf(matter.price),
    registrationOpensAt: matter.opens === undefined ? now : at(matter.opens),
    registrationClosesAt: matter.closes === undefined ? startsAt : at(matter.closes),
    cancelableUntil: matter['cancel-until'] === undefined ? startsAt : at(matter['cancel-until']),
    isFeatured: matter.featured === 'yes',
    ...readSections(lines, end + 1, { startsAt, timezone }),
  };
}
