import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { CheckInOutcome } from '../../contract/appointments-door';
import { instant, label } from '../../database/columns';
import { users } from '../../members/members.tables';
import { appointments } from '../appointments.tables';
import { appointmentTickets } from '../tickets/tickets.tables';

const outcomes = CheckInOutcome.options.map((outcome) => `'${outcome}'`).join(', ');

/** The attempts at the door, with their outcomes. Append-only. */
export const appointmentCheckIns = pgTable(
  'appointment_check_ins',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    appointmentLabel: label()
      .notNull()
      .references(() => appointments.label, { onDelete: 'restrict' }),
    /** Null if the club has issued no such ticket. */
    ticketId: bigint({ mode: 'number' }).references(() => appointmentTickets.id, { onDelete: 'restrict' }),
    /** The code of the ticket, or the beginning of what was typed. */
    code: text().notNull(),
    outcome: text().$type<CheckInOutcome>().notNull(),
    /** When the ticket was checked in before, or when it was canceled. */
    since: instant(),
    /** When it was scanned. */
    at: instant().notNull(),
    staffId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
  },
  (t) => [
    check('appointment_check_ins_outcome', sql`${t.outcome} in (${sql.raw(outcomes)})`),
    check('appointment_check_ins_code', sql`char_length(${t.code}) between 1 and 40`),
    check('appointment_check_ins_ticket', sql`(${t.ticketId} is null) = (${t.outcome} = 'unknown')`),
    index('appointment_check_ins_of_appointment').on(t.appointmentLabel, t.id),
    index('appointment_check_ins_of_ticket').on(t.ticketId),
  ],
);
