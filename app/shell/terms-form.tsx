import { type ElementType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HiddenFields } from '../platform/hidden-fields';
import { useRefusal } from '../platform/page-state';
import type { WaitingTerms } from '../platform/problem';
import { Alert } from '../ui/alert';
import { Button } from '../ui/button';
import { CheckboxField } from '../ui/checkbox-field';
import { ErrorSummary } from '../ui/error-summary';
import { useScripted } from '../ui/scripted';
import { Time } from '../ui/time';

/** Id of the form, wherever it stands. */
export const TERMS_FORM = 'term-updates';

interface TermsFormProps {
  waiting: WaitingTerms;
  /** Where agreement leads: the page that the member was on. */
  returnTo: string;
  /** What a form had sent when the terms came between, sealed. */
  carry?: string | null;
  csrf?: string;
  errors?: Record<string, string[]>;
  /** In the dialog a fetcher's, which stays on its page; on a page of its own the router's. */
  form: ElementType;
  busy?: boolean;
}

const NO_ERRORS: Record<string, string[]> = {};

/** The terms that wait, what changed in them, and the box to agree. */
export function TermsForm(props: TermsFormProps) {
  const { waiting, returnTo, carry, csrf, errors = NO_ERRORS, form: FormElement, busy } = props;
  const { t } = useTranslation();
  const summary = Object.entries(errors).flatMap(([name, messages]) =>
    messages.map((message) => ({
      message,
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
      <b>{name}</b>
      <span className="sub">
        {version === undefined ? null : t('terms.version', { version })}
        {effective_at ? (
          <>
            , <Time at={effective_at} format="date" />
          </>
        ) : null}
      </span>
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

/** In a tab of its own, so that what was typed on this page stays. */
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

/** The button waits for the tick; without script it only looks as if, and `required` holds the form. */
function Consent({ errors, busy }: { errors?: string[]; busy?: boolean }) {
  const { t } = useTranslation();
  const scripted = useScripted();
  const [isTicked, setTicked] = useState(false);
  const id = `${TERMS_FORM}-agree`;
  // A browser that comes back to the page may have ticked the box before script was there.
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
