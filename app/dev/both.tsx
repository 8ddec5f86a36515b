import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { createTexts, type LocaleFile, type Texts } from '../platform/i18n/texts';
import { TextsContext } from '../platform/i18n/use-translation';
import { classNames } from '../ui/class-names';
import { FormatProvider } from '../ui/format';
import type { Language } from '../ui/numbers';

export type PartTexts = Record<Language, LocaleFile>;

const LANGUAGES = ['en', 'de'] as const;
const BothContext = createContext<Record<Language, Texts> | null>(null);

/** Provides the texts of the parts in both languages, independent of the page's language. */
export function BothLanguages({ texts, children }: { texts: PartTexts; children: ReactNode }) {
  const both = useMemo(() => ({ en: textsOf('en', texts), de: textsOf('de', texts) }), [texts]);
  return <BothContext.Provider value={both}>{children}</BothContext.Provider>;
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
  const both = useContext(BothContext);
  if (!both) return null;
  return (
    <div className={wide ? 'stack stack-l' : 'grid two'}>
      {LANGUAGES.map((language) => (
        <div key={language} lang={language} className={classNames(!wide && 'w6', 'stack')}>
          <TextsContext.Provider value={both[language]}>
            <FormatProvider value={{ language, timeZone: 'Europe/Berlin' }}>
              {children({
                language,
                say: (english, german) => (language === 'de' ? german : english),
                id: (name) => `u-${name}-${language}`,
              })}
            </FormatProvider>
          </TextsContext.Provider>
        </div>
      ))}
    </div>
  );
}

function textsOf(language: Language, parts: PartTexts): Texts {
  const texts = createTexts(language, (name) => console.error(`There is no text ${name}`));
  texts.add('common', parts[language]);
  return texts;
}
