import { isRouteErrorResponse, useMatches, useRouteError } from '@remix-run/react';
import { useEffect, useMemo, useState } from 'react';
import { insist } from '../browser/connection.client';
import { loadLanguage, showLanguage } from '../i18n/texts.client';
import { useTranslation } from '../i18n/use-translation';
import { displaySheet } from './display-sheet';
import { stepTitle, titleOf } from './document';
import type { PageState } from './page-state';
import { type RootData, useRootData } from './root-data';
import { themeColors } from './theme-color';
import { useFocusOnNewPage } from './use-focus-on-new-page';

/**
 * Updates the document outside the container: title, language, display settings, colours. Moves the focus to a new page.
 * @returns the value of `PageStateContext`
 */
export function useDocument() {
  const { t, texts } = useTranslation();
  const matches = useMatches();
  const [state, tell] = useState<PageState>(null);
  const [answer, tellAnswer] = useState<unknown>();
  const error = useRouteError();
  const root = useRootData();
  const thrown = isRouteErrorResponse(error) ? error.data : error;
  const step = stepTitle({
    matches,
    error: state && state !== 'refused' && state !== 'resumed' ? { kind: state } : thrown,
    isResumed: state === 'resumed',
    answer,
    t,
  });
  const title = titleOf(step, state === 'refused', root?.productName ?? 'Almende', t);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useFocusOnNewPage(step, `${root?.language} ${texts.language}`);
  useLanguage(root);
  const display = root?.display;
  useEffect(() => {
    if (!display) return;
    addSheet(displaySheet(display));
    const { dataset } = document.documentElement;
    dataset.display = display.on.join(' ');
    if (display.scheme === 'system') delete dataset.scheme;
    else dataset.scheme = display.scheme;
    const colors = themeColors(display.scheme);
    document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]').forEach((meta, index) => {
      meta.content = colors[index] ?? meta.content;
    });
  }, [display]);
  return useMemo(() => ({ state, title: step, tell, tellAnswer }), [state, step]);
}

/** Shows the page in another language after all its texts are loaded. It tries again whenever the data of the root is new. */
function useLanguage(root: RootData | undefined) {
  const { language: shown } = useTranslation().texts;
  useEffect(() => {
    let isWanted = true;
    if (!root) return;
    const { language } = root;
    const show = () => isWanted && showLanguage(language);
    // If the texts do not load, this page keeps its language. The next page has the new one.
    void insist(() => loadLanguage(language)).then(show, () => undefined);
    return () => {
      isWanted = false;
    };
  }, [root]);
  useEffect(() => {
    document.documentElement.lang = shown;
  }, [shown]);
}

/** The sheet is never removed, because its rules depend on the display settings in `data-display`. */
function addSheet(href: string | null) {
  if (!href || document.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
}
