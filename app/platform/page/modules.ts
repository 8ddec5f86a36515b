/** The feature areas of the specification, section 1. */
export const MODULES = ['common', 'wallet', 'growing', 'support', 'news', 'affiliate', 'appointment', 'chat'] as const;
export type ModuleName = (typeof MODULES)[number];

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export const isLanguage = (value: unknown): value is Language => value === 'en' || value === 'de';
