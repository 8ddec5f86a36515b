import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import { env } from '../platform/env.server';
import { unknownPath } from '../platform/gates.server';
import { postedForm } from '../platform/posted-form.server';
import { contextOf } from '../platform/request-context.server';

export async function loader(args: LoaderFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

/**
 * Admits the socket of a signed-in member to a channel: upstream judges and signs, by the bearer that stays here. Script
 * posts what Pusher's own posts, `socket_id` and `channel_name`; whoever is denied hears what Laravel says.
 */
export async function action(args: ActionFunctionArgs) {
  const current = await contextOf(args);
  const { sent, faults } = await postedForm(current);
  if (faults.length > 0 || !current.session.get('token')) return denied(403);
  const call = { ...contract.realtime.authorizeChannel, path: env().broadcastingAuthPath };
  const json = { socket_id: textOf(sent.get('socket_id')), channel_name: textOf(sent.get('channel_name')) };
  const answer = await unlessUnauthenticated(current.api.attempt(call, { json }));
  if (!answer) return denied(401, 'Unauthenticated.');
  if (answer.ok) return Response.json(answer.data);
  const { status, message } = answer.failure;
  return denied(status, status === 403 || status >= 500 ? '' : message, current.answerHeaders);
}

const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');

const denied = (status: number, message = '', headers?: Headers) => Response.json({ message }, { status, headers });

/** A page would be locked; a socket only hears no. */
async function unlessUnauthenticated<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error) throw error;
    return null;
  }
}
