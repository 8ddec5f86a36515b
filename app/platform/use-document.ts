import { isRouteErrorResponse, useMatches, useRouteError, useRouteLoaderData } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { loader } from '../root';
import { insist } from './connection.client';
import { displaySheet } from './display-sheet';
import { titleOf } from './document';
import { changeLanguage } from './i18n.client';
import type { PageState } from './page-state';
import { themeColors } from './theme-color';

/**
 * Keeps what stands outside the container in step with the page: title, language, display settings, colours.
 * @returns what the page's content tells it; see page-state.ts
 */
export function useDocument() {
  const { t } = useTranslation();
  const matches = useMatches();
  const [state, setState] = useState<PageState>(null);
  const error = useRouteError();
  const root = useRouteLoaderData<typeof loader>('root');
  const thrown = isRouteErrorResponse(error) ? error.data : error;
  const title = titleOf({
    matches,
    error: state && state !== 'refused' ? { kind: state } : thrown,
    isRefused: state === 'refused',
    productName: root?.productName ?? 'Almende',
    t: t as (key: string) => string,
  });
  useEffect(() => {
    document.title = title;
  }, [title]);
  const language = root?.language;
  useEffect(() => {
    if (!language) return;
    const show = () => {
      document.documentElement.lang = language;
    };
    // Where the words cannot be had the page keeps those it has; the next one is in the other language.
    void insist(() => changeLanguage(language)).then(show, () => undefined);
  }, [language]);
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
  return setState;
}

/** Its rules ask what is chosen, so it may stay for good. */
function addSheet(href: string | null) {
  if (!href || document.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
}
