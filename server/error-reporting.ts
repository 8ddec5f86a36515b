import type { ServerConfig } from './config';
import { anonymousError, anonymousTransaction } from './error-reports';

export type Report = (error: unknown, requestId: string) => void;

/**
 * Sends unexpected errors to Sentry when a DSN is set; nothing of it is loaded otherwise. What leaves the house stands
 * in `error-reports.ts`.
 */
export async function startErrorReporting(config: ServerConfig['sentry'], release: string) {
  if (!config) return { report: undefined, close: async () => undefined };
  const Sentry = await import('@sentry/node');
  Sentry.init({
    dsn: config.dsn,
    release,
    tracesSampleRate: config.tracesSampleRate,
    sendDefaultPii: false,
    // Neither a foreign upstream nor reCAPTCHA needs to know of our traces.
    tracePropagationTargets: [],
    beforeSend: anonymousError,
    beforeSendTransaction: anonymousTransaction,
  });
  const report: Report = (error, requestId) => Sentry.captureException(error, { tags: { request_id: requestId } });
  return { report, close: async () => void (await Sentry.close(2000)) };
}
