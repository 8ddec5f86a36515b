import { useLoaderData } from '@remix-run/react';
import { ServerForm, useServerForm } from '../../platform/form/form';
import { useAnswer } from '../../platform/form/use-answer';
import { VerificationStep } from '../../platform/form/verification-step';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button, LinkButton } from '../../ui/button';
import { fieldProps } from '../../ui/conform-field';
import { PasswordField } from '../../ui/password-field';
import type { action, loader } from '../delete-account.route';

export function DeletionForm() {
  const { t } = useTranslation('settings');
  const { hasPassword, planned, constraint } = useLoaderData<typeof loader>();
  const lastResult = useAnswer<typeof action>();
  const step = lastResult?.verification ?? planned;
  const [form, fields] = useServerForm<{ password: string; verification_code: string }>({
    id: 'delete-account',
    constraint,
    lastResult,
  });
  // The form loses the password when it mails the code, so it asks for the password together with the code.
  const isCodeMailed = step.method !== 'email' || step.again !== undefined;
  const labels = { password: t('privacy.deletion.password'), verification_code: t('privacy.deletion.code') };
  return (
    <ServerForm form={form} lastResult={lastResult} labels={labels}>
      <VerificationStep step={step} meta={fields.verification_code} confirms={t('privacy.deletion.confirms')} />
      {hasPassword && isCodeMailed ? (
        <PasswordField
          {...fieldProps(fields.password)}
          required
          label={labels.password}
          autoComplete="current-password"
        />
      ) : null}
      <div className="row">
        <Button type="submit" kind={isCodeMailed ? 'danger' : undefined}>
          {t(isCodeMailed ? 'privacy.deletion.confirm' : 'privacy.deletion.send_code')}
        </Button>{' '}
        <LinkButton kind="quiet" to="/settings/privacy">
          {t('privacy.deletion.stay')}
        </LinkButton>
      </div>
    </ServerForm>
  );
}
