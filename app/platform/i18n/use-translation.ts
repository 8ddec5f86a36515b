import { createContext, useContext } from 'react';
import type { Texts, Translate } from './texts';

/** The texts that the page shows. */
export const TextsContext = createContext<Texts | null>(null);

/** Returns the lookup in a locale file, and the texts that it looks in. */
export function useTranslation(file = 'common'): { t: Translate; texts: Texts } {
  const texts = useContext(TextsContext);
  if (!texts) throw new Error('There is no TextsContext');
  return { t: texts.in(file), texts };
}
