import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import { env } from '../platform/request/env.server';
import { unknownPath } from '../platform/request/gates.server';
import { acceptedForm } from '../platform/request/posted-form.server';
import { contextOf, type RequestContext } from '../platform/request/request-context.server';

export async function loader(args: LoaderFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

/**
 * Authorizes the socket of a signed-in member for a channel. Upstream decides and signs, by the bearer token that stays
 * on this server. Script posts the fields of Pusher's client, `socket_id` and `channel_name`. A refusal answers as
 * Laravel does.
 */
export async function action(args: ActionFunctionArgs) {
  const current = await contextOf(args);
  try {
    return await admit(current);
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal;
    // A page would show the problem or the lock page. A socket needs only the status.
    return denied(statusOf(refusal));
  }
}

async function admit(current: RequestContext): Promise<Response> {
  const sent = await acceptedForm(current);
  // A signature for a channel does not expire, but ghost mode does.
  if (!current.session.get('token') || current.session.has('ghost')) return denied(403);
  const call = { ...contract.realtime.authorizeChannel, path: env().broadcastingAuthPath };
  const json = { socket_id: textOf(sent.get('socket_id')), channel_name: textOf(sent.get('channel_name')) };
  const answer = await current.api.attempt(call, { json });
  if (answer.ok) return Response.json(answer.data);
  const { status, message } = answer.failure;
  // A page has to ask for some channels to learn that it may not enter. A 403 would be an error in its console.
  if (status === 403 && sent.has('is_tried')) return new Response(null, { status: 204 });
  return denied(status, status === 403 || status >= 500 ? '' : message, current.answerHeaders);
}

const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');

/** Returns the status of a thrown problem, or 401 for the redirect after the end of a session. */
const statusOf = (refusal: unknown) => (refusal as { init?: ResponseInit | null }).init?.status ?? 401;

const denied = (status: number, message = '', headers?: Headers) =>
  Response.json({ message: status === 401 ? 'Unauthenticated.' : message }, { status, headers });
