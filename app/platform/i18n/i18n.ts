import type { InitOptions } from 'i18next';

/** Options of server and browser. Placeholders have single curly braces (specification, section 9). */
export const i18nOptions = {
  supportedLngs: ['en', 'de'],
  fallbackLng: 'en',
  defaultNS: 'common',
  ns: ['common'],
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  react: { useSuspense: false, bindI18nStore: 'added' },
  returnNull: false,
  // i18next calls `missingKeyHandler` only with this option. It saves no text.
  saveMissing: true,
} satisfies InitOptions;

/**
 * Makes a `missingKeyHandler` of `report`. Messages of upstream also pass through `t`, and a call may have its own
 * default. Neither is an error.
 */
export const reportMissingKeys =
  (report: (name: string) => void): InitOptions['missingKeyHandler'] =>
  (_languages, file, key, _fallback, _isUpdate, options) => {
    const shown: unknown = options?.defaultValue ?? key;
    if (!KEY.test(key) || (shown !== key && !DOTTED_KEY.test(String(shown)))) return;
    report(`${file}:${key}`);
  };

const KEY = /^[a-z]\w*(\.\w+)*$/;
const DOTTED_KEY = /^([a-z]+:)?[a-z]\w*(\.\w+)+$/;
