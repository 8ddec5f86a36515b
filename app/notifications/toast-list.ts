import type { NotificationEvent } from './notification-event';

const MOST_SHOWN = 3;
const LEAST_MS = 8000;
/** For a slow reader: about 120 words a minute. */
const MS_A_CHARACTER = 80;

/** Appends a toast and removes the oldest if there are too many. */
export function withToast(toasts: NotificationEvent[], toast: NotificationEvent): NotificationEvent[] {
  return [...toasts.filter(({ id }) => id !== toast.id), toast].slice(-MOST_SHOWN);
}

/** Returns how long a toast stays if nobody holds it. The notification stays in the list. */
export function shownMs({ title, description }: NotificationEvent): number {
  return LEAST_MS + MS_A_CHARACTER * (title.length + description.length);
}
