import type { UIMatch } from '@remix-run/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { RouteHandle } from './handle';
import { i18nOptions } from './i18n';
import { whenIdle } from './idle.client';

declare global {
  interface Window {
    __remixRouteModules?: Record<string, Partial<UIMatch>>;
  }
}

const MODULE_FILES = ['session', 'settings'];
const RETRY_AFTER_MS = 500;

/**
 * Loads `common` and what this page needs, and the rest when the browser is idle. What a page needs is named by its
 * route; an element that may stand on any page names its locale file in `data-texts`.
 * @returns false when a file cannot be had: hydrating would show keys in place of words, so the page stays as it came
 */
export async function startTexts(): Promise<boolean> {
  const language = document.documentElement.lang;
  const modules = Object.values(window.__remixRouteModules ?? {});
  const named = modules.flatMap((module) => (module.handle as RouteHandle | undefined)?.i18n ?? []);
  const marked = [...document.querySelectorAll<HTMLElement>('[data-texts]')].map(({ dataset }) => dataset.texts ?? '');
  const files = [...new Set(['common', ...named, ...marked])];
  await i18next
    .use(initReactI18next)
    .init({ ...i18nOptions, lng: language, fallbackLng: false, ns: files, resources: {}, initImmediate: false });
  try {
    await addTexts(language, files);
  } catch {
    return false;
  }
  whenIdle(() => void completeTexts().catch(() => undefined));
  return true;
}

/** True once every page can be shown from here. */
export const hasAllTexts = () => MODULE_FILES.every((file) => i18next.hasResourceBundle(i18next.language, file));

/** @throws TypeError without a network, Error when the server has no such file */
export const completeTexts = () => addTexts(i18next.language, MODULE_FILES);

/** Shows the page in another language once all its words are there. Throws as `completeTexts`. */
export async function changeLanguage(language: string) {
  if (language === i18next.language) return;
  await addTexts(language, Object.keys(i18next.getDataByLanguage(i18next.language) ?? {}));
  await i18next.changeLanguage(language);
}

async function addTexts(language: string, files: string[]) {
  const missing = files.filter((file) => !i18next.hasResourceBundle(language, file));
  await Promise.all(
    missing.map(async (file) => i18next.addResourceBundle(language, file, await fetchTwice(language, file))),
  );
}

/** Static files per language and module; the version lets browsers keep them for good. */
async function fetchTwice(language: string, file: string): Promise<unknown> {
  const url = `/locales/${language}/${file}.json?v=${document.documentElement.dataset.locales}`;
  try {
    return await fetchTexts(url);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    return fetchTexts(url);
  }
}

async function fetchTexts(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return response.json();
}
