import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, label } from '../../database/columns';
import { appointments } from '../appointments.tables';
import { appointmentTickets } from '../tickets/tickets.tables';

export const messageEvents = ['offered', 'offer_expired', 'list_ended', 'changed', 'canceled', 'reminder'] as const;
export type MessageEvent = (typeof messageEvents)[number];

/** What a change of time or place was, for those who are told. Times are ISO 8601. */
export interface Change {
  before: ChangedParts;
  after: ChangedParts;
}
interface ChangedParts {
  startsAt: string;
  endsAt: string;
  timezone: string;
  location: string | null;
}

/** What holders of tickets are to be told. A job tells each of them once. */
export const appointmentMessages = pgTable(
  'appointment_messages',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    appointmentLabel: label()
      .notNull()
      .references(() => appointments.label, { onDelete: 'restrict' }),
    ticketId: bigint({ mode: 'number' })
      .notNull()
      .references(() => appointmentTickets.id, { onDelete: 'restrict' }),
    event: text({ enum: messageEvents }).notNull(),
    /** Of an offer: until when, as ISO 8601. Of a cancellation: the refund in minor units. */
    detail: jsonb().$type<{ until?: string; refund?: string; change?: Change }>().notNull().default({}),
    at: instant().notNull(),
    toldAt: instant(),
  },
  (t) => [
    check('appointment_messages_event', sql`${t.event} in (${sql.raw(messageEvents.map((e) => `'${e}'`).join(', '))})`),
    index('appointment_messages_due').on(t.appointmentLabel, t.id).where(sql`${t.toldAt} is null`),
    index('appointment_messages_of_ticket').on(t.ticketId),
  ],
);
