import { useSyncExternalStore } from 'react';

/** What script's own requests met with, as far as a page has to say it; see connection.client.ts. */
export interface Connection {
  /** Sends again what found no network; null while nothing waits. */
  retry: (() => void) | null;
  /** The answer that a dialog tells about, or told about. */
  refusal: (Refusal & { isOpen: boolean }) | null;
}

export interface Refusal {
  status: number;
  statusText: string;
  /** Seconds. */
  retryAfter: number | null;
}

const CALM: Connection = { retry: null, refusal: null };
let current = CALM;
const listeners = new Set<() => void>();

export function tellConnection(change: Partial<Connection>) {
  current = { ...current, ...change };
  for (const listener of listeners) listener();
}

/** One dialog at a time (specification, section 8): while one is open, another refusal changes nothing. */
export function tellRefusal(refusal: Refusal) {
  if (!current.refusal?.isOpen) tellConnection({ refusal: { ...refusal, isOpen: true } });
}

export function closeRefusal() {
  if (current.refusal) tellConnection({ refusal: { ...current.refusal, isOpen: false } });
}

/** The toast and the dialog stand on this; nothing in the HTML and while it hydrates. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => CALM,
  );
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
