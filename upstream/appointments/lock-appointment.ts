import { eq } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { NotFound } from '../http/problems';
import type { AppointmentRow } from './appointment-times';
import { appointments } from './appointments.tables';

/**
 * Locks an appointment and returns it. Places are taken, given up and passed on under this lock; it is taken after the
 * locks of member, order and accounts, and before those of tickets.
 * @throws NotFound
 */
export async function lockAppointment(tx: Tx, label: string): Promise<AppointmentRow> {
  const [found] = await tx.select().from(appointments).where(eq(appointments.label, label)).for('update');
  if (!found) throw new NotFound();
  return found;
}
