import { ServerForm, sentIn, useServerForm } from '../../platform/form/form';
import type { PlannedVerification } from '../../platform/form/verification.server';
import { VerificationStep } from '../../platform/form/verification-step';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { fieldProps } from '../../ui/conform-field';
import { Link } from '../../ui/link';
import { TextField } from '../../ui/text-field';

interface EmailChangeFormProps {
  /** The current address. */
  email: string;
  step: PlannedVerification;
  constraint: Parameters<typeof useServerForm>[0]['constraint'];
  lastResult: unknown;
}

/** The first step: the new address. Nothing changes until the member enters the code that is sent there. */
export function EmailChangeForm({ email, step, constraint, lastResult }: EmailChangeFormProps) {
  const { t } = useTranslation('settings');
  const [form, fields] = useServerForm<{ email: string; verification_code: string }>({
    id: 'email-change',
    constraint,
    lastResult,
  });
  const labels = {
    email: t('account.email.new'),
    verification_code: t(step.method === 'totp' ? 'common:verification.app' : 'common:verification.mail'),
  };
  // A mailed code is bound to the values that were sent with it. A code of the app is bound to nothing, so the field
  // above it counts.
  const mailedFor = step.again ? sentIn(lastResult, 'email') : undefined;
  return (
    <div className="stack">
      <p>{t('account.email.intro', { email })}</p>
      <ServerForm form={form} lastResult={lastResult} labels={labels}>
        <TextField {...fieldProps(fields.email)} type="email" label={labels.email} autoComplete="email" />
        <VerificationStep
          step={step}
          meta={fields.verification_code}
          confirms={mailedFor ? t('account.email.confirms', { email: mailedFor }) : t('account.email.confirms_typed')}
        />
        <div className="row">
          <Button type="submit">{t('account.email.submit')}</Button>{' '}
          <Link className="tap" to="/settings/account">
            {t('account.back')}
          </Link>
        </div>
      </ServerForm>
    </div>
  );
}
