import type { NotificationEvent } from './realtime-events';

const MOST_SHOWN = 3;
const LEAST_MS = 8000;
/** What a slow reader needs, some 120 words a minute. */
const MS_A_CHARACTER = 80;

/** The newest last; the oldest makes room. */
export function withToast(toasts: NotificationEvent[], toast: NotificationEvent): NotificationEvent[] {
  return [...toasts.filter(({ id }) => id !== toast.id), toast].slice(-MOST_SHOWN);
}

/** How long it stays while nobody holds it. What it says stays in the list of notifications. */
export function shownMs({ title, description }: NotificationEvent): number {
  return LEAST_MS + MS_A_CHARACTER * (title.length + description.length);
}
