/** Checks tickets in at the door (docs/product/appointments-door.md#check-in). Each ticket counts once. */
import { and, desc, eq } from 'drizzle-orm';
import type { CheckIn } from '../../contract/appointments-door';
import { writeAudit } from '../../database/audit';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { InvalidFields } from '../../http/problems';
import type { Caller } from '../../members/caller';
import type { AppointmentRow } from '../appointment-times';
import { lockAppointment } from '../lock-appointment';
import type { TicketRow } from '../tickets/show-ticket';
import { appointmentTickets } from '../tickets/tickets.tables';
import { appointmentCheckIns } from './door.tables';
import { textsIn } from './door.texts';
import { timeAtDoor } from './door-hours';
import { codeOf, findScanned, type Scanned } from './find-scanned';
import { type Attempt, showCheckIn } from './show-check-in';

/** The member of the staff at the door. */
export interface Doorkeeper extends Pick<Caller, 'ip' | 'requestId' | 'language' | 'now'> {
  staffId: number;
}

interface Scan {
  label: string;
  /** A typed code, or the text of a QR code. */
  text: string;
  /** When a device without a network scanned it. */
  scannedAt?: Date | undefined;
}

/**
 * Checks a ticket in, and keeps the attempt, whatever comes of it. Scanners of one appointment wait for its lock, so
 * one of them admits the ticket and the others see when.
 * @throws NotFound without such an appointment; InvalidFields at `code` while the door is closed
 */
export const checkIn = (deps: Pick<Deps, 'db' | 'config'>, scan: Scan, by: Doorkeeper): Promise<CheckIn> =>
  transaction(deps.db, async (tx) => {
    const appointment = await lockAppointment(tx, scan.label);
    const at = timeAtDoor(appointment, scan.scannedAt, by.now);
    if (!at) throw new InvalidFields({ code: [textsIn(by.language).closed] });
    const found = await findScanned(tx, deps, scan.text);
    const before = found && scan.scannedAt && (await findSentBefore(tx, found.ticket, at, by));
    if (before) return showCheckIn({ ...found, attempt: before }, by.language);
    const verdict = judge(appointment, found);
    if (found && verdict.outcome === 'admitted') await admit(tx, found.ticket, at, by);
    const attempt = { ...verdict, at, code: found?.ticket.code ?? codeOf(scan.text) };
    await writeAttempt(tx, scan.label, found, attempt, by);
    return showCheckIn({ attempt, ticket: found?.ticket ?? null, home: found?.home ?? null }, by.language);
  });

/** Returns the admission that this very scan was, when its device did not hear the answer and sends it again. */
async function findSentBefore(tx: Tx, ticket: TicketRow, at: Date, { staffId }: Doorkeeper): Promise<Attempt | null> {
  if (ticket.checkedInAt?.getTime() !== at.getTime()) return null;
  const [newest] = await tx
    .select()
    .from(appointmentCheckIns)
    .where(and(eq(appointmentCheckIns.ticketId, ticket.id), eq(appointmentCheckIns.outcome, 'admitted')))
    .orderBy(desc(appointmentCheckIns.id))
    .limit(1);
  return newest?.staffId === staffId && newest.at.getTime() === at.getTime() ? newest : null;
}

function judge({ label, canceledAt }: AppointmentRow, found: Scanned | null): Pick<Attempt, 'outcome' | 'since'> {
  if (!found) return { outcome: 'unknown', since: null };
  const { appointmentLabel, status, checkedInAt, changedAt } = found.ticket;
  if (appointmentLabel !== label) return { outcome: 'other', since: null };
  if (canceledAt) return { outcome: 'canceled', since: canceledAt };
  if (status === 'checked_in') return { outcome: 'duplicate', since: checkedInAt };
  // What a device scanned without a network can arrive after those who did not come were closed.
  if (status === 'registered' || status === 'no_show') return { outcome: 'admitted', since: null };
  return { outcome: 'canceled', since: changedAt };
}

async function admit(tx: Tx, ticket: TicketRow, at: Date, by: Doorkeeper): Promise<void> {
  await step(tx, ticket, { status: 'checked_in', why: null, checkedInAt: at, changedAt: at });
  await writeAudit(tx, by.now, { action: 'appointment.checked_in', ...auditOf(ticket, by) });
}

/** Changes a ticket from the state in which it was read. */
export async function step(tx: Tx, ticket: TicketRow, to: Partial<TicketRow>): Promise<TicketRow> {
  const [stepped] = await tx
    .update(appointmentTickets)
    .set(to)
    .where(and(eq(appointmentTickets.id, ticket.id), eq(appointmentTickets.status, ticket.status)))
    .returning();
  if (!stepped) throw new Error(`Ticket ${ticket.code} changed under the lock of its appointment`);
  return stepped;
}

export const auditOf = ({ userId, appointmentLabel, code, places }: TicketRow, by: Doorkeeper) => ({
  ...{ userId, actorId: by.staffId, ip: by.ip, requestId: by.requestId },
  detail: { appointment: appointmentLabel, ticket: code, places },
});

/** Keeps an attempt at the door of an appointment. */
export async function writeAttempt(
  tx: Tx,
  appointmentLabel: string,
  found: Scanned | null,
  attempt: Attempt,
  { staffId }: Doorkeeper,
): Promise<void> {
  await tx.insert(appointmentCheckIns).values({
    ...{ appointmentLabel, ticketId: found?.ticket.id ?? null, staffId },
    ...attempt,
  });
}
