import type { Appointment } from '../../upstream/contract/appointments';
import { contract } from '../../upstream/contract/contract';
import { type Verification, verificationContext } from '../../upstream/contract/verification';
import { parseForm } from '../platform/form/forms.server';
import { idempotencyKeyIn, newIdempotencyKey, onceBy } from '../platform/form/idempotency.server';
import { coveredBy, priceOf } from '../platform/form/price';
import { callVerified, plannedVerification } from '../platform/form/verification.server';
import type { Member } from '../platform/request/gates.server';
import { redirect } from '../platform/request/responses.server';
import { type Args, getAppointment, showTicket } from './appointment.server';
import { appointmentPath, payPath, ticketPath } from './appointment-path';
import { type Order, paySchema } from './register.schema';
import { openOrder } from './ticket-order.server';

interface Payment {
  /** The registration that was typed before; null for the place that is offered to a party on the waiting list. */
  order: Order | null;
  places: number;
  /** The price of a place. */
  each: string;
  /** What the balance pays. */
  from: string;
}

/** Loads the step that pays: the party, the sum, and what the balance covers of it. */
export async function loadPayment(current: Member, args: Args) {
  const appointment = await getAppointment(current, args);
  const { order, places, each, from } = await paymentIn(current, appointment);
  const { searchParams } = current.url;
  const { label, title, currency, starts_at, ends_at, timezone, location } = appointment;
  const all = priceOf(each, places, '0.00').total;
  return {
    appointment: { label, title, currency, starts_at, ends_at, timezone, location },
    party: { places, name: order?.name ?? null, guests: order?.guests ?? [] },
    sum: { total: all, from, toTransfer: priceOf(each, places, from).toTransfer },
    back: order ? changePath(label, searchParams) : ticketPath(label),
    /** The same step, with the other way to pay. */
    other: addressOf(label, searchParams, from === '0.00' ? null : '0.00'),
    verification: from === '0.00' ? null : plannedVerification(current),
    idempotencyKey: idempotencyKeyIn(searchParams),
  };
}

/**
 * Returns what the address pays. An address without anything to pay leads to the form, or to the ticket. One that does
 * not say what the balance pays leads to one that says so, because the member confirms what was shown.
 */
async function paymentIn(current: Member, appointment: Appointment): Promise<Payment> {
  const { label, price: each, my_ticket } = appointment;
  const { searchParams } = current.url;
  if (!each || current.member.ghost) throw await redirect(current, appointmentPath(label));
  const isOffer = searchParams.has('accept');
  if (isOffer && my_ticket?.status !== 'offered') throw await redirect(current, ticketPath(label));
  const order = isOffer ? null : openOrder(searchParams.get('order'), { label, member: current.member.user.id });
  if (!isOffer && !order) throw await redirect(current, appointmentPath(label));
  const places = order ? 1 + order.guests.length : (my_ticket?.places ?? 1);
  const [asked] = /^\d{1,10}\.\d{2}$/.exec(searchParams.get('from') ?? '') ?? [];
  const from = coveredBy(asked ?? (await getAvailable(current)), each, places);
  if (from !== asked) throw await redirect(current, addressOf(label, searchParams, from));
  return { order, places, each, from };
}

async function getAvailable({ api }: Member): Promise<string> {
  const { balances } = await api.call(contract.wallet.getWallet);
  return balances.find(({ currency }) => currency === 'EUR')?.available ?? '0.00';
}

/** Another way to pay is another form, so it has a key of its own. */
function addressOf(label: string, before: URLSearchParams, from: string | null): string {
  const query = new URLSearchParams(before);
  if (from === null) query.delete('from');
  else query.set('from', from);
  query.set('key', newIdempotencyKey());
  return `${payPath(label)}?${query}`;
}

/** The form before, with what was typed. */
const changePath = (label: string, query: URLSearchParams): string =>
  `${appointmentPath(label)}?${new URLSearchParams({ order: query.get('order') ?? '' })}`;

/** Registers or takes the offered place, only once for each form that was shown, and redirects to ticket or order. */
export async function payTicket(args: Args, current: Member) {
  const appointment = await getAppointment(current, args);
  const { label } = appointment;
  const payment = await paymentIn(current, appointment);
  const { places, from } = payment;
  const form = await parseForm(args, paySchema);
  const call = (value: NonNullable<typeof form.value>, proof: Partial<Verification>) =>
    pay(current, label, payment, { proof, once: onceBy(value) });
  if (from === '0.00') {
    if (!form.value) return form.reply();
    const made = await call(form.value, {});
    return made.ok ? showTicket(current, made.data) : form.reply(made.failure);
  }
  const context = verificationContext.ticket({ label, places, from_balance: from });
  const made = await callVerified(current, form, { action: 'ticket.buy', context }, call);
  return made.ok ? showTicket(current, made.data) : made.reply;
}

interface Proven {
  proof: Partial<Verification>;
  once: ReturnType<typeof onceBy>;
}

function pay({ api }: Member, label: string, { order, from }: Payment, { proof, once }: Proven) {
  const payment = { from_balance: from, ...proof };
  if (!order)
    return api.attempt(contract.appointmentsTickets.acceptOffer, { params: { label }, json: payment, ...once });
  const { name, guests, notes, overlap } = order;
  return api.attempt(contract.appointmentsTickets.registerTicket, {
    params: { label },
    json: { name, guests, notes, overlap, ...payment },
    ...once,
  });
}
