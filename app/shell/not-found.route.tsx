import { data } from '@remix-run/node';
import type { RouteHandle } from '../platform/page/handle';
import type { Problem } from '../platform/request/problem';

export const handle = { title: 'problem.not_found.title', gate: 'open' } satisfies RouteHandle;

export function loader() {
  throw data<Problem>({ kind: 'not_found' }, { status: 404 });
}

/** Never shown: the layout's error boundary shows the page. */
export default function NoPage() {
  return null;
}
