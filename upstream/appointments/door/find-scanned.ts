import { eq } from 'drizzle-orm';
import type { Queryable } from '../../database/database';
import type { Deps } from '../../deps';
import { appointments } from '../appointments.tables';
import { appointmentTickets } from '../tickets/tickets.tables';
import { isPayload, openTicket } from './ticket-signature';

/** As much of what was typed as an attempt keeps. */
const longestCode = 40;

const bare = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '');

/** Returns the ticket of a typed code or a QR code, with its appointment. Returns null if the club has not issued it. */
export async function findScanned(db: Queryable, { config }: Pick<Deps, 'config'>, text: string) {
  // Whoever copies the code of a ticket into a text of their own has no ticket.
  const code = isPayload(text) ? openTicket(config, text)?.code : bare(text);
  if (code === undefined) return null;
  const [found] = await db
    .select({ ticket: appointmentTickets, home: appointments })
    .from(appointmentTickets)
    .innerJoin(appointments, eq(appointments.label, appointmentTickets.appointmentLabel))
    .where(eq(appointmentTickets.code, code));
  return found ?? null;
}

export type Scanned = NonNullable<Awaited<ReturnType<typeof findScanned>>>;

/** Returns what is kept of a text without a ticket. */
export const codeOf = (text: string): string => {
  const kept = isPayload(text) ? text : bare(text);
  // Hyphens and spaces alone are no code.
  return (kept || text).slice(0, longestCode);
};
