import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import type { Ticket } from '../../upstream/contract/appointments-tickets';
import { contract } from '../../upstream/contract/contract';
import { parseForm } from '../platform/form/forms.server';
import { problemOf } from '../platform/request/failure.server';
import type { Member } from '../platform/request/gates.server';
import { refused } from '../platform/request/post-only.server';
import { postedForm } from '../platform/request/posted-form.server';
import { redirect, redirectWithFlash } from '../platform/request/responses.server';
import type { Args } from './appointment.server';
import { ticketPath } from './appointment-path';
import { answerOffer } from './list.server';
import { opensDoor } from './ticket-states';

/** Returns the member's ticket for the appointment of the address. @throws the 404 page */
export const getTicket = ({ api }: Member, { params }: Args): Promise<Ticket> =>
  api.call(contract.appointmentsTickets.getAppointmentTicket, { params: { label: params.label ?? '' } });

/** Loads the ticket. The signed text is only in the drawing of its code, which has an address of its own. */
export async function loadTicket(current: Member, args: Args) {
  const { qr_payload, ics_url: _ics, pdf_url: _pdf, actions, ...ticket } = await getTicket(current, args);
  const mayAct = !current.member.ghost;
  return {
    ticket: { ...ticket, actions: mayAct ? actions : [] },
    hasCode: qr_payload !== null,
    /** Staff in ghost mode keep nothing of a member. */
    mayKeep: mayAct && qr_payload !== null && opensDoor(ticket),
    asksToCancel: current.url.searchParams.has('cancel'),
    hasList: current.modules.includes('wallet') && current.member.user.permissions.includes('appointment.view'),
  };
}

export type LoadedTicket = Awaited<ReturnType<typeof loadTicket>>;

const ticketSchema = z.strictObject({
  intent: z.enum(['cancel', 'accept', 'decline']),
  label: z.string().max(20).optional(),
});

/** Cancels the ticket, or answers the offer of a place. */
export async function changeTicket(args: ActionFunctionArgs, current: Member) {
  const { appointment } = await getTicket(current, args);
  const { label } = appointment;
  const here = ticketPath(label);
  const { redisplay } = await postedForm(current);
  // After a change of language or after unlocking, the member sees the page again before anything happens.
  if (redisplay) return redirect(current, `${here}${current.url.search}`);
  const { value } = await parseForm(args, ticketSchema);
  if (!value) throw await refused(current);
  if (value.intent !== 'cancel') return answerOffer(current, value.intent, { label }, here);
  const done = await current.api.attempt(contract.appointmentsTickets.cancelTicket, { params: { label } });
  if (done.ok) return redirectWithFlash(current, here, { kind: 'success', text: 'appointment:cancel.done' });
  // The last moment has passed, or the door was faster.
  if (done.failure.status === 409) {
    return redirectWithFlash(current, here, { kind: 'warning', text: 'appointment:cancel.too_late' });
  }
  throw problemOf(done.failure, current.requestId);
}
