import type { LoaderFunctionArgs } from '@remix-run/node';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { problem } from '../platform/request/responses.server';
import { keptPass } from './kept-pass.server';
import { getTicket } from './ticket.server';

export const handle = { gate: 'member', modules: ['appointment'] } satisfies Partial<RouteHandle>;

/** Text, one style sheet and a drawing. No script runs, and no form posts. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The pass as the service worker keeps it, which script asks for after a tap. Its headers name its title, so that the
 * offline page can link to it, and its member.
 */
export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  // Staff in ghost mode keep nothing of a member.
  if (current.member.ghost) throw problem({ kind: 'not_found' });
  const ticket = await getTicket(current, args);
  if (!ticket.qr_payload || ticket.status !== 'registered') throw problem({ kind: 'not_found' });
  const { user } = current.member;
  const title = current.t('appointment:ticket.page_title', { title: ticket.appointment.title });
  const timeZone = user.timezone ?? current.preferences.timeZone;
  return new Response(keptPass(ticket, ticket.qr_payload, current.language, timeZone), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-store, private',
      'X-Pass-Member': String(user.id),
      'X-Pass-Title': encodeURIComponent(title),
    },
  });
}
