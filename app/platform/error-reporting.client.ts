import { whenIdle } from './idle.client';

/**
 * Loads the error-reporting service when the browser is idle, and only when a DSN is configured. Nothing personal is
 * sent: no breadcrumbs, no URL with its query, no member.
 */
export function reportErrorsWhenIdle(dsn: string | undefined) {
  if (!dsn) return;
  whenIdle(async () => {
    const { init } = await import('@sentry/browser');
    init({
      dsn,
      sendDefaultPii: false,
      beforeBreadcrumb: () => null,
      beforeSend(event) {
        delete event.user;
        delete event.request;
        return event;
      },
    });
  });
}
