import type { CheckIn } from '../../contract/appointments-door';
import { writeAudit } from '../../database/audit';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { InvalidFields, NotFound } from '../../http/problems';
import type { AppointmentRow } from '../appointment-times';
import { lockAppointment } from '../lock-appointment';
import type { TicketRow } from '../tickets/show-ticket';
import { auditOf, type Doorkeeper, step, writeAttempt } from './check-in';
import { textsIn } from './door.texts';
import { isDoorOpen } from './door-hours';
import { findScanned } from './find-scanned';
import { showCheckIn } from './show-check-in';

/**
 * Takes a check-in back, so that the ticket is valid again. A ticket that was not checked in stays as it is.
 * @throws NotFound unless the ticket is one of this appointment; InvalidFields at `code` while the door is closed
 */
export const undoCheckIn = (
  deps: Pick<Deps, 'db' | 'config'>,
  { label, text }: { label: string; text: string },
  by: Doorkeeper,
): Promise<CheckIn> =>
  transaction(deps.db, async (tx) => {
    const appointment = await lockAppointment(tx, label);
    if (!isDoorOpen(appointment, by.now)) throw new InvalidFields({ code: [textsIn(by.language).closed] });
    const found = await findScanned(tx, deps, text);
    if (found?.ticket.appointmentLabel !== label) throw new NotFound();
    const { ticket } = found;
    const { code, changedAt } = ticket;
    const isGood = ticket.status === 'registered' || ticket.status === 'no_show';
    if (appointment.canceledAt || (!isGood && ticket.status !== 'checked_in')) {
      const attempt = { code, outcome: 'canceled', since: appointment.canceledAt ?? changedAt, at: by.now } as const;
      return showCheckIn({ ...found, attempt }, by.language);
    }
    const attempt = { code, outcome: 'undone', since: null, at: isGood ? changedAt : by.now } as const;
    if (!isGood) {
      await takeBack(tx, appointment, ticket, by);
      await writeAttempt(tx, label, found, attempt, by);
    }
    return showCheckIn({ ...found, attempt }, by.language);
  });

async function takeBack(tx: Tx, { finishedAt }: AppointmentRow, ticket: TicketRow, by: Doorkeeper): Promise<void> {
  const { now } = by;
  const back = await step(tx, ticket, { status: 'registered', why: 'undone', checkedInAt: null, changedAt: now });
  // The tickets of those who did not come are closed already.
  if (finishedAt) await step(tx, back, { status: 'no_show', why: null, changedAt: now });
  await writeAudit(tx, now, { action: 'appointment.check_in_undone', ...auditOf(ticket, by) });
}
