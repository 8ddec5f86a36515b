import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { RouteHandle } from '../../platform/page/handle';
import { answerInBackground } from '../../platform/request/background.server';
import { requireMember } from '../../platform/request/gates.server';
import { loadLog, sendFromLog } from './log.server';

export const handle = {
  gate: 'member',
  modules: ['chat'],
  permission: 'chat.view',
} satisfies Partial<RouteHandle>;

const idIn = ({ params }: LoaderFunctionArgs) => params.conversationId ?? '';

/** Answers messages to script. It is asked by events, so it does not count as activity of the member. */
export const loader = (args: LoaderFunctionArgs) =>
  answerInBackground(async () => loadLog(await requireMember(args, { ...handle, isBackground: true }), idIn(args)));

/** Takes a message of script. */
export const action = (args: ActionFunctionArgs) =>
  answerInBackground(
    async () => sendFromLog(args, await requireMember(args, handle), idIn(args)),
    ({ body, ...init }) => Response.json(body, init),
  );
