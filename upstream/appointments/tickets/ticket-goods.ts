/** What happens to a ticket when its order is paid, ends or is refunded. Triggers count the places. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import { type Goods, NotReturnable, type OrderRow } from '../../wallet/wallet';
import { lockAppointment } from '../lock-appointment';
import { appointmentTickets } from './tickets.tables';
import { textsIn } from './tickets.texts';
import { passOnPlaces } from './waiting-list';

const { orderLabel, status, appointmentLabel } = appointmentTickets;

export const ticketGoods: Goods = {
  income: 'club.event_tickets',
  async deliver(tx, _, order, now) {
    await lockOf(tx, order);
    await step(tx, order, ['reserved'], { status: 'registered', why: null }, now);
  },
  async release(tx, deps, order, now) {
    const { label, canceledAt } = await lockOf(tx, order);
    const to = order.status === 'canceled' ? ('canceled' as const) : ('expired' as const);
    await step(tx, order, ['reserved'], { status: to, why: canceledAt ? 'club' : 'order' }, now);
    await passOnPlaces(tx, deps, label, now);
  },
  async takeBack(tx, deps, order, now) {
    const { label, canceledAt } = await lockOf(tx, order);
    const ticket = await findTicketOf(tx, order);
    if (ticket?.status === 'checked_in' && !canceledAt) throw new NotReturnable('Its ticket was checked in.');
    const why = canceledAt ? ('club' as const) : ('refunded' as const);
    const from = ['registered', 'no_show', 'checked_in'] as const;
    await step(tx, order, [...from], { status: 'canceled', why }, now);
    await passOnPlaces(tx, deps, label, now);
  },
  async describe(db, label) {
    const [ticket] = await db.select().from(appointmentTickets).where(eq(orderLabel, label));
    if (!ticket) throw new Error(`Order ${label} has no ticket`);
    const { code, places } = ticket;
    const words = { en: textsIn('en').yourTicket(code, places), de: textsIn('de').yourTicket(code, places) };
    return { words, appointment_label: ticket.appointmentLabel };
  },
};

async function findTicketOf(tx: Tx, { label }: OrderRow) {
  const [ticket] = await tx.select().from(appointmentTickets).where(eq(orderLabel, label));
  return ticket ?? null;
}

/** Locks the appointment of the order's ticket. */
async function lockOf(tx: Tx, order: OrderRow) {
  const ticket = await findTicketOf(tx, order);
  if (!ticket) throw new Error(`Order ${order.label} has no ticket`);
  return lockAppointment(tx, ticket.appointmentLabel);
}

type Ticket = typeof appointmentTickets.$inferSelect;

async function step(
  tx: Tx,
  { label }: OrderRow,
  from: Ticket['status'][],
  to: Pick<Ticket, 'status' | 'why'>,
  now: Date,
): Promise<void> {
  const [stepped] = await tx
    .update(appointmentTickets)
    .set({ ...to, checkedInAt: null, changedAt: now })
    .where(and(eq(orderLabel, label), inArray(status, from)))
    .returning({ label: appointmentLabel });
  if (!stepped) throw new Error(`The ticket of order ${label} is not ${from.join(' or ')}`);
}
