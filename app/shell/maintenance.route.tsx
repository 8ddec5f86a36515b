import type { LoaderFunctionArgs } from '@remix-run/node';
import { data } from '@remix-run/node';
import type { RouteHandle } from '../platform/page/handle';
import type { Problem } from '../platform/request/problem';
import { contextOf } from '../platform/request/request-context.server';

export const handle = { title: 'problem.maintenance.title', gate: 'open' } satisfies RouteHandle;

const RETRY_AFTER_S = 600;

export async function loader(args: LoaderFunctionArgs) {
  const { requestId, answerHeaders } = await contextOf(args);
  answerHeaders.set('Retry-After', String(RETRY_AFTER_S));
  throw data<Problem>({ kind: 'maintenance', reference: requestId, retryAfter: RETRY_AFTER_S }, { status: 503 });
}

/** Never shown: the layout's error boundary shows the page. */
export default function NoPage() {
  return null;
}
