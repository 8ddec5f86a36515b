import { createHash } from 'node:crypto';
import { createInstance, type i18n as I18n, type Resource, type TFunction } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { RemixI18Next } from 'remix-i18next/server';
import { isLanguage, LANGUAGES, type Language } from '../page/modules';
import { i18nOptions, reportMissingKeys } from './i18n';

const files = import.meta.glob<Record<string, unknown>>('../../../public/locales/*/*.json', {
  eager: true,
  import: 'default',
});

const resources: Resource = {};
for (const [path, texts] of Object.entries(files)) {
  const [language = '', file = ''] = path.split('/').slice(-2);
  resources[language] = { ...resources[language], [file.replace('.json', '')]: texts };
}

/** Changes with any text, so that browsers may cache the locale files forever. */
export const localesVersion = createHash('sha256').update(JSON.stringify(resources)).digest('base64url').slice(0, 10);

const instances = new Map<Language, I18n>();

/** Returns the instance of a language. It is created once, because it holds all texts and no state of a request. */
export function i18nFor(language: Language): I18n {
  let instance = instances.get(language);
  if (!instance) {
    instance = createInstance();
    const ns = Object.keys(resources.en ?? {});
    void instance.use(initReactI18next).init({
      ...i18nOptions,
      ns,
      lng: language,
      resources,
      initImmediate: false,
      missingKeyHandler: reportMissingKeys(reportMissingText),
    });
    rememberTexts(instance);
    instances.set(language, instance);
  }
  return instance;
}

/** Throws in development and with `STRICT_TEXTS`, which tests set. In production it only logs, once for each text. */
function reportMissingText(name: string) {
  if (import.meta.env.DEV || process.env.STRICT_TEXTS === '1') throw new Error(`There is no text ${name}`);
  if (!reported.has(name)) console.error(`There is no text ${name}`);
  reported.add(name);
}

const reported = new Set<string>();

/** Caches texts, because a lookup in i18next costs more than rendering the text. */
function rememberTexts(i18n: I18n) {
  const functions = new Map<string, TFunction>();
  const make = i18n.getFixedT.bind(i18n);
  i18n.getFixedT = (...[language, namespace, prefix]: Parameters<I18n['getFixedT']>) => {
    const name = [language, namespace, prefix].join(' ');
    const made = functions.get(name) ?? remembering(i18n, namespace, make(language as string, namespace, prefix));
    functions.set(name, made);
    return made;
  };
}

type Values = Record<string, unknown>;

function remembering(i18n: I18n, namespace: Parameters<I18n['getFixedT']>[1], t: TFunction): TFunction {
  const texts = new Map<string, string>();
  const plurals = new Intl.PluralRules(i18n.language);
  const lookUp = (key: string, values?: Values) => {
    if (typeof key !== 'string' || (values && !hasOnlyValues(values))) return t(key, values as never);
    const { count } = values ?? {};
    // i18next has a form for zero, which no language of ours uses by its rules.
    const form = typeof count === 'number' ? ` ${count === 0 ? 'zero' : plurals.select(count)}` : '';
    const text = texts.get(key + form);
    if (text !== undefined) return (values ? fill(text, values) : text) ?? t(key, values as never);
    // Messages of upstream also come here instead of keys. They are not cached, because their number has no limit.
    if (i18n.exists(key, { ns: namespace ?? undefined, ...values }))
      texts.set(key + form, t(key, { ...values, skipInterpolation: values !== undefined }));
    return t(key, values as never);
  };
  return Object.assign(lookUp, t) as TFunction;
}

/** Returns the text with its values; null where i18next has to say what to do: without a value, or with a nested text. */
function fill(text: string, values: Values): string | null {
  let isComplete = !text.includes('$t(');
  const filled = text.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (typeof value !== 'string' && typeof value !== 'number') isComplete = false;
    return String(value);
  });
  return isComplete ? filled : null;
}

function hasOnlyValues(values: Values): boolean {
  for (const name in values) if (i18nextOptions.has(name)) return false;
  return true;
}

/** What i18next takes for an option of the lookup, beside `count`. */
const i18nextOptions: ReadonlySet<string> = new Set(
  (
    'context defaultValue fallbackLng ignoreJSONStructure interpolation joinArrays keyPrefix keySeparator lng lngs ns ' +
    'nsSeparator ordinal postProcess replace returnDetails returnObjects skipInterpolation'
  ).split(' '),
);

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
