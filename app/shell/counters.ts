import { useEffect, useRef, useSyncExternalStore } from 'react';

/** What waits for the member; a block that upstream does not send has no icon (specification, section 4). */
export interface Counters {
  notifications: { unread: number; read: number } | null;
  chat: { unread: number; conversation: number | string | null } | null;
  /** Only while a ticket is unread. */
  ticket: { id: number; unread: number } | null;
}

/** New figures of some blocks; in a block what is not named stays. */
export type CounterChange = { [Block in keyof Counters]?: Partial<NonNullable<Counters[Block]>> | null };

/** Blocks that count what arrives while the page is open. */
type Arriving = 'notifications' | 'chat';

type Message = { type: 'change'; change: CounterChange } | { type: 'arrival'; block: Arriving; id: string };

let current: Counters | null = null;
let latestRequest = 0;
let tabs: BroadcastChannel | null = null;
const listeners = new Set<() => void>();
const arrived = new Set<string>();

/** The counters as they are now in every tab; in the HTML, and until script runs, as the server wrote them. */
export function useCounters(initial: Counters): Counters {
  const shown = useRef(initial);
  useEffect(() => openCounters(shown.current), []);
  useEffect(() => {
    // The first figures came with the page, which may have waited for its script: other tabs may know better.
    if (shown.current !== initial) tellCounters(initial);
    shown.current = initial;
  }, [initial]);
  return useSyncExternalStore(
    subscribe,
    () => countersNow() ?? initial,
    () => initial,
  );
}

/** Null while nobody is signed in. */
export const countersNow = (): Counters | null => current;

/**
 * Begins with the figures of a page; returns the way to forget them again. There is one channel a tab: with two, the tab
 * would hear itself. Engines without it have counters of their own in each tab.
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
 * One more is unread. Every tab hears of an arrival by its own connection and from the others, so that it counts once.
 * @param id of the notification or message
 */
export function countArrival(block: Arriving, id: string) {
  if (!current || arrived.has(id)) return;
  apply({ type: 'arrival', block, id });
  tabs?.postMessage({ type: 'arrival', block, id } satisfies Message);
}

/** Asks the server for the figures, as after a lost connection; where it does not answer they stay as they are. */
export async function refetchCounters(): Promise<void> {
  const request = ++latestRequest;
  try {
    const known = arrived.size;
    const response = await fetch('/header/counters', { headers: { 'x-background': '1' } });
    if (!response.ok || request !== latestRequest) return;
    const figures = (await response.json()) as Counters;
    // Nobody knows whether what arrived meanwhile is among them.
    if (arrived.size > known) return await refetchCounters();
    tellCounters(figures);
  } catch {
    // No network: the next reconnect asks again.
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
