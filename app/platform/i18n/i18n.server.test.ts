import { describe, expect, it } from 'vitest';
import { detectLanguage, i18nFor } from './i18n.server';

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
  expect(i18nFor('de').t('form.invalid', { field: 'Name & <b>' })).toBe('Bitte prüfe dieses Feld: Name & <b>.');
});

it('takes nothing in a value for a placeholder or a text of its own', () => {
  for (const typed of ['{field}', '{{field}}', '$t(form.required)', '$t(session:login.title)'])
    expect(i18nFor('de').t('form.invalid', { field: typed })).toBe(`Bitte prüfe dieses Feld: ${typed}.`);
});

it('gives a text of any file, with and without values, the same each time', () => {
  const t = i18nFor('de').getFixedT(null, 'session');
  for (let time = 0; time < 2; time++) {
    expect(t('login.title')).toBe(i18nFor('de').t('session:login.title'));
    expect(t('common:form.invalid', { field: 'A' })).toBe('Bitte prüfe dieses Feld: A.');
    expect(t('common:form.invalid', { field: 'B' })).toBe('Bitte prüfe dieses Feld: B.');
    expect(t('Too many attempts. Wait: 30 s')).toBe(i18nFor('de').t('Too many attempts. Wait: 30 s'));
  }
  expect(i18nFor('en').getFixedT(null, 'session')('login.title')).not.toBe(t('login.title'));
});

it('puts in values as i18next does, in each form of the plural', () => {
  const ours = i18nFor('en').getFixedT(null, 'common');
  for (let time = 0; time < 2; time++) {
    for (const count of [0, 1, 2, 1.5, 26, 1])
      expect(ours('shell.notifications', { count })).toBe(i18nFor('en').t('common:shell.notifications', { count }));
    for (const values of [
      { product: 'A' },
      { product: '$&{product}' },
      { product: 7 },
      { product: null },
      { other: 1 },
      {},
    ])
      expect(ours('shell.home', values as never)).toBe(i18nFor('en').t('common:shell.home', values as never));
    expect(ours('shell.home', { product: 'A', lng: 'de' })).toBe(
      i18nFor('de').t('common:shell.home', { product: 'A' }),
    );
  }
});

it('fails on a key without a text, and not on a sentence that is no key', () => {
  const { t } = i18nFor('en');
  expect(() => t('overview.available')).toThrow('There is no text common:overview.available');
  expect(() => t('wallet:overview.nothing', { count: 2 })).toThrow('There is no text wallet:overview.nothing');
  expect(() => t('common:nothing.here', { defaultValue: 'common:nothing.here' })).toThrow();
  expect(t('Too many attempts. Wait: 30 s')).toBe('Too many attempts. Wait: 30 s');
  expect(t('common:fields.nothing', { defaultValue: 'Nothing' })).toBe('Nothing');
});
