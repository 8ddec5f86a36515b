import type { AppLoadContext, EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { isRefusal, titleOf } from './platform/document';
import { env } from './platform/env.server';
import { i18nFor } from './platform/i18n.server';
import { loggedPath } from './platform/logged-path';
import { NonceContext } from './platform/nonce';
import { writePage } from './platform/page.server';
import { handOff, renderedEntry } from './platform/remix-entry.server';
import { contextOf, type RequestContext } from './platform/request-context.server';
import { securityHeaders } from './platform/security-headers.server';

/** Nothing streams, so Remix's stream bookkeeping may end at once; its default keeps every render in memory for 5 s. */
export const streamTimeout = 300;
/** Remix answers script's navigations with it where a page would be redirected. */
const SINGLE_FETCH_REDIRECT = 202;

/** A page, written at once: the server never streams, because no loader defers. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const current = await contextOf({ request, context });
  const i18n = i18nFor(current.language);
  const html = renderToString(
    <NonceContext.Provider value={current.nonce}>
      <I18nextProvider i18n={i18n}>
        <RemixServer context={renderedEntry(entry)} url={request.url} nonce={current.nonce} />
      </I18nextProvider>
    </NonceContext.Provider>,
  );
  const body = html + (await handOff(entry, current.nonce));
  await finish(current, headers, 'page');
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.append('Vary', 'Accept-Language, Cookie, Save-Data');
  const page = writePage(current, { body, title: titleFor(entry, current), isErrorPage: status >= 400 });
  return new Response(page, { status, headers });
}

function titleFor({ staticHandlerContext, routeModules }: EntryContext, current: RequestContext) {
  const { matches, loaderData, actionData, errors, statusCode } = staticHandlerContext;
  const thrown = errors ? Object.values(errors)[0] : null;
  return titleOf({
    matches: matches.map(({ route }) => ({ handle: routeModules[route.id]?.handle, data: loaderData[route.id] })),
    error: thrown && typeof thrown === 'object' && 'data' in thrown ? thrown.data : thrown,
    // A form that asks by GET is refused by its loader.
    isRefused: statusCode === 422 || Object.values(actionData ?? {}).some(isRefusal),
    productName: env().productName,
    t: current.t,
  });
}

/** Answers to script's navigations carry the same cookies and headers as pages. */
export async function handleDataRequest(
  response: Response,
  { request, context }: { request: Request; context: AppLoadContext },
) {
  const current = await contextOf({ request, context });
  const { headers, status } = response;
  await finish(current, headers, status === SINGLE_FETCH_REDIRECT ? 'redirect' : 'page');
  if (headers.get('Content-Type') === 'text/x-script') headers.set('Content-Type', 'text/x-script; charset=utf-8');
  return response;
}

/** Redirects of loaders may have written cookies already; the answer carries each once. */
async function finish(current: RequestContext, headers: Headers, answer: 'page' | 'redirect') {
  headers.delete('Set-Cookie');
  for (const cookie of await current.commit(answer)) headers.append('Set-Cookie', cookie);
  for (const [name, value] of Object.entries(securityHeaders(current.nonce, current.url))) headers.set(name, value);
  for (const [name, value] of current.answerHeaders) headers.set(name, value);
  headers.set('Cache-Control', 'no-store');
}

/** Logs and reports what nobody foresaw. Remix's own 404 and 405, and other refusals, are answers and no errors. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }) {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.log?.error({ err: error, path: loggedPath(new URL(request.url).pathname) }, 'unexpected error');
  if (!context.log) console.error(error);
  context.report?.(error, context.requestId ?? '');
}
