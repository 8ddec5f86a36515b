/** Writes appointments as iCalendar (RFC 5545). Rules: docs/product/appointments-door.md#calendar. */
import createCalendar, {
  ICalAlarmType,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import type { Deps } from '../../deps';
import type { Language } from '../../http/env';
import type { AppointmentRow } from '../appointment-times';
import { titleIn } from '../show-appointment';
import { textsIn } from './calendar.texts';
import { type Entry, stateOf } from './entries';
import { blockOf, timesIn } from './time-zone';

/** How often calendar programs should ask, in seconds. */
const refreshSeconds = 3600;
/** How long before the start a calendar reminds, in seconds: to a place on site it takes a journey. */
const alarmSeconds = { onsite: 2 * 3600, online: 15 * 60 };

/** As much of a description as an entry has, in characters. The page has all of it. */
const longestDescription = 500;

const statuses = {
  canceled: ICalEventStatus.CANCELLED,
  tentative: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
};

/** Returns the file. It is the same for the same entries, whenever it is written. */
export function writeCalendar(
  { publicUrl, productName }: Deps['config'],
  entries: Entry[],
  language: Language,
): string {
  const calendar = createCalendar({
    name: textsIn(language).title(productName),
    prodId: '//Almende//Appointments//EN',
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
    timezone: { name: null, generator: blockOf },
  });
  for (const entry of entries) calendar.createEvent(eventOf(entry, publicUrl, language));
  return calendar.toString();
}

function eventOf(entry: Entry, publicUrl: string, language: Language): ICalEventData {
  const { appointment, steps } = entry;
  const { label, kind, startsAt, endsAt, timezone, location, sequence, updatedAt } = appointment;
  const title = titleIn(appointment, language);
  const state = stateOf(entry);
  const zoned = timesIn(timezone, [startsAt, endsAt]);
  const [start = startsAt, end = endsAt] = zoned.times;
  const stamp = new Date(Math.max(updatedAt.getTime(), Date.parse(steps.last)));
  const url = `${publicUrl}/appointment/ticket/${label}`;
  return {
    // The host is no part of it, because the club may move.
    id: `${label}@appointments.almende`,
    // Both parts only grow.
    sequence: sequence + steps.count - 1,
    ...{ stamp, lastModified: stamp, start, end, timezone: zoned.timezone, summary: title, url },
    location: location ?? textsIn(language).online,
    description: describe(entry, url, language),
    status: statuses[state],
    transparency: state === 'confirmed' ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
    alarms:
      state === 'confirmed'
        ? [{ type: ICalAlarmType.display, triggerBefore: alarmSeconds[kind], description: title }]
        : [],
  };
}

/** Returns what is not certain or why it is canceled, then what the club says, then where the ticket is. */
function describe({ appointment, status }: Entry, url: string, language: Language): string {
  const texts = textsIn(language);
  const uncertain: Partial<Record<Entry['status'], string>> = texts.uncertain;
  const reason = reasonIn(appointment, language);
  const news = reason === null ? uncertain[status] : texts.canceled(reason);
  const description = language === 'de' ? appointment.descriptionDe : appointment.description;
  return [news, shorten(description), texts.ticket(url)].filter(Boolean).join('\n\n');
}

/** Cuts at a space where there is one. */
const shorten = (text: string): string =>
  text.length <= longestDescription ? text : `${text.slice(0, longestDescription).replace(/\s+\S*$/, '')} …`;

const reasonIn = ({ canceledReason, canceledReasonDe }: AppointmentRow, language: Language): string | null =>
  language === 'de' ? canceledReasonDe : canceledReason;
