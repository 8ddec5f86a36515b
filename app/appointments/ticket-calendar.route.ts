import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { RouteHandle } from '../platform/page/handle';
import { fileAnswer, pageOfFile } from '../platform/request/document.server';
import { requireMember } from '../platform/request/gates.server';
import { ticketPath } from './appointment-path';

export const handle = { gate: 'member', modules: ['appointment'] } satisfies Partial<RouteHandle>;

/** The appointment of the ticket for a calendar program (RFC 5545). */
export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const label = args.params.label ?? '';
  const answer = await current.api.stream(contract.appointmentsTickets.getTicketCalendar, {
    params: { label },
    headers: { accept: 'text/calendar' },
  });
  if (!answer.ok) return pageOfFile(current, ticketPath(encodeURIComponent(label)), answer.failure);
  return fileAnswer(answer.response.body ?? '', { name: `${label}.ics`, type: 'text/calendar; charset=utf-8' });
}
