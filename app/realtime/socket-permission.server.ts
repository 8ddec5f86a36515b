/** Permissions for the sockets of signed-in members. Upstream decides and signs, by the bearer token that stays here. */
import type { ActionFunctionArgs } from '@remix-run/node';
import { acceptedForm } from '../platform/request/posted-form.server';
import { contextOf, type RequestContext } from '../platform/request/request-context.server';

type Ask = (current: RequestContext, sent: FormData) => Promise<Response>;

/** Asks upstream for a permission by what script has posted. A refusal answers as Laravel does. */
export async function permit(args: ActionFunctionArgs, ask: Ask): Promise<Response> {
  const current = await contextOf(args);
  try {
    const sent = await acceptedForm(current);
    // A signature does not expire, but ghost mode does.
    if (!current.session.get('token') || current.session.has('ghost')) return denied(403);
    return await ask(current, sent);
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal;
    // A page would show the problem or the lock page. A socket needs only the status.
    return denied(statusOf(refusal));
  }
}

/** Returns the status of a thrown problem, or 401 for the redirect after the end of a session. */
const statusOf = (refusal: unknown) => (refusal as { init?: ResponseInit | null }).init?.status ?? 401;

export const denied = (status: number, message = '', headers?: Headers) =>
  Response.json({ message: status === 401 ? 'Unauthenticated.' : message }, { status, headers });

export function textIn(sent: FormData, name: string): string {
  const value = sent.get(name);
  return typeof value === 'string' ? value : '';
}
