import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { RouteHandle } from '../../platform/page/handle';
import { answerInBackground } from '../../platform/request/background.server';
import { requireMember, unknownPath } from '../../platform/request/gates.server';
import { contextOf } from '../../platform/request/request-context.server';
import { checkScan } from './door.server';

export const handle = {
  gate: 'member',
  modules: ['appointment'],
  permission: 'event.check_in',
} satisfies Partial<RouteHandle>;

export async function loader(args: LoaderFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

/** For script: checks what a device scanned. */
export const action = (args: ActionFunctionArgs) =>
  answerInBackground(async () => checkScan(args, await requireMember(args, handle)));
