import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { RouteHandle } from '../../platform/page/handle';
import { answerInBackground } from '../../platform/request/background.server';
import { requireMember, unknownPath } from '../../platform/request/gates.server';
import { contextOf } from '../../platform/request/request-context.server';
import { markAsRead } from './log.server';

export const handle = {
  gate: 'member',
  modules: ['chat'],
  permission: 'chat.view',
  isBackground: true,
} satisfies Partial<RouteHandle>;

export async function loader(args: LoaderFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

/** For script: marks as read what the member saw. */
export const action = (args: ActionFunctionArgs) =>
  answerInBackground(async () => markAsRead(await requireMember(args, handle), args.params.conversationId ?? ''));
