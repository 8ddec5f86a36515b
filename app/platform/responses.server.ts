import { data, redirect as remixRedirect } from '@remix-run/node';
import type { Problem } from './problem';
import type { RequestContext } from './request-context.server';
import type { Flash } from './session.server';

export const isReading = ({ method }: Request) => method === 'GET' || method === 'HEAD';

/** A browser that fetches ahead: nobody has seen the page yet (product/README.md, "Progressive enhancement"). */
export const isPrefetch = ({ headers }: Request): boolean =>
  /prefetch/.test(headers.get('sec-purpose') ?? headers.get('purpose') ?? '');

/**
 * The only way to redirect: the session is written with it, since a redirect passes no other place that could.
 * 303 after a POST, so that a reload sends nothing twice; 302 otherwise.
 */
export async function redirect(current: RequestContext, path: string, status?: number): Promise<Response> {
  const response = remixRedirect(path, status ?? (isReading(current.request) ? 302 : 303));
  for (const cookie of await current.commit('redirect')) response.headers.append('Set-Cookie', cookie);
  return response;
}

/** Redirects and shows a message once on the page that follows. */
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
  locked: 401,
  terms: 403,
};

/** What a loader or action throws to show a page of the error catalogue. */
export const problem = (value: Extract<Problem, { kind: keyof typeof STATUS }>) =>
  data<Problem>(value, { status: STATUS[value.kind] });
