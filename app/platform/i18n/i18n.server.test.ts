import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../page/modules';
import { detectLanguage, localeFile, textsFor } from './i18n.server';

const accepting = (language: string) => new Request('http://localhost/', { headers: { 'accept-language': language } });

describe('detectLanguage', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['ch', 'de'],
    ['DE', 'de'],
    ['en-US', 'en'],
    ['fr-FR,de;q=0.9', 'en'],
    ['', 'en'],
    ['*', 'en'],
  ])('%s → %s', async (header, language) => {
    expect(await detectLanguage(accepting(header), undefined, undefined)).toBe(language);
  });

  it('takes the session before the cookie, and the cookie before the browser', async () => {
    expect(await detectLanguage(accepting('de'), 'en', 'de')).toBe('en');
    expect(await detectLanguage(accepting('en'), undefined, 'de')).toBe('de');
    expect(await detectLanguage(accepting('de'), 'fr', 'xx')).toBe('de');
  });
});

it('fills placeholders in single braces, and escapes nothing twice', () => {
  expect(textsFor('de').t('form.invalid', { field: 'Name & <b>' })).toBe('Bitte prüfe dieses Feld: Name & <b>.');
});

it('takes nothing in a value for a placeholder or a text of its own', () => {
  for (const typed of ['{field}', '{{field}}', '$&', '$t(form.required)', '$t(session:login.title)'])
    expect(textsFor('de').t('form.invalid', { field: typed })).toBe(`Bitte prüfe dieses Feld: ${typed}.`);
});

it('looks in its own file, and in another one that the key names', () => {
  const t = textsFor('de').in('session');
  expect(textsFor('de').in('session')).toBe(t);
  expect(t('login.title')).toBe(textsFor('de').t('session:login.title'));
  expect(t('login.title')).not.toBe(textsFor('en').in('session')('login.title'));
  expect(t('common:form.invalid', { field: 'A' })).toBe('Bitte prüfe dieses Feld: A.');
});

it.each(LANGUAGES)('makes the sentences of i18next of each text, %s', (language) => {
  const texts = textsFor(language);
  const library = i18nextWith(language);
  const keys = texts.files().flatMap((file) => keysOf(localeFile(language, file)).map((key) => `${file}:${key}`));
  expect(keys.length).toBeGreaterThan(1000);
  for (const key of keys) {
    const values = Object.fromEntries(namesIn(texts.t(key)).map((name) => [name, `“${name}”`]));
    expect(texts.t(key)).toBe(library.t(key, { skipInterpolation: true }));
    expect(texts.t(key, values)).toBe(library.t(key, values));
    expect(texts.t(key, { other: 1 })).toBe(library.t(key, { other: 1 }));
    const stem = key.replace(/_other$/, '');
    if (stem === key || !keys.includes(`${stem}_one`)) continue;
    for (const count of [0, 1, -1, 1.5, 2, 26])
      expect(texts.t(stem, { ...values, count })).toBe(library.t(stem, { ...values, count }));
  }
});

function i18nextWith(language: Language) {
  const library = createInstance();
  const files = textsFor(language).files();
  void library.init({
    lng: language,
    defaultNS: 'common',
    ns: files,
    resources: { [language]: Object.fromEntries(files.map((file) => [file, localeFile(language, file)])) },
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    initImmediate: false,
  });
  return library;
}

const keysOf = (file: object, prefix = ''): string[] =>
  Object.entries(file).flatMap(([name, text]) =>
    typeof text === 'string' ? prefix + name : keysOf(text, `${prefix}${name}.`),
  );

const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

it('fails on a key without a text, and not on a sentence that is no key', () => {
  const { t } = textsFor('en');
  expect(() => t('overview.available')).toThrow('There is no text common:overview.available');
  expect(() => t('wallet:overview.nothing', { count: 2 })).toThrow('There is no text wallet:overview.nothing');
  expect(() => t('common:nothing.here', { defaultValue: 'common:nothing.here' })).toThrow();
  for (const sentence of ['Too many attempts. Wait: 30 s', 'note: closed', 'note:closed {field}', ''])
    expect(t(sentence, { field: 'A' })).toBe(sentence);
  expect(t('common:fields.nothing', { defaultValue: 'Nothing' })).toBe('Nothing');
});
