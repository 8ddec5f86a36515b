import type { LoaderFunctionArgs } from '@remix-run/node';
import type { Appointment } from '../../upstream/contract/appointments';
import type { Ticket } from '../../upstream/contract/appointments-tickets';
import { contract } from '../../upstream/contract/contract';
import { parseForm } from '../platform/form/forms.server';
import { newIdempotencyKey, onceBy } from '../platform/form/idempotency.server';
import type { Failure } from '../platform/request/failure.server';
import type { Member } from '../platform/request/gates.server';
import { redirect, redirectWithFlash } from '../platform/request/responses.server';
import { payPath, ticketPath } from './appointment-path';
import { registerSchema } from './register.schema';
import { openOrder, sealOrder } from './ticket-order.server';
import { isLive } from './ticket-states';

export type Args = Pick<LoaderFunctionArgs, 'params' | 'request' | 'context'>;

/** Returns the appointment of the address. @throws the 404 page */
export const getAppointment = ({ api }: Member, { params }: Args): Promise<Appointment> =>
  api.call(contract.appointments.getAppointment, { params: { label: params.label ?? '' } });

/** Loads an appointment with its form. What was typed before is filled in if the member comes back from the payment. */
export async function loadAppointment(current: Member, args: Args) {
  return shown(current, await getAppointment(current, args));
}

/** Loads the featured appointment; null if there is none. */
export async function loadFeatured(current: Member) {
  const { appointment } = await current.api.call(contract.appointments.getFeaturedAppointment);
  return appointment && shown(current, appointment);
}

function shown(current: Member, appointment: Appointment) {
  const { user, ghost } = current.member;
  const { label } = appointment;
  const order = openOrder(current.url.searchParams.get('order'), { label, member: user.id });
  return {
    appointment,
    whyNot: whyNot(current, appointment, Date.now()),
    typed: {
      name: order?.name ?? user.name,
      guests: order?.guests.join('\n') ?? '',
      notes: order?.notes ?? '',
      overlap: order?.overlap ? 'on' : '',
    },
    hasList: !ghost && current.modules.includes('wallet') && user.permissions.includes('appointment.view'),
    idempotencyKey: newIdempotencyKey(),
  };
}

export type ShownAppointment = ReturnType<typeof shown>;

export type Obstacle =
  | 'has_ticket'
  | 'canceled'
  | 'finished'
  | 'not_open'
  | 'closed'
  | 'ghost'
  | 'no_permission'
  | 'no_wallet';

/** Returns why the member cannot register; null if they can, be it for the waiting list. */
function whyNot({ member, modules }: Member, appointment: Appointment, now: number): Obstacle | null {
  const { status, my_ticket, registration_opens_at, price } = appointment;
  if (my_ticket && isLive(my_ticket.status)) return 'has_ticket';
  if (status === 'canceled' || status === 'finished') return status;
  if (status === 'closed') return new Date(registration_opens_at).getTime() > now ? 'not_open' : 'closed';
  if (member.ghost) return 'ghost';
  if (!member.user.permissions.includes('appointment.register')) return 'no_permission';
  // A transfer needs the pages of the wallet.
  if (price && !modules.includes('wallet')) return 'no_wallet';
  return null;
}

/** Registers, or redirects to the payment of a place with a price. */
export async function register(args: Args, current: Member) {
  const appointment = await getAppointment(current, args);
  const { label, price, open_to, overlaps } = appointment;
  const form = await parseForm(args, registerSchema);
  if (!form.value) return form.reply();
  const { idempotency_key, name, guests, notes, ...ticks } = form.value;
  const overlap = ticks.overlap === 'on';
  const places = 1 + guests.length;
  const waits = places > open_to;
  if (overlaps.length > 0 && !overlap)
    return form.reply(atField('overlap', current.t('appointment:register.overlap_missing'), 422));
  if (waits && !ticks.wait)
    return form.reply(atField('wait', current.t('appointment:register.wait_missing', { count: places }), 409));
  if (price && !waits) {
    const order = sealOrder({ label, member: current.member.user.id, name, guests, notes, overlap });
    return redirect(current, `${payPath(label)}?${new URLSearchParams({ order, key: newIdempotencyKey() })}`);
  }
  const made = await current.api.attempt(contract.appointmentsTickets.registerTicket, {
    params: { label },
    json: { name, guests, notes, overlap, wait: waits },
    ...onceBy({ idempotency_key }),
  });
  return made.ok ? showTicket(current, made.data) : form.reply(byField(made.failure));
}

const atField = (name: string, message: string, status: number): Failure => ({
  ...{ status, message, errors: { [name]: [message] }, retryAfter: null },
});

/** Puts a refusal to the box that answers it. */
function byField(failure: Failure): Failure {
  const field = { overlap: 'overlap', full: 'wait' }[failure.code ?? ''];
  return field ? { ...failure, errors: { [field]: [failure.message] } } : failure;
}

/** Redirects to the ticket, or to the order that has to be transferred. */
export function showTicket(current: Member, { appointment, status, order_label }: Ticket) {
  if (status === 'reserved' && order_label) return redirect(current, `/financial/order/${order_label}/bank-details`);
  const text = status === 'waitlisted' ? 'appointment:register.waits' : 'appointment:register.done';
  return redirectWithFlash(current, ticketPath(appointment.label), { kind: 'success', text });
}
