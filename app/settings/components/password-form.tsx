import { useLoaderData } from '@remix-run/react';
import { ServerForm, useServerForm } from '../../platform/form/form';
import { useAnswer } from '../../platform/form/use-answer';
import { VerificationStep } from '../../platform/form/verification-step';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { fieldProps } from '../../ui/conform-field';
import { Link } from '../../ui/link';
import { PasswordField } from '../../ui/password-field';
import { PasswordStrength } from '../../ui/password-strength';
import type { action, loader } from '../account-password.route';

export function PasswordForm() {
  const { t } = useTranslation('settings');
  const { hasPassword, email, verification, constraint } = useLoaderData<typeof loader>();
  const lastResult = useAnswer<typeof action>();
  const step = lastResult?.verification ?? verification;
  const asksForCodeFirst = step.method === 'email' && !step.again;
  const [form, fields] = useServerForm<Record<keyof typeof labels, string>>({
    id: 'password-change',
    constraint,
    lastResult,
  });
  const labels = {
    current_password: t('account.password.current'),
    password: t('account.password.new'),
    password_confirmation: t('account.password.repeat'),
    verification_code: t(step.method === 'totp' ? 'common:verification.app' : 'common:verification.mail'),
  };
  return (
    <ServerForm form={form} lastResult={lastResult} labels={labels}>
      <VerificationStep step={step} meta={fields.verification_code} confirms={t('account.password.confirms')} />
      {asksForCodeFirst ? null : (
        <>
          <input
            className="vh"
            type="email"
            value={email}
            autoComplete="username"
            readOnly
            tabIndex={-1}
            aria-hidden="true"
          />
          {hasPassword ? (
            <PasswordField
              {...fieldProps(fields.current_password)}
              label={labels.current_password}
              autoComplete="current-password"
            />
          ) : null}
          <PasswordField
            {...fieldProps(fields.password)}
            label={labels.password}
            hint={t('account.password.hint')}
            autoComplete="new-password"
            meter={PasswordStrength}
          />
          <PasswordField
            {...fieldProps(fields.password_confirmation)}
            label={labels.password_confirmation}
            autoComplete="new-password"
          />
        </>
      )}
      <div className="row">
        {asksForCodeFirst ? (
          <Button type="submit" name="verification_intent" value="send" formNoValidate>
            {t('account.password.send_code')}
          </Button>
        ) : (
          <Button type="submit">{t('account.password.submit')}</Button>
        )}{' '}
        <Link className="tap" to="/settings/account">
          {t('account.back')}
        </Link>
      </div>
    </ServerForm>
  );
}
