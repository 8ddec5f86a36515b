import * as calls from '../../contract/appointments-tickets';
import type { Deps } from '../../deps';
import type { Api } from '../../http/env';
import { repeatedHeader } from '../../http/idempotency';
import { inTurn } from '../../http/in-turn';
import { callerOf } from '../../members/caller';
import { forMember, memberOf } from '../../members/member-gate';
import { requirePermission } from '../../members/permissions';
import { minorUnitsOf } from '../../wallet/wallet';
import { labelIn, viewerOf } from '../calls';
import { cancelTicket } from './cancel';
import { acceptOffer, declineOffer } from './offers';
import { registerTicket } from './register';
import { readTicket } from './show-ticket';
import { writeTicketPdf } from './ticket-pdf';

/**
 * How many members register for one appointment in this process at once. They wait for its lock in the database, each
 * with a connection. The others wait without one.
 */
const atOnce = 4;

/** Serves the calls of `contract/appointments-tickets`, without the calendar file. */
export function mountTickets(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.registerTicket), async (c) => {
    const member = memberOf(c);
    requirePermission(member, 'appointment.register');
    const { name, guests, notes, overlap, wait, from_balance, ...given } = c.req.valid('json');
    const label = labelIn(c.req.valid('param'));
    const registration = { label, name, guests, notes, overlap, wait, fromBalance: minorUnitsOf(from_balance) };
    const key = c.req.valid('header')['idempotency-key'];
    const answer = await inTurn(`${label} ${member.id % atOnce}`, () =>
      registerTicket(deps, member.user, registration, { key, given }, callerOf(c)),
    );
    return c.json(answer.body, 201, repeatedHeader(answer));
  });
  api.openapi(forMember(deps, calls.acceptOffer), async (c) => {
    const member = memberOf(c);
    requirePermission(member, 'appointment.register');
    const { from_balance, ...given } = c.req.valid('json');
    const offer = { label: labelIn(c.req.valid('param')), fromBalance: minorUnitsOf(from_balance) };
    const key = c.req.valid('header')['idempotency-key'];
    const answer = await acceptOffer(deps, member.user, offer, { key, given }, callerOf(c));
    return c.json(answer.body, 200, repeatedHeader(answer));
  });
  api.openapi(forMember(deps, calls.declineOffer), async (c) => {
    const member = memberOf(c);
    requirePermission(member, 'appointment.register');
    return c.json(await declineOffer(deps, member.id, labelIn(c.req.valid('param')), callerOf(c)), 200);
  });
  api.openapi(forMember(deps, calls.cancelTicket), async (c) => {
    const member = memberOf(c);
    requirePermission(member, 'appointment.register');
    return c.json(await cancelTicket(deps, member.id, labelIn(c.req.valid('param')), callerOf(c)), 200);
  });
  api.openapi(forMember(deps, calls.getAppointmentTicket), async (c) => {
    const viewer = viewerOf(c);
    return c.json(await readTicket(deps.db, deps, viewer, labelIn(c.req.valid('param'))), 200);
  });
  api.openapi(forMember(deps, calls.getTicketPdf), async (c) => {
    const viewer = viewerOf(c);
    const ticket = await readTicket(deps.db, deps, viewer, labelIn(c.req.valid('param')));
    return c.json(await writeTicketPdf(deps, ticket, viewer), 200);
  });
}
