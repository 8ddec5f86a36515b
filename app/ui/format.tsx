import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Language } from './numbers';
import { knowClock } from './zone-clock';

export interface Format {
  language: Language;
  /** IANA name, such as Europe/Berlin. */
  timeZone: string;
  /** When the clocks of the zone change; see zone-clock.ts. */
  clock?: string | undefined;
}

const FormatContext = createContext<Format>({ language: 'en', timeZone: 'Europe/Berlin' });

/** Sets the language and time zone in which everything below it writes figures and times. */
export function FormatProvider({ value, children }: { value: Format; children: ReactNode }) {
  const { language, timeZone, clock } = value;
  knowClock(timeZone, clock);
  // The same object while nothing changes: every figure and time of a page reads it.
  const format = useMemo(() => ({ language, timeZone, clock }), [language, timeZone, clock]);
  return <FormatContext.Provider value={format}>{children}</FormatContext.Provider>;
}

export function useFormat(): Format {
  return useContext(FormatContext);
}
