import type { LoaderFunctionArgs } from '@remix-run/node';
import type { RouteHandle } from '../platform/page/handle';
import { answerInBackground } from '../platform/request/background.server';
import { requireMember } from '../platform/request/gates.server';
import { listStocks } from './sale.server';

export const handle = {
  gate: 'member',
  modules: ['growing'],
  permission: 'growing.view',
} satisfies Partial<RouteHandle>;

/** Returns only how many plants of each sale are left, for open pages that may have missed events. */
export const loader = (args: LoaderFunctionArgs) =>
  answerInBackground(async () => listStocks(await requireMember(args, handle)));
