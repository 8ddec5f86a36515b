import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import { unknownPath } from '../platform/request/gates.server';
import { contextOf } from '../platform/request/request-context.server';
import { denied, permit, textIn } from './socket-permission.server';

export async function loader(args: LoaderFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

/** Signs a socket in at an external service, so that the service can end it with the session. */
export const action = (args: ActionFunctionArgs) =>
  permit(args, async ({ api, answerHeaders }, sent) => {
    const json = { socket_id: textIn(sent, 'socket_id') };
    const answer = await api.attempt(contract.realtime.authenticateSocket, { json });
    if (answer.ok) return Response.json(answer.data);
    const { status, message } = answer.failure;
    // A back end without this call leaves the socket as it is. An error status would be one in the page's console.
    if (status === 404 || status === 501) return new Response(null, { status: 204 });
    return denied(status, status === 403 || status >= 500 ? '' : message, answerHeaders);
  });
