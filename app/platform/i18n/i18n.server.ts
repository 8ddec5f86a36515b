import { createHash } from 'node:crypto';
import { RemixI18Next } from 'remix-i18next/server';
import { isLanguage, LANGUAGES, type Language } from '../page/modules';
import { createTexts, type LocaleFile, type Texts } from './texts';

const files = import.meta.glob<LocaleFile>('../../../public/locales/*/*.json', { eager: true, import: 'default' });

/** Changes with any text, so that browsers may cache the locale files forever. */
export const localesVersion = createHash('sha256').update(JSON.stringify(files)).digest('base64url').slice(0, 10);

const made = new Map<Language, Texts>();

/** Returns all texts of a language, always the same. */
export function textsFor(language: Language): Texts {
  const texts = made.get(language) ?? readTexts(language);
  made.set(language, texts);
  return texts;
}

function readTexts(language: Language): Texts {
  const texts = createTexts(language, reportMissingText);
  for (const [path, file] of Object.entries(files)) {
    const [folder, name = ''] = path.split('/').slice(-2);
    if (folder === language) texts.add(name.replace('.json', ''), file);
  }
  return texts;
}

/** Returns a locale file as it is written. */
export const localeFile = (language: Language, name: string): LocaleFile =>
  files[`../../../public/locales/${language}/${name}.json`] ?? {};

/** Throws in development and with `STRICT_TEXTS`, which tests set. In production it only logs, once for each text. */
function reportMissingText(name: string) {
  if (import.meta.env.DEV || process.env.STRICT_TEXTS === '1') throw new Error(`There is no text ${name}`);
  if (!reported.has(name)) console.error(`There is no text ${name}`);
  reported.add(name);
}

const reported = new Set<string>();

/**
 * The first of `chosen` that is a language of ours (the session's before the cookie's), else the first that the browser
 * accepts, else English.
 */
export async function detectLanguage(request: Request, ...chosen: unknown[]): Promise<Language> {
  const wishes = [...chosen.filter(isLanguage), firstAccepted(request)];
  const detector = new RemixI18Next({ detection: { ...detection, findLocale: async () => wishes } });
  return detector.getLocale(request) as Promise<Language>;
}

const detection = { supportedLanguages: [...LANGUAGES], fallbackLanguage: 'en', order: ['custom' as const] };

/** `ch` stands for German. */
function firstAccepted({ headers }: Request): string {
  const first = (headers.get('accept-language') ?? '').trim().slice(0, 2).toLowerCase();
  return first === 'ch' ? 'de' : first;
}
