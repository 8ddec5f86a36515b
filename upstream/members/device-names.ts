/** The names by which people recognise a browser. */
import type { Language } from '../http/env';

const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^Lynx/, 'Lynx'],
  [/^w3m/, 'w3m'],
  [/^curl/, 'curl'],
];
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/**
 * Returns a name by which people recognise the browser: the given one, or one from the User-Agent. 1 to 200 characters.
 */
export function deviceName(given: string | null | undefined, userAgent: string | null, language: Language): string {
  const named = given
    ?.replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200);
  if (named) return named;
  const browser = browsers.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  if (browser && system) return `${browser} ${joins[language]} ${system}`;
  return browser ?? system ?? unknown[language];
}

const joins: Record<Language, string> = { en: 'on', de: 'auf' };
const unknown: Record<Language, string> = { en: 'Unknown device', de: 'Unbekanntes Gerät' };

/** Returns a stored name in the reader's language. A name that a person or a program gave stays as it is. */
export function deviceNameIn(stored: string, language: Language): string {
  if (Object.values(unknown).includes(stored)) return unknown[language];
  const [, browser, system] = /^(.+) (?:on|auf) (.+)$/.exec(stored) ?? [];
  const isOurs = browsers.some(([, name]) => name === browser) && systems.some(([, name]) => name === system);
  return isOurs ? `${browser} ${joins[language]} ${system}` : stored;
}
