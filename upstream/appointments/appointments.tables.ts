import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { appointmentKinds } from '../contract/appointment-facts';
import { currency, instant, label, minorUnits } from '../database/columns';
import { users } from '../members/members.tables';

type InBoth = { en: string; de: string };

export interface ProgrammeItem {
  /** ISO 8601, in UTC. */
  at: string;
  title: InBoth;
  note?: InBoth;
}

export interface Speaker {
  name: string;
  about: InBoth;
}

const kinds = appointmentKinds.map((kind) => `'${kind}'`).join(', ');

/** What the club invites to. Triggers keep `taken`, `waiting` and `sequence`, and nobody can take more than there is. */
export const appointments = pgTable(
  'appointments',
  {
    label: label().primaryKey(),
    kind: text({ enum: appointmentKinds }).notNull(),
    title: text().notNull(),
    titleDe: text().notNull(),
    /** The text as staff wrote it in Markdown, and the same as HTML. */
    description: text().notNull(),
    descriptionDe: text().notNull(),
    descriptionHtml: text().notNull(),
    descriptionHtmlDe: text().notNull(),
    programme: jsonb().$type<ProgrammeItem[]>().notNull().default([]),
    speakers: jsonb().$type<Speaker[]>().notNull().default([]),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    /** IANA name of the zone of the place. */
    timezone: text().notNull(),
    location: text(),
    onlineUrl: text(),
    /** How many people there is room for, guests included. */
    capacity: integer().notNull(),
    /** The price of one place; null if it is free. It never changes. */
    price: minorUnits(),
    currency: currency(),
    registrationOpensAt: instant().notNull(),
    registrationClosesAt: instant().notNull(),
    cancelableUntil: instant().notNull(),
    isFeatured: boolean().notNull().default(false),
    /** Places of tickets that hold one. */
    taken: integer().notNull().default(0),
    /** Parties on the waiting list. */
    waiting: integer().notNull().default(0),
    /** `SEQUENCE` of its calendar entry: grows with each change that calendars show. */
    sequence: integer().notNull().default(0),
    canceledAt: instant(),
    canceledReason: text(),
    canceledReasonDe: text(),
    /** When its holders were reminded. */
    remindedAt: instant(),
    /** When the tickets of those who did not come were closed. */
    finishedAt: instant(),
    createdAt: instant().notNull(),
    /** When it last changed for members. */
    updatedAt: instant().notNull(),
    /** Null for the demo club. */
    staffId: integer().references(() => users.id, { onDelete: 'restrict' }),
  },
  (t) => [
    check('appointments_places', sql`${t.taken} between 0 and ${t.capacity}`),
    check('appointments_waiting', sql`${t.waiting} >= 0`),
    check('appointments_capacity', sql`${t.capacity} between 1 and 100000`),
    check('appointments_kind', sql`${t.kind} in (${sql.raw(kinds)})`),
    check('appointments_place', sql`(${t.kind} = 'onsite') = (${t.location} is not null)`),
    check('appointments_online', sql`${t.kind} = 'online' or ${t.onlineUrl} is null`),
    check(
      'appointments_online_url',
      sql`${t.onlineUrl} ~ '^https://[^[:space:]]+$' and char_length(${t.onlineUrl}) <= 500`,
    ),
    check('appointments_price', sql`${t.price} between 1 and 100000000`),
    check('appointments_time', sql`${t.startsAt} < ${t.endsAt}`),
    check(
      'appointments_registration',
      sql`${t.registrationOpensAt} < ${t.registrationClosesAt} and ${t.registrationClosesAt} <= ${t.endsAt}`,
    ),
    check('appointments_cancelable', sql`${t.cancelableUntil} <= ${t.startsAt}`),
    check(
      'appointments_texts',
      sql`char_length(${t.title}) between 1 and 120 and char_length(${t.titleDe}) between 1 and 120
        and char_length(${t.location}) between 1 and 200 and char_length(${t.description}) <= 20000 and char_length(${t.descriptionDe}) <= 20000`,
    ),
    check(
      'appointments_canceled',
      sql`(${t.canceledAt} is null) = (${t.canceledReason} is null) and (${t.canceledAt} is null) = (${t.canceledReasonDe} is null)`,
    ),
    index('appointments_by_start').on(t.startsAt, t.label),
    index('appointments_by_end').on(t.endsAt, t.label),
  ],
);
