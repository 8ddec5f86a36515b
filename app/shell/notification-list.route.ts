import type { LoaderFunctionArgs } from '@remix-run/node';
import { answerInBackground } from '../platform/background.server';
import { requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { pageNumber } from '../platform/paginator.server';
import { problem } from '../platform/responses.server';
import { LIST_KINDS, listNotifications } from './notifications.server';

export const handle = { gate: 'member' } satisfies Partial<RouteHandle>;

/** One page of a list for the panel under the bell, with the time at which it was made. */
export const loader = (args: LoaderFunctionArgs) =>
  answerInBackground(async () => {
    const at = new Date().toISOString();
    const current = await requireMember(args, handle);
    const kind = LIST_KINDS.find((known) => known === args.params.kind);
    if (!kind) throw problem({ kind: 'not_found' });
    const list = await listNotifications(current, kind, pageNumber(current.url.searchParams.get('page')));
    return { ...list, at };
  });
