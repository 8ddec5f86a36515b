import type { LoaderFunctionArgs } from '@remix-run/node';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember, unknownPath } from '../platform/request/gates.server';
import { getTicket } from './ticket.server';
import { drawTicketCode } from './ticket-code.server';

export const handle = { gate: 'member', modules: ['appointment'] } satisfies Partial<RouteHandle>;

/** The QR code of the ticket, which holds its signed text. */
export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { qr_payload } = await getTicket(current, args);
  if (!qr_payload) throw await unknownPath(current);
  return new Response(drawTicketCode(qr_payload), {
    headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'no-store, private' },
  });
}
