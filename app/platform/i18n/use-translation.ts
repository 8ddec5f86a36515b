import type { i18n as I18n } from 'i18next';
import { useContext } from 'react';
import { I18nContext, useTranslation as useLibrary } from 'react-i18next';

/**
 * The hook of react-i18next. On the server every text is there and none changes while a page is rendered, so the hook
 * needs no state and no effects.
 */
export const useTranslation = import.meta.env.SSR ? (useKnownTexts as unknown as typeof useLibrary) : useLibrary;

function useKnownTexts(namespaces?: string | string[]): Texts {
  const { i18n } = useContext(I18nContext);
  const known = made.get(i18n) ?? new Map<string, Texts>();
  made.set(i18n, known);
  // Like the library: with several namespaces a key without a name of its own belongs to the first.
  const namespace = (typeof namespaces === 'string' ? namespaces : namespaces?.[0]) ?? '';
  const texts = known.get(namespace) ?? { t: i18n.getFixedT(null, namespace || null), i18n, ready: true };
  known.set(namespace, texts);
  return texts;
}

interface Texts {
  t: I18n['t'];
  i18n: I18n;
  ready: true;
}

/** By the instance of a language and the namespace. */
const made = new WeakMap<I18n, Map<string, Texts>>();
