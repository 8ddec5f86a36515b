import { whenIdle } from './idle.client';

/** Sentry is a file of its own, which only a page with a DSN asks for. */
const load = () => import('./sentry.client');

const dsn = () => document.documentElement.dataset.sentry;

/** Loads the error-reporting service when the browser is idle, and only when a DSN is configured. */
export function reportErrorsWhenIdle() {
  const address = dsn();
  // Without the file the page works as well.
  if (address) whenIdle(() => void load().then(({ startSentry }) => startSentry(address), ignore));
}

/**
 * Reports what an error boundary caught. Refusals are no errors, and an error of the server, which has no stack here,
 * was reported there.
 */
export function reportBoundaryError(error: unknown) {
  const address = dsn();
  if (!address || !(error instanceof Error) || !error.stack) return;
  void load().then(({ startSentry, captureRemixErrorBoundaryError }) => {
    startSentry(address);
    captureRemixErrorBoundaryError(error);
  }, ignore);
}

const ignore = () => undefined;
