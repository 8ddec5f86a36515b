/** A notification as it is broadcast: Laravel sends its data plus `id` and `type` (interop, section 3). */
export interface NotificationEvent {
  id: string;
  title: string;
  description: string;
  /** An icon's class; unknown ones are a bell. */
  class: string;
  status: string;
  /** Of this origin; other addresses are not followed. */
  path: string | null;
  /** It came in the member's quiet hours: it counts, and nothing pops up. */
  silent: boolean;
}

/** Null for what is no notification: events are hints, and nothing breaks on one. */
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

export interface MessageEvent {
  id: string;
  /** Null where the message does not name its conversation. */
  conversation: string | number | null;
}

/** The chat event carries a field `message` (specification, section 3). */
export function readMessage(data: unknown): MessageEvent | null {
  const { message } = fieldsOf(data);
  const { id, conversation_id } = fieldsOf(message);
  if (!isKey(id)) return null;
  return { id: String(id), conversation: isKey(conversation_id) ? conversation_id : null };
}

/** The path of an address of this origin, or null. */
export function ownPath(url: unknown, origin: string): string | null {
  if (typeof url !== 'string' || url === '') return null;
  try {
    const target = new URL(url, origin);
    // Two slashes at its start would make a path the address of another site.
    const isOwn = target.origin === origin && !target.pathname.startsWith('//');
    return isOwn ? target.pathname + target.search + target.hash : null;
  } catch {
    return null;
  }
}

/** True for an id that did not come before; an event may come twice around a reconnect. */
export function recentIds(limit = 100): (id: string) => boolean {
  const known = new Set<string>();
  return (id) => {
    if (known.has(id)) return false;
    known.add(id);
    for (const oldest of known) if (known.size > limit) known.delete(oldest);
    return true;
  };
}

const fieldsOf = (data: unknown) => (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const isKey = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';
