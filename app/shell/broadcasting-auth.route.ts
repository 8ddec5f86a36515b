import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import { env } from '../platform/env.server';
import { unknownPath } from '../platform/gates.server';
import { acceptedForm } from '../platform/posted-form.server';
import { contextOf, type RequestContext } from '../platform/request-context.server';

export async function loader(args: LoaderFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

/**
 * Admits the socket of a signed-in member to a channel: upstream judges and signs, by the bearer that stays here. Script
 * posts what Pusher's own posts, `socket_id` and `channel_name`; whoever is denied hears what Laravel says.
 */
export async function action(args: ActionFunctionArgs) {
  const current = await contextOf(args);
  try {
    return await admit(current);
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal;
    // A page would show the problem, or the lock; a socket only hears no.
    return denied(statusOf(refusal));
  }
}

async function admit(current: RequestContext): Promise<Response> {
  const sent = await acceptedForm(current);
  // What is signed here knows no end, ghost mode does.
  if (!current.session.get('token') || current.session.has('ghost')) return denied(403);
  const call = { ...contract.realtime.authorizeChannel, path: env().broadcastingAuthPath };
  const json = { socket_id: textOf(sent.get('socket_id')), channel_name: textOf(sent.get('channel_name')) };
  const answer = await current.api.attempt(call, { json });
  if (answer.ok) return Response.json(answer.data);
  const { status, message } = answer.failure;
  return denied(status, status === 403 || status >= 500 ? '' : message, current.answerHeaders);
}

const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');

/** What was thrown is a problem with its status, or the redirect of somebody whose session is over. */
const statusOf = (refusal: unknown) => (refusal as { init?: ResponseInit | null }).init?.status ?? 401;

const denied = (status: number, message = '', headers?: Headers) =>
  Response.json({ message: status === 401 ? 'Unauthenticated.' : message }, { status, headers });
