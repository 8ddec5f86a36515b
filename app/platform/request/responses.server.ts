import { data, redirect as remixRedirect } from '@remix-run/node';
import type { Problem } from './problem';
import type { RequestContext } from './request-context.server';
import type { Flash } from './session.server';

export const isReading = ({ method }: Request) => method === 'GET' || method === 'HEAD';

/** Whether the browser prefetches: nobody has seen the page yet (docs/product/README.md#progressive-enhancement). */
export const isPrefetch = ({ headers }: Request): boolean =>
  /prefetch/.test(headers.get('sec-purpose') ?? headers.get('purpose') ?? '');

/** Whether somebody opens the page, and so reads what is on it. */
export const isOpening = (request: Request): boolean => request.method === 'GET' && !isPrefetch(request);

/**
 * Redirects and writes the session. Every redirect uses it, because no other place can write the session of a redirect.
 * The status is 303 after a POST, so that a reload does not send it again; otherwise 302.
 */
export async function redirect(current: RequestContext, path: string, status?: number): Promise<Response> {
  const response = remixRedirect(path, status ?? (isReading(current.request) ? 302 : 303));
  for (const cookie of await current.commit('redirect')) response.headers.append('Set-Cookie', cookie);
  return response;
}

/** Redirects and shows a message once on the next page. */
export function redirectWithFlash(current: RequestContext, path: string, flash: Flash): Promise<Response> {
  current.session.set('flash', flash);
  return redirect(current, path);
}

const STATUS = {
  not_found: 404,
  forbidden: 403,
  ghost: 403,
  forged: 403,
  too_large: 413,
  bad_request: 400,
  unsupported: 415,
  unavailable: 501,
  locked: 401,
  terms: 403,
};

/** Returns what a loader or action throws to show a page of the error catalogue. */
export const problem = (value: Extract<Problem, { kind: keyof typeof STATUS }>) =>
  data<Problem>(value, { status: STATUS[value.kind] });
