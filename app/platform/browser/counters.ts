import { useEffect, useRef, useSyncExternalStore } from 'react';

/** The member's counters. A block that upstream does not send has no icon (specification, section 4). */
export interface Counters {
  notifications: { unread: number; read: number } | null;
  chat: { unread: number; conversation: number | string | null } | null;
  /** Null if no ticket is unread. */
  ticket: { id: number; unread: number } | null;
  /** Posts. */
  news: { unread: number } | null;
}

/** New values for some blocks. Values that a block does not name stay. */
export type CounterChange = { [Block in keyof Counters]?: Partial<NonNullable<Counters[Block]>> | null };

/** Blocks whose count grows while the page is open. */
type Arriving = 'notifications' | 'chat' | 'news';

type Message = { type: 'change'; change: CounterChange } | { type: 'arrival'; block: Arriving; id: string };

let current: Counters | null = null;
let latestRequest = 0;
let tabs: BroadcastChannel | null = null;
const listeners = new Set<() => void>();
const arrived = new Set<string>();

/** Returns the current counters of all tabs. In the HTML and until script runs, they are those of the server. */
export function useCounters(initial: Counters): Counters {
  const shown = useRef(initial);
  useEffect(() => openCounters(shown.current), []);
  useEffect(() => {
    // Tells no first values, because the page may have waited for its script, and other tabs may have newer ones.
    if (shown.current !== initial) tellCounters(initial);
    shown.current = initial;
  }, [initial]);
  return useSyncExternalStore(
    subscribe,
    () => countersNow() ?? initial,
    () => initial,
  );
}

const useCounter = <T>(read: (counters: Counters | null) => T | null | undefined, initial: T): T =>
  useSyncExternalStore(
    subscribe,
    () => read(current) ?? initial,
    () => initial,
  );

/** Returns the unread ticket that the icon of the top bar leads to; null without one and until script runs. */
export const useUnreadTicket = () => useCounter((counters) => counters?.ticket, null);

/** Returns how many posts are unread. In the HTML and until script runs, it is the number of the server. */
export const useUnreadNews = (initial: number) => useCounter((counters) => counters?.news?.unread, initial);

/** Null while nobody is signed in. */
export const countersNow = (): Counters | null => current;

/**
 * Starts with the counters of a page. A tab has only one channel, because with two it would receive its own messages.
 * Without BroadcastChannel each tab has its own counters.
 * @returns a function that forgets the counters
 */
export function openCounters(initial: Counters): () => void {
  show(initial);
  if ('BroadcastChannel' in window) {
    tabs = new BroadcastChannel('counters');
    tabs.onmessage = ({ data }: MessageEvent<Message>) => apply(data);
  }
  return () => {
    tabs?.close();
    tabs = null;
    current = null;
    arrived.clear();
  };
}

/** Changes the counters here and in the other tabs. */
export function tellCounters(change: CounterChange) {
  if (!current) return;
  apply({ type: 'change', change });
  tabs?.postMessage({ type: 'change', change } satisfies Message);
}

/**
 * Adds one unread item. Every tab hears of it by its own connection and from the other tabs, so `id` is counted once.
 * @param id the id of the notification, message or story
 */
export function countArrival(block: Arriving, id: string) {
  if (!current || arrived.has(id)) return;
  apply({ type: 'arrival', block, id });
  tabs?.postMessage({ type: 'arrival', block, id } satisfies Message);
}

/** Asks the server for the counters, for example after a lost connection. Without an answer they stay as they are. */
export async function refetchCounters(): Promise<void> {
  const request = ++latestRequest;
  try {
    const known = arrived.size;
    const response = await fetch('/header/counters', { headers: { 'x-background': '1' } });
    if (!response.ok || request !== latestRequest) return;
    const figures = (await response.json()) as Counters;
    // The answer may not include what arrived meanwhile.
    if (arrived.size > known) return await refetchCounters();
    tellCounters(figures);
  } catch {
    // There is no network. The next reconnect asks again.
  }
}

function apply(message: Message) {
  if (!current) return;
  if (message.type === 'change') return show(changed(current, message.change));
  const { block, id } = message;
  if (arrived.has(id)) return;
  arrived.add(id);
  const counter = current[block];
  if (counter) show({ ...current, [block]: { ...counter, unread: counter.unread + 1 } });
}

function changed(counters: Counters, change: CounterChange): Counters {
  const blocks = Object.entries(change).map(([name, figures]) => {
    const before = counters[name as keyof Counters];
    return [name, before && figures ? { ...before, ...figures } : figures];
  });
  return { ...counters, ...Object.fromEntries(blocks) };
}

function show(counters: Counters) {
  current = counters;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
