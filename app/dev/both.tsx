import { createInstance, type i18n as I18n } from 'i18next';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { I18nextProvider } from 'react-i18next';
import { i18nOptions } from '../platform/i18n/i18n';
import { classNames } from '../ui/class-names';
import { FormatProvider } from '../ui/format';
import type { Language } from '../ui/numbers';

export type Texts = Record<Language, Record<string, unknown>>;

const LANGUAGES = ['en', 'de'] as const;
const InstancesContext = createContext<Record<Language, I18n> | null>(null);

/** Provides the texts of the parts in both languages, independent of the page's language. */
export function BothLanguages({ texts, children }: { texts: Texts; children: ReactNode }) {
  const instances = useMemo(() => ({ en: instanceOf('en', texts), de: instanceOf('de', texts) }), [texts]);
  return <InstancesContext.Provider value={instances}>{children}</InstancesContext.Provider>;
}

export interface Specimen {
  language: Language;
  say: (english: string, german: string) => string;
  /** Returns an id that is unique on the page. */
  id: (name: string) => string;
}

interface BothProps {
  /** Puts the languages one below the other, for parts that need the width. */
  wide?: boolean;
  children: (specimen: Specimen) => ReactNode;
}

/** A part in English and in German. */
export function Both({ wide, children }: BothProps) {
  const instances = useContext(InstancesContext);
  if (!instances) return null;
  return (
    <div className={wide ? 'stack stack-l' : 'grid two'}>
      {LANGUAGES.map((language) => (
        <div key={language} lang={language} className={classNames(!wide && 'w6', 'stack')}>
          <I18nextProvider i18n={instances[language]}>
            <FormatProvider value={{ language, timeZone: 'Europe/Berlin' }}>
              {children({
                language,
                say: (english, german) => (language === 'de' ? german : english),
                id: (name) => `u-${name}-${language}`,
              })}
            </FormatProvider>
          </I18nextProvider>
        </div>
      ))}
    </div>
  );
}

function instanceOf(language: Language, texts: Texts): I18n {
  const instance = createInstance();
  const resources = { [language]: { common: texts[language] } };
  void instance.init({ ...i18nOptions, lng: language, resources, initImmediate: false });
  return instance;
}
