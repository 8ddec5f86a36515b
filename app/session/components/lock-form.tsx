import { Form, useSubmit } from '@remix-run/react';
import { useEffect } from 'react';
import { dropDrafts } from '../../drafts/drafts';
import { listenToTabs } from '../../platform/browser/session-channel';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useTexts } from '../../platform/i18n/use-texts';
import { useTranslation } from '../../platform/i18n/use-translation';
import { useRefusal } from '../../platform/page/page-state';
import { Alert } from '../../ui/alert';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { ErrorSummary } from '../../ui/error-summary';
import { Link } from '../../ui/link';
import { Fold } from '../../ui/menu';
import { PasswordField } from '../../ui/password-field';
import { CodeField, TextField } from '../../ui/text-field';

interface LockFormProps {
  lock: {
    name: string;
    /** Masked. */
    email: string;
    hasPassword: boolean;
    /** The sealed form that was sent when the session had expired. */
    carry: string | null;
    csrf?: string;
  };
  /** The page of this tab. */
  returnTo: string | null;
  /** True where a form was posted, false at `/lock`. */
  inPlace?: boolean;
  step?: 'two_factor';
  errors?: Record<string, string[]>;
}

/** Id of the form, on whichever page it is. */
export const LOCK_FORM = 'lock';

const NO_ERRORS: Record<string, string[]> = {};

/** Asks a known member for the password and, with two-factor sign-in, the code. A posted form stays with it. */
export function LockForm({ lock, returnTo, inPlace, step, errors = NO_ERRORS }: LockFormProps) {
  // The form can replace any page, and that page's route does not load these texts.
  useTexts('session');
  const { t } = useTranslation('session');
  const labels: Record<string, string> = {
    password: t('password'),
    one_time_password: t('two_factor.code'),
    recovery_code: t('two_factor.recovery_code'),
  };
  const summary = Object.entries(errors).flatMap(([name, messages]) =>
    messages.map((message) => ({ message, name, label: labels[name], fieldId: name ? `lock-${name}` : undefined })),
  );
  useRefusal(summary.length > 0, errors, LOCK_FORM);
  useOtherTabs(lock.carry, returnTo);
  return (
    <div className="stack stack-l" data-texts="session">
      {summary.length > 0 ? <ErrorSummary errors={summary} attempt={errors} /> : null}
      <div className="said">
        <Avatar name={lock.name} />
        <div>
          <h1>{t(step ? 'two_factor.heading' : 'lock.heading')}</h1>
          <p className="muted">
            {lock.name}, {lock.email}
          </p>
        </div>
      </div>
      {inPlace || lock.carry ? <Alert kind="info">{t(lock.carry ? 'lock.kept' : 'lock.expired')}</Alert> : null}
      <Form method="post" action="/lock" className="stack" id={LOCK_FORM}>
        <HiddenFields csrf={lock.csrf} />
        {lock.carry ? <input type="hidden" name="carry" value={lock.carry} /> : null}
        {returnTo ? <input type="hidden" name="return_to" value={returnTo} /> : null}
        {step ? <input type="hidden" name="step" value={step} /> : null}
        <LockFields hasPassword={lock.hasPassword} step={step} labels={labels} errors={errors} />
      </Form>
      <div className="row row-ends">
        <Link className="tap" to="/recover">
          {t('login.forgot')}
        </Link>
        <Form method="post" action="/lock" onSubmit={dropDrafts}>
          <HiddenFields csrf={lock.csrf} />
          <Button type="submit" kind="link" name="intent" value="forget">
            {t('lock.other_account')}
          </Button>
        </Form>
      </div>
    </div>
  );
}

/** Follows the tab that unlocks, each tab to its own page, and the one that forgets the member. */
function useOtherTabs(carry: string | null, returnTo: string | null) {
  const submit = useSubmit();
  useEffect(
    () =>
      listenToTabs(({ type }) => {
        if (type === 'locked') return;
        if (type === 'signed-out') return window.location.assign('/login');
        const fields = { intent: 'resume', carry: carry ?? '', return_to: returnTo ?? '' };
        submit(fields, { method: 'post', action: '/lock' });
      }),
    [carry, returnTo, submit],
  );
}

interface LockFieldsProps {
  hasPassword: boolean;
  step?: 'two_factor';
  labels: Record<string, string>;
  errors: Record<string, string[]>;
}

function LockFields({ hasPassword, step, labels, errors }: LockFieldsProps) {
  const { t } = useTranslation('session');
  if (!hasPassword) {
    return (
      <>
        <p>{t('lock.no_password')}</p>
        <Button type="submit" name="intent" value="link" block>
          {t('lock.send_link')}
        </Button>
      </>
    );
  }
  if (step === 'two_factor') {
    const { one_time_password: codeErrors } = errors;
    return (
      <>
        <p>{t('two_factor.intro')}</p>
        <CodeField
          id="lock-one_time_password"
          name="one_time_password"
          label={labels.one_time_password ?? ''}
          errors={codeErrors}
        />
        <Fold label={t('two_factor.use_recovery')} open={Boolean(errors.recovery_code)}>
          <TextField
            id="lock-recovery_code"
            name="recovery_code"
            label={labels.recovery_code ?? ''}
            hint={t('two_factor.recovery_intro')}
            autoComplete="off"
            errors={errors.recovery_code}
          />
          <p className="small muted">{t('two_factor.lost')}</p>
        </Fold>
        <Button type="submit" name="intent" value="challenge" block>
          {t('lock.unlock')}
        </Button>
      </>
    );
  }
  return (
    <>
      <PasswordField
        id="lock-password"
        name="password"
        label={labels.password ?? ''}
        autoComplete="current-password"
        errors={errors.password}
        required
      />
      <Button type="submit" name="intent" value="unlock" block>
        {t('lock.unlock')}
      </Button>
    </>
  );
}
