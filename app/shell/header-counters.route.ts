import type { LoaderFunctionArgs } from '@remix-run/node';
import { answerInBackground } from '../platform/background.server';
import { chatMemoryOf } from '../platform/chat-memory.server';
import { requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { countsOf } from './member.server';

export const handle = { gate: 'member' } satisfies Partial<RouteHandle>;

/** The counters of the top bar alone, for `refetchCounters`. */
export const loader = (args: LoaderFunctionArgs) =>
  answerInBackground(async () => {
    const current = await requireMember(args, handle);
    return countsOf(current.member, await chatMemoryOf(current, current.member.user.id));
  });
