import { useMatches } from '@remix-run/react';
import type { RouteHandle } from '../page/handle';
import { waitForTexts } from './texts.client';
import { useTranslation } from './use-translation';

/**
 * Shows a component only after its locale files are loaded. The router changes pages in a React transition, so the
 * previous page stays until then. The server has every text.
 */
export function useTexts(...files: string[]): void {
  const { texts } = useTranslation();
  const missing = files.filter((file) => !texts.has(file));
  if (missing.length > 0) throw waitForTexts(missing);
}

/** Like `useTexts`, with the files that the page's routes name in their `handle`. */
export function useTextsOfRoutes(): void {
  useTexts(...useMatches().flatMap(({ handle }) => (handle as RouteHandle | undefined)?.i18n ?? []));
}
