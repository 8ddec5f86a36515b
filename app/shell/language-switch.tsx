import { Fragment } from 'react';
import { InPlaceForm } from '../platform/form/in-place-form';
import { loadLanguage } from '../platform/i18n/texts.client';
import { useTranslation } from '../platform/i18n/use-translation';
import { LANGUAGES, type Language } from '../platform/page/modules';
import { Menu } from '../ui/menu';
import { usePageForm } from './page-form';

const NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch' };

/** Guests see only the other language. A press keeps the button, and with it the focus. */
export function GuestLanguageSwitch() {
  const language = useLanguage();
  const [other = language] = LANGUAGES.filter((one) => one !== language);
  return (
    <InPlaceForm action="/language" className="tools" onSend={loadAhead}>
      <DefaultButton /> <LanguageButton language={other} className="tool" />
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
      <InPlaceForm action="/language" className="panel" onSend={loadAhead}>
        <DefaultButton />
        {LANGUAGES.map((other) => (
          <Fragment key={other}>
            {' '}
            <LanguageButton language={other} />
          </Fragment>
        ))}
      </InPlaceForm>
    </Menu>
  );
}

/** Fetches the texts while the server learns of the choice, so that they change together with the page's data. */
function loadAhead(body: FormData) {
  loadLanguage(String(body.get('language'))).catch(() => undefined);
}

function useLanguage(): Language {
  return useTranslation().texts.language;
}

/**
 * A hidden button that sends the page's form. Enter in a field presses the first button of its form. The language
 * switch comes before the form, so this button comes before the switch. Text browsers show it, and it belongs to the
 * switch there: it names the language that stays.
 */
function DefaultButton() {
  const pageForm = usePageForm();
  const language = useLanguage();
  if (!pageForm) return null;
  return (
    <button type="submit" className="vh" form={pageForm} tabIndex={-1} aria-hidden="true">
      {NAMES[language]}
    </button>
  );
}

/**
 * Without script, the button belongs to the form of the page, if there is one. The page's action then shows the form
 * again in the other language, with the typed values.
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
