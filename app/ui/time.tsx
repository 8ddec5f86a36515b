import { startTransition, useEffect, useState } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
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

/** Returns the current minute in milliseconds. Null before script runs. */
export function useMinute(): number | null {
  const isScripted = useHydrated();
  const [minute, setMinute] = useState(currentMinute);
  useEffect(() => {
    const ticking = setInterval(() => startTransition(() => setMinute(currentMinute())), MINUTE / 4);
    return () => clearInterval(ticking);
  }, []);
  return isScripted ? minute : null;
}

function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE) * MINUTE;
}
