/** Registration (docs/product/appointments.md#registering). Places are taken under the lock of the appointment. */
import { and, eq, sql } from 'drizzle-orm';
import type { Ticket } from '../../contract/appointments-tickets';
import { type Verification, verificationContext } from '../../contract/verification';
import { writeAudit } from '../../database/audit';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { type Answer, once } from '../../http/idempotency';
import { Conflict } from '../../http/problems';
import { withVerification } from '../../identity/identity';
import { decimal } from '../../ledger/ledger';
import type { Caller } from '../../members/caller';
import { lockUser, type UserRow } from '../../members/users';
import { payFromBalance } from '../../wallet/wallet';
import { type AppointmentRow, freeOf, isPassedOn } from '../appointment-times';
import { listOverlaps } from '../list-appointments';
import { lockAppointment } from '../lock-appointment';
import { tellMember } from '../notices/tell-member';
import { isLive, openTo, titleIn } from '../show-appointment';
import { readTicket } from './show-ticket';
import { checkPayment, lockIncome, newCode, openOrderFor } from './take-places';
import { appointmentTickets } from './tickets.tables';
import { textsIn } from './tickets.texts';

export interface Registration {
  label: string;
  name: string;
  guests: string[];
  notes: string;
  /** The member knows of another ticket at this time. */
  overlap: boolean;
  /** The member accepts the waiting list. */
  wait: boolean;
  /** Minor units. */
  fromBalance: bigint;
}

/**
 * Registers a party, or puts it on the waiting list. Money leaves the balance only after the verification step, whose
 * code is bound to appointment, places and amount.
 * @param key the idempotency key
 * @throws NotFound; InvalidFields at `from_balance`; Conflict with the codes of the contract; what `withVerification`
 * throws
 */
export async function registerTicket(
  deps: Deps,
  user: UserRow,
  registration: Registration,
  { key, given }: { key: string; given: Verification },
  caller: Caller,
): Promise<Answer<Ticket>> {
  const { label, guests, fromBalance, ...others } = registration;
  const places = 1 + guests.length;
  const context = verificationContext.ticket({ label, places, from_balance: decimal(fromBalance, 'EUR') });
  const { now, language } = caller;
  const request = ['registerTicket', context, guests, others];
  return once<Ticket>(deps.db, { userId: user.id, key, request, now, german: language === 'de' }, (remember) => {
    const act = async (tx: Tx): Promise<Answer<Ticket>> => {
      await place(tx, deps, user.id, registration, caller);
      const body = await readTicket(tx, deps, { userId: user.id, language, now }, label);
      const answer = { status: 201, body };
      await remember(tx, answer);
      return answer;
    };
    if (fromBalance === 0n) return transaction(deps.db, act);
    return withVerification(deps, { user, action: 'ticket.buy', context, given }, caller, act);
  });
}

async function place(tx: Tx, deps: Deps, userId: number, wanted: Registration, caller: Caller): Promise<void> {
  const { now } = caller;
  const { label, name, guests, notes, fromBalance } = wanted;
  const places = 1 + guests.length;
  const member = await lockUser(tx, userId);
  await lockIncome(tx, fromBalance);
  const appointment = await lockAppointment(tx, label);
  checkPayment(appointment, { places, fromBalance }, caller);
  await refuse(tx, appointment, { userId, places }, caller);
  const fits = places <= openTo(appointment, await smallestWaiting(tx, label), now);
  if (!fits && !isPassedOn(appointment, now)) throw new Conflict('full', textsIn(caller.language).listOver);
  if (!fits && !wanted.wait) throw new Conflict('full', textsIn(caller.language).full(freeOf(appointment)));
  if (!wanted.overlap) await refuseOverlap(tx, appointment, userId, caller);
  const order = fits ? await openOrderFor(tx, appointment, { member, places, fromBalance }, caller) : null;
  const status = fits ? (order ? ('reserved' as const) : ('registered' as const)) : ('waitlisted' as const);
  const party = { name, guests, places, notes };
  const [ticket] = await tx
    .insert(appointmentTickets)
    .values({
      ...{ code: newCode(), appointmentLabel: label, userId, status, ...party },
      ...{ orderLabel: order?.label ?? null, createdAt: now, changedAt: now },
    })
    .returning();
  if (!ticket) throw new Error('The ticket was not written');
  const by = { userId, actorId: userId, ip: caller.ip, requestId: caller.requestId };
  const detail = { appointment: label, ticket: ticket.code, places, status };
  await writeAudit(tx, now, { action: 'appointment.registered', ...by, detail });
  if (order) await payFromBalance(tx, deps, { order, member, fromBalance }, now);
  // The order of a paid ticket has mails of its own.
  else await tellMember(tx, deps, { event: fits ? 'registered' : 'waitlisted', member, places, appointment }, now);
}

/** @throws Conflict with the first reason against a registration, whatever is free */
async function refuse(
  tx: Tx,
  appointment: AppointmentRow,
  { userId, places }: { userId: number; places: number },
  { now, language }: Caller,
): Promise<void> {
  const texts = textsIn(language);
  const { label, capacity } = appointment;
  if (appointment.canceledAt) throw new Conflict('canceled', texts.canceled);
  const own = and(eq(appointmentTickets.appointmentLabel, label), eq(appointmentTickets.userId, userId), isLive);
  if ((await tx.$count(appointmentTickets, own)) > 0) throw new Conflict('has_ticket', texts.hasTicket);
  if (now < appointment.registrationOpensAt) throw new Conflict('not_open', texts.notOpen);
  if (now >= appointment.registrationClosesAt || now >= appointment.endsAt) throw new Conflict('closed', texts.closed);
  if (places > capacity) throw new Conflict('too_large', texts.tooLarge(capacity));
}

async function refuseOverlap(tx: Tx, appointment: AppointmentRow, userId: number, { language }: Caller): Promise<void> {
  const [other] = await listOverlaps(tx, userId, appointment);
  if (other) throw new Conflict('overlap', textsIn(language).overlap(titleIn(other, language)));
}

async function smallestWaiting(tx: Tx, label: string): Promise<number | null> {
  const [found] = await tx
    .select({ smallest: sql<number | null>`min(${appointmentTickets.places})` })
    .from(appointmentTickets)
    .where(and(eq(appointmentTickets.appointmentLabel, label), eq(appointmentTickets.status, 'waitlisted')));
  return found?.smallest ?? null;
}
