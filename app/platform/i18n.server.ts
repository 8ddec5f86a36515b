import { createHash } from 'node:crypto';
import { createInstance, type i18n as I18n, type Resource, type TFunction } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { i18nOptions } from './i18n';
import { isLanguage, type Language } from './modules';

const files = import.meta.glob<Record<string, unknown>>('../../public/locales/*/*.json', {
  eager: true,
  import: 'default',
});

const resources: Resource = {};
for (const [path, texts] of Object.entries(files)) {
  const [language = '', file = ''] = path.split('/').slice(-2);
  resources[language] = { ...resources[language], [file.replace('.json', '')]: texts };
}

/** Changes with any text, so that browsers may keep the locale files for good. */
export const localesVersion = createHash('sha256').update(JSON.stringify(resources)).digest('base64url').slice(0, 10);

const instances = new Map<Language, I18n>();

/** One instance a language, made once: it holds every text and no state of a request. */
export function i18nFor(language: Language): I18n {
  let instance = instances.get(language);
  if (!instance) {
    instance = createInstance();
    const ns = Object.keys(resources.en ?? {});
    void instance.use(initReactI18next).init({ ...i18nOptions, ns, lng: language, resources, initImmediate: false });
    rememberTexts(instance);
    instances.set(language, instance);
  }
  return instance;
}

/** Texts without values are always the same; looking one up in i18next costs more than rendering it. */
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

function remembering(i18n: I18n, namespace: Parameters<I18n['getFixedT']>[1], t: TFunction): TFunction {
  const texts = new Map<string, string>();
  const lookUp = (key: string, ...values: []) => {
    const known = values.length === 0 ? texts.get(key) : undefined;
    if (known !== undefined) return known;
    const text = t(key, ...values);
    // Messages of upstream come this way, too, instead of keys: there is no end of those.
    if (values.length === 0 && typeof key === 'string' && i18n.exists(key, { ns: namespace ?? undefined }))
      texts.set(key, text);
    return text;
  };
  return Object.assign(lookUp, t) as TFunction;
}

/** Session, else cookie, else the first accepted language; `ch` is treated as German, anything else falls back to English. */
export function detectLanguage(request: Request, fromSession: unknown, fromCookie: unknown): Language {
  if (isLanguage(fromSession)) return fromSession;
  if (isLanguage(fromCookie)) return fromCookie;
  const first = (request.headers.get('accept-language') ?? '').trim().slice(0, 2).toLowerCase();
  if (first === 'ch') return 'de';
  return isLanguage(first) ? first : 'en';
}
