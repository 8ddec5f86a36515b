import { formatPlain, type Language } from '../ui/numbers';

/** Returns a rate of the wire with its sign and no zeros behind: `5.00` → `5 %`. */
export const percentIn = (rate: string, language: Language): string =>
  `${formatPlain(rate.replace(/\.?0+$/, ''), language)}\u00a0%`;
