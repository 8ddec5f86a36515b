import type { LoaderFunctionArgs } from '@remix-run/node';
import { data } from '@remix-run/node';
import type { RouteHandle } from '../platform/page/handle';
import type { Problem } from '../platform/request/problem';
import { contextOf } from '../platform/request/request-context.server';

export const handle = { title: 'problem.server.title', gate: 'open' } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const { requestId } = await contextOf(args);
  throw data<Problem>({ kind: 'server', reference: requestId, statusText: 'Server Error' }, { status: 500 });
}

/** Never shown: the layout's error boundary shows the page. */
export default function NoPage() {
  return null;
}
