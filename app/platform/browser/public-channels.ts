/** What a page hears of one public channel while it is open. Events are hints, and some may be missing. */
export interface Listener {
  channel: string;
  /** The full name of the event. */
  event: string;
  onEvent(data: unknown): void;
  /** Called when the channel is joined, also again after a lost connection, and when the tab wakes: the page may be old. */
  onGap(): void;
}

/** Joins the channel and returns a function that leaves it. */
type Join = (listener: Listener) => () => void;

let join: Join | null = null;
const listeners = new Map<Listener, (() => void) | null>();

/**
 * Listens as soon as the realtime island is loaded. Without realtime it does nothing.
 * @returns a function that stops listening
 */
export function hearChannel(listener: Listener): () => void {
  listeners.set(listener, join?.(listener) ?? null);
  return () => {
    listeners.get(listener)?.();
    listeners.delete(listener);
  };
}

/**
 * The realtime island offers its connection.
 * @returns a function that takes it back
 */
export function serveChannels(by: Join): () => void {
  join = by;
  for (const listener of listeners.keys()) listeners.set(listener, by(listener));
  return () => {
    join = null;
    for (const listener of listeners.keys()) listeners.set(listener, null);
  };
}

/** Events may have been missed by all. */
export function tellGap() {
  for (const { onGap } of listeners.keys()) onGap();
}
