import {
  captureRemixErrorBoundaryError,
  dedupeIntegration,
  type ErrorEvent,
  eventFiltersIntegration,
  globalHandlersIntegration,
  init,
  linkedErrorsIntegration,
} from '@sentry/remix';
import { VERSION } from '../page/version';
import { routePattern } from '../remix/router.client';
import { anonymousReport } from './anonymous-report';

export { captureRemixErrorBoundaryError };

let isStarted = false;

/** Reports the page's uncaught errors from now on. */
export function startSentry(dsn: string) {
  if (isStarted) return;
  isStarted = true;
  init({
    dsn,
    release: VERSION,
    sendDefaultPii: false,
    // The other usual ones note clicks, addresses, headers and visits.
    defaultIntegrations: false,
    integrations: [
      globalHandlersIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      eventFiltersIntegration(),
    ],
    beforeSend: (event): ErrorEvent => anonymousReport(event, routePattern()),
  });
}
