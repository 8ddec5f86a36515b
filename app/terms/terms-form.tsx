import { type ElementType, useEffect, useState } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { HiddenFields } from '../platform/form/hidden-fields';
import { useTranslation } from '../platform/i18n/use-translation';
import { useRefusal } from '../platform/page/page-state';
import type { WaitingTerms } from '../platform/request/problem';
import { Alert } from '../ui/alert';
import { Button } from '../ui/button';
import { CheckboxField } from '../ui/checkbox-field';
import { ErrorSummary } from '../ui/error-summary';
import { Time } from '../ui/time';

/** Id of the form, in the dialog and on pages. */
export const TERMS_FORM = 'term-updates';

interface TermsFormProps {
  waiting: WaitingTerms;
  /** The page to return to after agreement. */
  returnTo: string;
  /** The carried form that the terms interrupted, sealed. */
  carry?: string | null;
  csrf?: string;
  errors?: Record<string, string[]>;
  /** The fetcher's form in the dialog, because it stays on the page. Otherwise the router's form. */
  form: ElementType;
  busy?: boolean;
}

const NO_ERRORS: Record<string, string[]> = {};

/** The terms that need agreement, their changes, and the checkbox to agree. */
export function TermsForm(props: TermsFormProps) {
  const { waiting, returnTo, carry, csrf, errors = NO_ERRORS, form: FormElement, busy } = props;
  const { t } = useTranslation();
  const summary = Object.entries(errors).flatMap(([name, messages]) =>
    messages.map((message) => ({
      message,
      name,
      label: t('terms.agree'),
      fieldId: name ? `${TERMS_FORM}-agree` : undefined,
    })),
  );
  useRefusal(summary.length > 0, errors, TERMS_FORM);
  return (
    <>
      {summary.length > 0 ? <ErrorSummary id="terms-errors" errors={summary} attempt={errors} /> : null}
      {carry ? <Alert kind="info">{t('terms.kept')}</Alert> : null}
      <p>{t('terms.intro')}</p>
      <ul className="lines">
        {waiting.updates.map((update) => (
          <li className="stack stack-s" key={update.url}>
            <Update {...update} />
          </li>
        ))}
      </ul>
      <FormElement method="post" action="/term-updates" className="stack" id={TERMS_FORM}>
        <HiddenFields csrf={csrf} />
        {waiting.etag ? <input type="hidden" name="list" value={waiting.etag} /> : null}
        <input type="hidden" name="return_to" value={returnTo} />
        {carry ? <input type="hidden" name="carry" value={carry} /> : null}
        <Consent key={waiting.etag} errors={errors.agree} busy={busy} />
      </FormElement>
    </>
  );
}

type UpdateProps = WaitingTerms['updates'][number];

function Update({ name, url, version, effective_at, diff_url, changed_sections }: UpdateProps) {
  const { t } = useTranslation();
  return (
    <>
      <b>{name}</b>{' '}
      <span className="sub">
        {version === undefined ? null : t('terms.version', { version })}
        {effective_at ? (
          <>
            , <Time at={effective_at} format="date" />
          </>
        ) : null}
      </span>{' '}
      {changed_sections.length > 0 ? (
        <span className="sub">{t('terms.changed', { sections: changed_sections.join(', ') })}</span>
      ) : null}
      <div className="row">
        {diff_url ? <ReadLink to={diff_url} text={t('terms.what_changed')} name={name} /> : null}
        <ReadLink to={url} text={t('terms.whole_text')} name={name} />
      </div>
    </>
  );
}

/** Opens in a new tab, so that the input on this page stays. */
function ReadLink({ to, text, name }: { to: string; text: string; name: string }) {
  const { t } = useTranslation();
  return (
    <a className="tap" href={to} target="_blank" rel="noreferrer">
      {text}
      <span className="vh">
        : {name} {t('terms.new_tab')}
      </span>
    </a>
  );
}

/** With script the button waits for the tick. Without script it only looks disabled, and `required` stops the form. */
function Consent({ errors, busy }: { errors?: string[]; busy?: boolean }) {
  const { t } = useTranslation();
  const scripted = useHydrated();
  const [isTicked, setTicked] = useState(false);
  const id = `${TERMS_FORM}-agree`;
  // A browser that returns to the page may restore the tick before script runs.
  useEffect(() => setTicked(document.querySelector<HTMLInputElement>(`#${id}`)?.checked ?? false), [id]);
  return (
    <>
      <CheckboxField
        id={id}
        name="agree"
        label={t('terms.agree')}
        errors={errors}
        required
        onChange={(event) => setTicked(event.currentTarget.checked)}
      />
      <p>
        <Button type="submit" disabled={scripted && !isTicked} busy={busy}>
          {t('terms.confirm')}
        </Button>
      </p>
    </>
  );
}
