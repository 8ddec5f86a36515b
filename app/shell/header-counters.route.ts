import type { LoaderFunctionArgs } from '@remix-run/node';
import { answerInBackground } from '../platform/background.server';
import { requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { countsOf } from './member.server';

export const handle = { gate: 'member' } satisfies Partial<RouteHandle>;

/** The counters of the top bar alone, for `refetchCounters`. */
export const loader = (args: LoaderFunctionArgs) =>
  answerInBackground(async () => countsOf((await requireMember(args, handle)).member));
