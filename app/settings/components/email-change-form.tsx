import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { ServerForm, useServerForm } from '../../platform/form';
import type { PlannedVerification } from '../../platform/verification.server';
import { VerificationStep } from '../../platform/verification-step';
import { Button } from '../../ui/button';
import { fieldProps } from '../../ui/conform-field';
import { TextField } from '../../ui/text-field';

interface EmailChangeFormProps {
  /** The present address. */
  email: string;
  step: PlannedVerification;
  constraint: Parameters<typeof useServerForm>[0]['constraint'];
  lastResult: unknown;
}

/** The first step: another address. Nothing changes before the code that goes there comes back. */
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
  return (
    <div className="stack">
      <p>{t('account.email.intro', { email })}</p>
      <ServerForm form={form} lastResult={lastResult} labels={labels}>
        <TextField {...fieldProps(fields.email)} type="email" label={labels.email} autoComplete="email" />
        <VerificationStep step={step} meta={fields.verification_code} />
        <div className="row">
          <Button type="submit">{t('account.email.submit')}</Button>
          <Link className="tap" to="/settings/account">
            {t('account.back')}
          </Link>
        </div>
      </ServerForm>
    </div>
  );
}
