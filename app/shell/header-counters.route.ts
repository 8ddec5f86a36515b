import type { LoaderFunctionArgs } from '@remix-run/node';
import { chatMemoryOf } from '../chat/chat-memory.server';
import type { RouteHandle } from '../platform/page/handle';
import { answerInBackground } from '../platform/request/background.server';
import { requireMember } from '../platform/request/gates.server';
import { countsOf } from './member.server';

export const handle = { gate: 'member' } satisfies Partial<RouteHandle>;

/** Returns only the counters of the top bar, for `refetchCounters`. */
export const loader = (args: LoaderFunctionArgs) =>
  answerInBackground(async () => {
    const current = await requireMember(args, handle);
    return countsOf(current.member, await chatMemoryOf(current, current.member.user.id));
  });
