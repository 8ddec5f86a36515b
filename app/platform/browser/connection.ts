import { useSyncExternalStore } from 'react';

/** Problems of script's own requests that a page has to show; see connection.client.ts. */
export interface Connection {
  /** Retries the requests that failed without a network; null if none waits. */
  retry: (() => void) | null;
  /** The logout or lock that waits among them, or null. The toast tells the member that it has not arrived. */
  heldExit: Exit | null;
  /** The last refusal that a dialog shows or has shown. */
  refusal: (Refusal & { isOpen: boolean }) | null;
}

/** The two ways to leave a device. */
export type Exit = 'logout' | 'lock';

export interface Refusal {
  status: number;
  statusText: string;
  /** In seconds. */
  retryAfter: number | null;
}

const CALM: Connection = { retry: null, heldExit: null, refusal: null };
let current = CALM;
const listeners = new Set<() => void>();

export function tellConnection(change: Partial<Connection>) {
  current = { ...current, ...change };
  for (const listener of listeners) listener();
}

/** Opens the dialog. While it is open, another refusal changes nothing (specification, section 8: one dialog). */
export function tellRefusal(refusal: Refusal) {
  if (!current.refusal?.isOpen) tellConnection({ refusal: { ...refusal, isOpen: true } });
}

export function closeRefusal() {
  if (current.refusal) tellConnection({ refusal: { ...current.refusal, isOpen: false } });
}

/** Returns the state for the toast and the dialog. In the HTML and during hydration there is no problem. */
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
