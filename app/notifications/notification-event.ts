import { fieldsOf, isKey } from '../platform/browser/events';

/** A broadcast notification. Laravel sends its data plus `id` and `type` (interop, section 3). */
export interface NotificationEvent {
  id: string;
  title: string;
  description: string;
  /** The class of the icon. An unknown class shows a bell. */
  class: string;
  status: string;
  /** A path of this origin; null for other addresses. */
  path: string | null;
  /** True in the member's quiet hours: the notification is counted, but does not pop up. */
  silent: boolean;
}

/** Returns null for data that is not a notification. Events are hints, so an invalid one must not throw. */
export function readNotification(data: unknown, origin: string): NotificationEvent | null {
  const { id, title, description, class: icon, status, url, silent } = fieldsOf(data);
  if (typeof title !== 'string' || title === '' || !isKey(id)) return null;
  return {
    id: String(id),
    title,
    description: textOf(description),
    class: textOf(icon),
    status: textOf(status),
    path: ownPath(url, origin),
    silent: silent === true,
  };
}

/** Returns the path of an address of this origin, or null. */
export function ownPath(url: unknown, origin: string): string | null {
  if (typeof url !== 'string' || url === '') return null;
  try {
    const target = new URL(url, origin);
    // A path that starts with two slashes is the address of another site.
    const isOwn = target.origin === origin && !target.pathname.startsWith('//');
    return isOwn ? target.pathname + target.search + target.hash : null;
  } catch {
    return null;
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
