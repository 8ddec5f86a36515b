/** A club with the calls of appointments and orders, for tests. */
import { asc, eq } from 'drizzle-orm';
import type { Appointment, Appointments } from '../contract/appointments';
import type { Ticket } from '../contract/appointments-tickets';
import type { Order } from '../contract/orders';
import { verificationContext } from '../contract/verification';
import type { Open } from '../database/database.testing';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import type { Api } from '../http/env';
import { type CallOptions, type Club, openClub, signIn } from '../identity/identity.testing';
import { makeCode } from '../identity/verification/verification-code';
import { getBalances } from '../ledger/ledger';
import { createBankDetailsMails } from '../wallet/orders/bank-details-mail';
import { mountOrders } from '../wallet/orders/orders.api';
import { newKey } from '../wallet/orders/orders.testing';
import { createConfirmations } from '../wallet/receipts/confirmation';
import { recordTransaction } from '../wallet/transactions/record';
import { newLabel } from '../wallet/wallet';
import { mountAppointments } from './appointments.api';
import { appointments } from './appointments.tables';
import { createAppointmentNotices } from './notices/tell-holders';
import { describeTicket } from './tickets/ticket-purpose';
import { appointmentTickets } from './tickets/tickets.tables';

/** All fields of all answers. */
interface Answer {
  status: number;
  body: Omit<Ticket, 'status'> &
    Omit<Order, 'status' | 'timeline' | 'actions'> &
    Omit<Appointment, 'status'> &
    Omit<Appointments, 'mine'> & { status: string; mine: number; message: string; code: string } & {
      errors: Record<string, string[]>;
    };
}

export const openAppointments = (open: Open, mount: (api: Api, deps: Deps) => void = () => {}): Promise<Club> =>
  openClub(
    open,
    {},
    (api, deps) => {
      mountOrders(api, deps);
      mountAppointments(api, deps);
      mount(api, deps);
      deps.jobs.work('confirmation', createConfirmations(deps));
      deps.jobs.work('bank-details', createBankDetailsMails(deps));
      deps.jobs.work('appointment-notice', createAppointmentNotices(deps));
      return {};
    },
    (deps) => ({ 'ticket.buy': (...asked) => describeTicket(deps.db, ...asked) }),
  );

const hours = (at: Date, count: number) => new Date(at.getTime() + count * 3600_000);

/** Adds an appointment ten days after `now`, with free registration until its start, and returns its label. */
export async function anAppointment(
  { db }: Pick<Deps, 'db'>,
  now: Date,
  other: Partial<typeof appointments.$inferInsert> = {},
): Promise<string> {
  const startsAt = other.startsAt ?? hours(now, 240);
  const [row] = await db
    .insert(appointments)
    .values({
      label: newLabel('AP'),
      kind: 'onsite',
      title: 'Harvest feast',
      titleDe: 'Erntefest',
      ...{ description: 'Come.', descriptionDe: 'Komm.' },
      ...{ descriptionHtml: '<p>Come.</p>', descriptionHtmlDe: '<p>Komm.</p>' },
      ...{ startsAt, endsAt: hours(startsAt, 3), timezone: 'Europe/Berlin', location: 'Hof 1, Berlin' },
      capacity: 4,
      ...{ registrationOpensAt: hours(now, -1), registrationClosesAt: startsAt, cancelableUntil: hours(startsAt, -24) },
      ...{ createdAt: now, updatedAt: now },
      ...other,
    })
    .returning();
  if (!row) throw new Error('The appointment was not written');
  return row.label;
}

export async function appointmentRow({ db }: Pick<Deps, 'db'>, label: string) {
  const [row] = await db.select().from(appointments).where(eq(appointments.label, label));
  if (!row) throw new Error('The appointment is gone');
  return row;
}

/** Returns all tickets of an appointment in the order of their registration: member and state. */
export const ticketStates = async ({ db }: Pick<Deps, 'db'>, label: string) =>
  (
    await db
      .select()
      .from(appointmentTickets)
      .where(eq(appointmentTickets.appointmentLabel, label))
      .orderBy(asc(appointmentTickets.id))
  ).map(({ userId, status }) => [userId, status] as const);

let guests = 0;

/** Adds a member with money, and returns the member's calls. */
export async function aGuest(club: Club, money = 0n, member: Parameters<Club['addMember']>[0] = {}) {
  const email = `guest.${++guests}@example.org`;
  const { id } = await club.addMember({ email, ...member });
  if (money > 0n) await give(club, id, money);
  return { id, email, ...(await callsOf(club, id, email)) };
}

export type Guest = Awaited<ReturnType<typeof aGuest>>;

/** Gives money that needs no transfer of the bank. */
const give = (club: Club, userId: number, amount: bigint) =>
  transaction(club.db, (tx) => {
    const postings = [
      { account: { kind: 'club.adjustment' as const, currency: 'EUR' }, amount: -amount },
      { account: { kind: 'member.available' as const, userId, currency: 'EUR' }, amount },
    ];
    const entry = { kind: 'bonus', key: `test:bonus:${newKey()}`, postings };
    return recordTransaction(tx, { userId, currency: 'EUR', type: 'bonus', status: 'completed', entry }, new Date());
  });

/** The member's own calls. Each has a new key. */
async function callsOf(club: Club, userId: number, email: string) {
  // Each from an address of its own, so that no limit on sign-ins counts them together.
  const { token } = (await signIn(club, { ip: `198.51.100.${userId % 256}` }, email)).body;
  const call = (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
    club.call(method, path, { token: token.access_token, body, ...options }) as unknown as Promise<Answer>;
  const withKey = () => ({ headers: { 'idempotency-key': newKey() } });
  const codeFor = async (label: string, places: number, from_balance: string) => {
    const context = verificationContext.ticket({ label, places, from_balance });
    const bond = { userId, action: 'ticket.buy' as const, context };
    const code = await transaction(club.db, (tx) => makeCode(tx, club, bond, new Date()));
    return { from_balance, verification_method: 'email', verification_code: code };
  };
  const register = (label: string, body: object = {}, options: CallOptions = {}) =>
    call('POST', `/appointments/${label}/tickets`, { name: 'Mia Muster', ...body }, { ...withKey(), ...options });
  return {
    call,
    register,
    codeFor,
    /** Registers, or joins the waiting list. */
    join: (label: string, guestCount = 0) => register(label, { wait: true, guests: Array(guestCount).fill('Ida') }),
    /** Registers with money of the balance, and with a code for it. */
    pay: async (label: string, from_balance: string, body: { guests?: string[]; wait?: boolean } = {}) =>
      register(label, { ...body, ...(await codeFor(label, 1 + (body.guests?.length ?? 0), from_balance)) }),
    accept: (label: string, body: object = {}) =>
      call('POST', `/appointments/${label}/tickets/accept`, body, withKey()),
    decline: (label: string) => call('POST', `/appointments/${label}/tickets/decline`, {}),
    cancel: (label: string) => call('POST', `/appointments/${label}/tickets/cancel`, {}),
    ticket: async (label: string) => (await call('GET', `/appointments/${label}/ticket`)).body,
    appointment: async (label: string) => (await call('GET', `/appointments/${label}`)).body,
    list: async (query = '') => (await call('GET', `/appointments${query}`)).body,
    money: () => getBalances(club.db, userId, 'EUR'),
    cancelOrder: (label: string) => call('POST', `/wallet/orders/${label}/cancel`, {}),
  };
}
