import { useSyncExternalStore } from 'react';
import { insist } from '../browser/connection.client';
import type { RouteHandle } from '../page/handle';
import type { Language } from '../page/modules';
import { createTexts, type LocaleFile, type Texts } from './texts';

const made = new Map<string, Texts>();

function textsFor(language: string): Texts {
  const texts =
    made.get(language) ?? createTexts(language as Language, (name) => console.error(`There is no text ${name}`));
  made.set(language, texts);
  return texts;
}

/** The language of the page. */
let shown = '';
const watchers = new Set<() => void>();

/** Returns the texts that the page shows. They are others after `showLanguage`. */
export const useShownTexts = (): Texts => useSyncExternalStore(watch, shownTexts, shownTexts);

const shownTexts = () => textsFor(shown);

function watch(watcher: () => void) {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** Shows the page in a language whose texts are loaded. */
export function showLanguage(language: string): void {
  shown = language;
  for (const watcher of watchers) watcher();
}

/**
 * Loads `common` and the other locale files of this page. Its routes name them. An element that may be on any page
 * names its locale file in `data-texts`.
 * @returns false if a file does not load. Hydration would then show keys in place of words, so the page stays as it is.
 */
export async function startTexts(): Promise<boolean> {
  shown = document.documentElement.lang;
  const marked = [...document.querySelectorAll<HTMLElement>('[data-texts]')].map(({ dataset }) => dataset.texts ?? '');
  const ofRoutes = Object.keys(window.__remixRouteModules).flatMap(textsOfRoute);
  return loadTexts(['common', ...ofRoutes, ...marked]).then(
    () => true,
    () => false,
  );
}

/** Returns the locale files that a loaded route names. */
export const textsOfRoute = (id: string) =>
  (window.__remixRouteModules[id]?.handle as RouteHandle | undefined)?.i18n ?? [];

/** Returns the locale files that are not loaded yet in `language`. */
export const missingTexts = (files: readonly string[], language = shown) =>
  [...new Set(files)].filter((file) => !textsFor(language).has(file));

/** @throws TypeError without a network, Error when the server has no such file */
export async function loadTexts(files: readonly string[], language = shown): Promise<void> {
  await Promise.all(missingTexts(files, language).map((file) => loadFile(language, file)));
}

/**
 * Loads all texts of this page in another language, including files that are loaded meanwhile.
 * @throws as `loadTexts`
 */
export async function loadLanguage(language: string): Promise<void> {
  const files = () => shownTexts().files();
  while (missingTexts(files(), language).length > 0) await loadTexts(files(), language);
}

const waits = new Map<string, Promise<void>>();

/**
 * Returns a promise for React to wait for before it shows a page. If a file does not load, the browser reloads the
 * page, as it would without script.
 */
export function waitForTexts(files: readonly string[]): Promise<void> {
  const name = [shown, ...files].join(' ');
  const wait =
    waits.get(name) ??
    insist(() => loadTexts(files)).then(
      () => void waits.delete(name),
      () => {
        window.location.reload();
        return new Promise<void>(() => {});
      },
    );
  waits.set(name, wait);
  return wait;
}

const loads = new Map<string, Promise<void>>();

/** Loads a static file once, however many ask. The version lets browsers cache it forever. */
function loadFile(language: string, file: string): Promise<void> {
  const url = `/locales/${language}/${file}.json?v=${document.documentElement.dataset.locales}`;
  const load =
    loads.get(url) ??
    fetchTexts(url)
      .catch(async () => {
        // Once more, after half a second.
        await new Promise((resolve) => setTimeout(resolve, 500));
        return fetchTexts(url);
      })
      .then((texts) => textsFor(language).add(file, texts))
      .finally(() => loads.delete(url));
  loads.set(url, load);
  return load;
}

async function fetchTexts(url: string): Promise<LocaleFile> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return response.json();
}
