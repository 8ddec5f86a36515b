import type { InitOptions } from 'i18next';

/** Shared by server and browser: placeholders in single curly braces (specification, section 9). */
export const i18nOptions = {
  supportedLngs: ['en', 'de'],
  fallbackLng: 'en',
  defaultNS: 'common',
  ns: ['common'],
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  react: { useSuspense: false, bindI18nStore: 'added' },
  returnNull: false,
} satisfies InitOptions;
