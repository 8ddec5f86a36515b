import type { ServerBuild } from '@remix-run/node';
import type { ServerConfig } from './config';
import { anonymousError, anonymousTransaction, ROUTE_WORK } from './error-reports';
import type { PathLog } from './logged-path';

export type Report = (error: unknown, requestId: string) => void;

interface ErrorReporting {
  /** Absent without a DSN. */
  report?: Report;
  /** Gives each loader and action a span. */
  withSpans(build: ServerBuild): ServerBuild;
  close(): Promise<void>;
}

/**
 * Parts of Sentry that are off. `Remix` copies the body of each post and makes `Http` leave requests to it;
 * `ProcessSession` sends figures that do not pass `error-reports.ts`.
 */
const REPLACED = ['Remix', 'Http', 'ProcessSession'];

/**
 * Sends unexpected errors and timings to Sentry if a DSN is set. Otherwise it loads nothing of Sentry.
 * `error-reports.ts` decides what a report contains.
 */
export async function startErrorReporting(
  config: ServerConfig['sentry'],
  release: string,
  paths: PathLog,
): Promise<ErrorReporting> {
  if (!config) return { withSpans: (build) => build, close: async () => undefined };
  const Sentry = await import('@sentry/remix');
  Sentry.init({
    dsn: config.dsn,
    release,
    tracesSampleRate: config.tracesSampleRate,
    sendDefaultPii: false,
    // Neither a foreign upstream nor reCAPTCHA needs our trace headers.
    tracePropagationTargets: [],
    integrations: (defaults) => [
      ...defaults.filter(({ name }) => !REPLACED.includes(name)),
      Sentry.httpIntegration({ maxIncomingRequestBodySize: 'none', trackIncomingRequestsAsSessions: false }),
    ],
    beforeSend: (event, hint) => anonymousError(event, hint, paths),
    beforeSendTransaction: (event) => anonymousTransaction(event, paths),
  });
  return {
    report: (error, requestId) => void Sentry.captureException(error, { tags: { request_id: requestId } }),
    withSpans: (build) => ({ ...build, routes: tracedRoutes(build.routes, Sentry.startSpan) }),
    close: async () => void (await Sentry.close(2000)),
  };
}

type Routes = ServerBuild['routes'];
type StartSpan = typeof import('@sentry/remix').startSpan;

/**
 * Sentry's own `instrumentBuild` would rank every route again for each loader, and send a header with the trace with
 * each page.
 */
function tracedRoutes(routes: Routes, startSpan: StartSpan): Routes {
  const traced = <Args, Answer>(kind: 'loader' | 'action', id: string, run?: (args: Args) => Answer) =>
    run && ((args: Args) => startSpan({ name: id, op: `${ROUTE_WORK}${kind}` }, () => run(args)));
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      const { loader, action } = route?.module ?? {};
      const module = { ...route?.module, loader: traced('loader', id, loader), action: traced('action', id, action) };
      return [id, { ...route, module }];
    }),
  ) as Routes;
}
