import type { RealtimeSettings } from './realtime-settings';

/** What a page hears on one channel while it is open. Events are hints, and some may be missing. */
export interface Listener {
  /** The name of the channel, without `presence-`. The club may give it another one. */
  channel(names: RealtimeSettings): string;
  /** What to do at each event, by its full name. */
  events(names: RealtimeSettings): Record<string, OnEvent>;
  /** Called whenever the channel is joined, and when the tab wakes: the page may be old. */
  onGap(): void;
  /** Makes it a presence channel. Called with the others who are in it, and with an empty list while that is not known. */
  onPresent?(others: Present[]): void;
}

/** `from` is the user whose browser sent the event, if the service says so. */
export type OnEvent = (data: unknown, from?: string) => void;

/** A user in a presence channel, once however many tabs they have. */
export interface Present {
  id: string;
  info: unknown;
}

export interface Joined {
  leave(): void;
  /** Sends the others in a presence channel an event without data. */
  tell(event: string): void;
}

export type Join = (listener: Listener) => Joined;

let join: Join | null = null;
const listeners = new Map<Listener, Joined | null>();

/** Listens as soon as the realtime island is loaded. Without realtime it does nothing. */
export function hearChannel(listener: Listener): Joined {
  listeners.set(listener, join?.(listener) ?? null);
  return {
    leave() {
      listeners.get(listener)?.leave();
      listeners.delete(listener);
    },
    tell: (event) => listeners.get(listener)?.tell(event),
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
    for (const listener of listeners.keys()) {
      listeners.set(listener, null);
      listener.onPresent?.([]);
    }
  };
}

/** Tells all listeners that they may have missed events. */
export function tellGap() {
  for (const { onGap } of listeners.keys()) onGap();
}
