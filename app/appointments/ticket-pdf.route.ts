import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { RouteHandle } from '../platform/page/handle';
import { documentAnswer, pageOfFile } from '../platform/request/document.server';
import { requireMember } from '../platform/request/gates.server';
import { ticketPath } from './appointment-path';

export const handle = { gate: 'member', modules: ['appointment'] } satisfies Partial<RouteHandle>;

/** The ticket as a PDF. */
export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const label = args.params.label ?? '';
  const answer = await current.api.attempt(contract.appointmentsTickets.getTicketPdf, { params: { label } });
  if (answer.ok) return documentAnswer(answer.data);
  return pageOfFile(current, ticketPath(encodeURIComponent(label)), answer.failure);
}
