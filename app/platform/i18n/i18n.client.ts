import i18next from 'i18next';
import resourcesToBackend from 'i18next-resources-to-backend';
import { initReactI18next } from 'react-i18next';
import { getInitialNamespaces } from 'remix-i18next/client';
import { insist } from '../browser/connection.client';
import { i18nOptions, reportMissingKeys } from './i18n';

/**
 * Loads `common` and the other locale files of this page. Its routes name them. An element that may be on any page
 * names its locale file in `data-texts`.
 * @returns false if a file does not load. Hydration would then show keys in place of words, so the page stays as it is.
 */
export async function startTexts(): Promise<boolean> {
  const language = document.documentElement.lang;
  const marked = [...document.querySelectorAll<HTMLElement>('[data-texts]')].map(({ dataset }) => dataset.texts ?? '');
  const files = [...new Set(['common', ...getInitialNamespaces(), ...marked])];
  await i18next
    .use(initReactI18next)
    .use(backend)
    .init({
      ...i18nOptions,
      lng: language,
      fallbackLng: false,
      ns: files,
      maxRetries: 1,
      retryTimeout: 500,
      missingKeyHandler: reportMissingKeys((name) => console.error(`There is no text ${name}`)),
    });
  return missingTexts(files).length === 0;
}

/** Returns the locale files that are not loaded yet in `language`. */
export const missingTexts = (files: readonly string[], language = i18next.language) =>
  [...new Set(files)].filter((file) => !i18next.hasResourceBundle(language, file));

/** @throws TypeError without a network, Error when the server has no such file */
export async function loadTexts(files: readonly string[], language = i18next.language): Promise<void> {
  const missing = missingTexts(files, language);
  if (missing.length === 0) return;
  const [error] = await new Promise<Error[]>((resolve) => {
    void i18next.reloadResources([language], missing, (errors?: unknown) => resolve((errors ?? []) as Error[]));
  });
  if (error) throw error;
}

/**
 * Loads all texts of this page in another language, including files that are loaded meanwhile.
 * @throws as `loadTexts`
 */
export async function loadLanguage(language: string): Promise<void> {
  const shown = () => Object.keys(i18next.getDataByLanguage(i18next.language) ?? {});
  while (missingTexts(shown(), language).length > 0) await loadTexts(shown(), language);
}

const waits = new Map<string, Promise<void>>();

/**
 * Returns a promise for React to wait for before it shows a page. If a file does not load, the browser reloads the
 * page, as it would without script.
 */
export function waitForTexts(files: readonly string[]): Promise<void> {
  const name = [i18next.language, ...files].join(' ');
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

/** Loads static files per language and module. The version lets browsers cache them forever. */
const backend = resourcesToBackend((language, file, callback) => {
  const url = `/locales/${language}/${file}.json?v=${document.documentElement.dataset.locales}`;
  fetchTexts(url).then(
    (texts) => callback(null, texts),
    // With `true`, i18next tries once more.
    (error: Error) => callback(error, true),
  );
});

async function fetchTexts(url: string) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return response.json();
}
