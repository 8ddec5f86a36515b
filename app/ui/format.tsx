import { createContext, type ReactNode, useContext } from 'react';
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
  knowClock(value.timeZone, value.clock);
  return <FormatContext.Provider value={value}>{children}</FormatContext.Provider>;
}

export function useFormat(): Format {
  return useContext(FormatContext);
}
