import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import { env } from '../platform/request/env.server';
import { unknownPath } from '../platform/request/gates.server';
import { contextOf } from '../platform/request/request-context.server';
import { denied, permit, textIn } from './socket-permission.server';

export async function loader(args: LoaderFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

/** Authorizes a socket for a channel. Script posts the fields of Pusher's client, `socket_id` and `channel_name`. */
export const action = (args: ActionFunctionArgs) =>
  permit(args, async ({ api, answerHeaders }, sent) => {
    const call = { ...contract.realtime.authorizeChannel, path: env().broadcastingAuthPath };
    const json = { socket_id: textIn(sent, 'socket_id'), channel_name: textIn(sent, 'channel_name') };
    const answer = await api.attempt(call, { json });
    if (answer.ok) return Response.json(answer.data);
    const { status, message } = answer.failure;
    // A page has to ask for some channels to learn that it may not enter. A 403 would be an error in its console.
    if (status === 403 && sent.has('is_tried')) return new Response(null, { status: 204 });
    return denied(status, status === 403 || status >= 500 ? '' : message, answerHeaders);
  });
