import type { AppLoadContext, EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToString } from 'react-dom/server';
import { textsFor } from './platform/i18n/i18n.server';
import { TextsContext } from './platform/i18n/use-translation';
import { isRefusal, isResumption, stepTitle, titleOf } from './platform/page/document';
import type { RouteHandle } from './platform/page/handle';
import { NonceContext } from './platform/page/nonce';
import { writePage } from './platform/page/page.server';
import { HasFormContext, renderWithForms } from './platform/page/rendered-forms';
import { isRedirect } from './platform/remix/data-answer.server';
import { ScriptsPlaceContext } from './platform/remix/page-scripts';
import { handOff, renderedEntry } from './platform/remix/remix-entry.server';
import { placeOf, takeScripts } from './platform/remix/script-start.server';
import { env } from './platform/request/env.server';
import { contextOf, type RequestContext } from './platform/request/request-context.server';
import { securityHeaders } from './platform/request/security-headers.server';

/** In milliseconds. Nothing streams, so a short time is enough. The default keeps every render in memory for 5 s. */
export const streamTimeout = 300;

/** Renders a page. The server does not stream, because no loader defers. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const current = await contextOf({ request, context });
  const { nonce } = current;
  const ofPage = renderedEntry(entry);
  const place = placeOf(ofPage.manifest);
  const rendered = renderWithForms((hasForm) =>
    renderToString(
      <NonceContext.Provider value={nonce}>
        <ScriptsPlaceContext.Provider value={place}>
          <HasFormContext.Provider value={hasForm}>
            <TextsContext.Provider value={textsFor(current.language)}>
              <RemixServer context={ofPage} url={request.url} nonce={nonce} />
            </TextsContext.Provider>
          </HasFormContext.Provider>
        </ScriptsPlaceContext.Provider>
      </NonceContext.Provider>,
    ),
  );
  const { html, scripts } = takeScripts(rendered, place, ofPage.manifest, nonce);
  await finish(current, headers, 'page');
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const page = writePage(current, {
    html,
    scripts: scripts && scripts + (await handOff(entry, nonce)),
    title: titleFor(entry, current),
    sheet: sheetFor(entry),
    isErrorPage: status >= 400,
  });
  // Node writes bytes faster than text.
  context.writtenPage = Buffer.from(page);
  return new Response(context.writtenPage, { status, headers });
}

function sheetFor({ staticHandlerContext: { matches }, routeModules }: EntryContext): string | undefined {
  const handles = matches.map(({ route }) => routeModules[route.id]?.handle as RouteHandle | undefined);
  return handles.find((handle) => handle?.sheet)?.sheet;
}

function titleFor({ staticHandlerContext, routeModules }: EntryContext, current: RequestContext) {
  const { matches, loaderData, actionData, errors, statusCode } = staticHandlerContext;
  const answers = Object.values(actionData ?? {});
  const thrown = errors ? Object.values(errors)[0] : null;
  const step = stepTitle({
    matches: matches.map(({ route }) => ({ handle: routeModules[route.id]?.handle, data: loaderData[route.id] })),
    error: thrown && typeof thrown === 'object' && 'data' in thrown ? thrown.data : thrown,
    isResumed: answers.some(isResumption),
    answer: answers[0],
    t: current.t,
  });
  // The loader refuses a form with method GET.
  const isRefused = !errors && (statusCode === 422 || answers.some(isRefusal));
  return titleOf(step, isRefused, env().productName, current.t);
}

/** Gives answers to navigations by script the same cookies and headers as pages. */
export async function handleDataRequest(
  response: Response,
  { request, context }: { request: Request; context: AppLoadContext },
) {
  const current = await contextOf({ request, context });
  const { headers, status } = response;
  await finish(current, headers, isRedirect(status) ? 'redirect' : 'page');
  if (headers.get('Content-Type') === 'text/x-script') headers.set('Content-Type', 'text/x-script; charset=utf-8');
  return response;
}

/** Sets cookies and headers. Redirects of loaders may have set cookies already, so it replaces them all. */
async function finish(current: RequestContext, headers: Headers, answer: 'page' | 'redirect') {
  headers.delete('Set-Cookie');
  for (const cookie of await current.commit(answer)) headers.append('Set-Cookie', cookie);
  for (const [name, value] of Object.entries(securityHeaders(current.nonce, current.url))) headers.set(name, value);
  for (const [name, value] of current.answerHeaders) headers.set(name, value);
  // Lynx acts on `no-cache` alone. Without it, a page that a form changed would come from its memory.
  headers.set('Cache-Control', 'no-store, no-cache');
}

/** Logs and reports unexpected errors. Remix's own 404 and 405, and other refusals, are answers, not errors. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }) {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.log?.error({ err: error, path: context.page }, 'unexpected error');
  if (!context.log) console.error(error);
  context.report?.(error, context.requestId ?? '');
}
