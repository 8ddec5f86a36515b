import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { mostGuests } from '../../contract/appointment-facts';
import { TicketStatus } from '../../contract/appointments';
import { instant, label } from '../../database/columns';
import { literal } from '../../database/lengths';
import { users } from '../../members/members.tables';
import { walletOrders } from '../../wallet/orders/orders.tables';
import { appointments } from '../appointments.tables';

const list = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '));

/** The states that end a ticket. Its member may register again. */
export const overStates = ['canceled', 'expired'] as const;
/** The states in which a ticket has places. */
export const holdingStates = ['offered', 'reserved', 'registered', 'checked_in', 'no_show'] as const;

/**
 * Why a ticket came into its state, where the state does not tell: the member declined an offer, the club canceled the
 * appointment, the order ended, the order was refunded, registration closed, the member left the club, or staff took a
 * check-in back.
 */
export const reasons = ['declined', 'club', 'order', 'refunded', 'closed', 'left', 'undone'] as const;
export type Reason = (typeof reasons)[number];

/** A party: a member with guests. The smaller number was first on the waiting list. */
export const appointmentTickets = pgTable(
  'appointment_tickets',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Opens the door. */
    code: text().notNull(),
    appointmentLabel: label()
      .notNull()
      .references(() => appointments.label, { onDelete: 'restrict' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    status: text().$type<TicketStatus>().notNull(),
    why: text({ enum: reasons }),
    name: text().notNull(),
    guests: jsonb().$type<string[]>().notNull().default([]),
    /** The member and the guests. */
    places: integer().notNull(),
    notes: text().notNull().default(''),
    orderLabel: label().references(() => walletOrders.label, { onDelete: 'restrict' }),
    offerExpiresAt: instant(),
    checkedInAt: instant(),
    createdAt: instant().notNull(),
    /** When it came into its state. */
    changedAt: instant().notNull(),
  },
  (t) => [
    unique('appointment_tickets_code').on(t.code),
    unique('appointment_tickets_order').on(t.orderLabel),
    uniqueIndex('appointment_tickets_one_live')
      .on(t.appointmentLabel, t.userId)
      .where(sql`${t.status} not in ('canceled', 'expired')`),
    check('appointment_tickets_status', sql`${t.status} in (${list(TicketStatus.options)})`),
    check('appointment_tickets_why', sql`${t.why} in (${list(reasons)})`),
    check('appointment_tickets_code_form', sql`${t.code} ~ '^[0-9A-HJKMNP-TV-Z]{12}$'`),
    check(
      'appointment_tickets_party',
      sql`jsonb_array_length(${t.guests}) <= ${literal(mostGuests)} and ${t.places} between 1 and ${literal(1 + mostGuests)}`,
    ),
    check('appointment_tickets_offer', sql`(${t.status} = 'offered') = (${t.offerExpiresAt} is not null)`),
    check('appointment_tickets_checked_in', sql`(${t.status} = 'checked_in') = (${t.checkedInAt} is not null)`),
    check('appointment_tickets_reserved', sql`${t.status} <> 'reserved' or ${t.orderLabel} is not null`),
    check('appointment_tickets_texts', sql`char_length(${t.name}) between 1 and 80 and char_length(${t.notes}) <= 500`),
    index('appointment_tickets_of_member').on(t.userId, t.appointmentLabel),
    index('appointment_tickets_of_appointment').on(t.appointmentLabel, t.status, t.id),
    index('appointment_tickets_offers').on(t.offerExpiresAt).where(sql`${t.status} = 'offered'`),
  ],
);

/** The history of tickets, which a trigger writes. Append-only. */
export const appointmentTicketSteps = pgTable(
  'appointment_ticket_steps',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    ticketId: bigint({ mode: 'number' })
      .notNull()
      .references(() => appointmentTickets.id, { onDelete: 'restrict' }),
    status: text().$type<TicketStatus>().notNull(),
    why: text({ enum: reasons }),
    at: instant().notNull(),
  },
  (t) => [index('appointment_ticket_steps_of_ticket').on(t.ticketId, t.id)],
);
