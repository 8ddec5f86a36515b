import { useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { InPlaceForm } from '../platform/in-place-form';
import { LANGUAGES, type Language } from '../platform/modules';
import type { loader } from '../root';
import { Menu } from '../ui/menu';
import { usePageForm } from './page-form';

const NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch' };

/** Guests see the one other language. */
export function GuestLanguageSwitch() {
  const language = useLanguage();
  return (
    <InPlaceForm action="/language" className="tools">
      <DefaultButton />
      {LANGUAGES.filter((other) => other !== language).map((other) => (
        <LanguageButton key={other} language={other} className="tool" />
      ))}
    </InPlaceForm>
  );
}

export function LanguageMenu() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Menu
      look="tool"
      label={
        <>
          <span className="vh">{t('shell.language')}: </span>
          {language.toUpperCase()}
        </>
      }
    >
      <InPlaceForm action="/language" className="panel">
        <DefaultButton />
        {LANGUAGES.map((other) => (
          <LanguageButton key={other} language={other} />
        ))}
      </InPlaceForm>
    </Menu>
  );
}

function useLanguage(): Language {
  return useRouteLoaderData<typeof loader>('root')?.language ?? 'en';
}

/**
 * Enter in a field presses the first button that belongs to its form, and the language switch comes before the form:
 * this one, which only sends, stands before the switch.
 */
function DefaultButton() {
  const { t } = useTranslation();
  const pageForm = usePageForm();
  if (!pageForm) return null;
  return (
    <button type="submit" className="vh" form={pageForm} tabIndex={-1} aria-hidden="true">
      {t('shell.send_form')}
    </button>
  );
}

/**
 * Without script, on a page with a form, the button belongs to that form: the page's own action shows it again in the
 * other language with what was typed.
 */
function LanguageButton({ language, className }: { language: Language; className?: string }) {
  return (
    <button
      type="submit"
      className={className}
      name="language"
      value={language}
      lang={language}
      form={usePageForm()}
      formNoValidate
    >
      {NAMES[language]}
    </button>
  );
}
