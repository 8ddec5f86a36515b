import type { LoaderFunctionArgs } from '@remix-run/node';
import type { RouteHandle } from '../platform/page/handle';
import { pageNumber } from '../platform/page/paginator.server';
import { answerInBackground } from '../platform/request/background.server';
import { requireMember } from '../platform/request/gates.server';
import { problem } from '../platform/request/responses.server';
import { LIST_KINDS } from './notification-pages';
import { listNotifications } from './notifications.server';

export const handle = { gate: 'member' } satisfies Partial<RouteHandle>;

/** Returns one page of a list for the panel under the bell, with the time of the request. */
export const loader = (args: LoaderFunctionArgs) =>
  answerInBackground(async () => {
    const at = new Date().toISOString();
    const current = await requireMember(args, handle);
    const kind = LIST_KINDS.find((known) => known === args.params.kind);
    if (!kind) throw problem({ kind: 'not_found' });
    const list = await listNotifications(current, { kind, page: pageNumber(current.url.searchParams.get('page')) });
    return { ...list, at };
  });
