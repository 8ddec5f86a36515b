import { useSyncExternalStore } from 'react';
import { formatTime, relativeTime, type TimeFormat } from './dates';
import { useFormat } from './format';

export interface TimeProps {
  /** An ISO 8601 instant, or a calendar day. */
  at: string;
  format?: TimeFormat;
  /** If it differs from the member's. */
  timeZone?: string;
  /** With script, shows "3 hours ago" within a week. By default on for `datetime` and `time`, and off for days. */
  relative?: boolean;
}

/** Shows the absolute time in the HTML. With script it shows the relative time, with the absolute one as its title. */
export function Time({ at, format = 'datetime', timeZone, relative }: TimeProps) {
  const page = useFormat();
  const minute = useMinute();
  const absolute = formatTime(at, format, page.language, timeZone ?? page.timeZone);
  const wanted = relative ?? (format === 'datetime' || format === 'time');
  const near = wanted && minute !== null ? relativeTime(at, minute, page.language) : null;
  return (
    <time dateTime={at} title={near ? absolute : undefined}>
      {near ?? absolute}
    </time>
  );
}

const MINUTE = 60_000;
const listeners = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

/** Returns the current minute in milliseconds, from one clock for the whole page. Null before script runs. */
function useMinute(): number | null {
  return useSyncExternalStore(listenToClock, currentMinute, () => null);
}

function listenToClock(listener: () => void): () => void {
  listeners.add(listener);
  ticking ??= setInterval(() => {
    for (const listen of listeners) listen();
  }, MINUTE / 4);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE) * MINUTE;
}
