import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { contract } from '../../upstream/contract/contract';
import { ServerForm, useServerForm } from '../platform/form';
import { constraintOf, parseForm } from '../platform/forms.server';
import { keepToken, requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { redirectWithFlash } from '../platform/responses.server';
import { useAnswer } from '../platform/use-answer';
import { callVerified, plannedVerification } from '../platform/verification.server';
import { VerificationStep } from '../platform/verification-step';
import { Button } from '../ui/button';
import { fieldProps } from '../ui/conform-field';
import { PasswordField } from '../ui/password-field';
import { passwordSchema } from './account.schema';

export const handle = {
  title: 'settings:account.password.title',
  gate: 'member',
  i18n: ['settings'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { user } = current.member;
  const hasPassword = user.has_password ?? true;
  return {
    hasPassword,
    email: user.email,
    verification: plannedVerification(current),
    constraint: constraintOf(passwordSchema(hasPassword)),
  };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const form = await parseForm(args, passwordSchema(current.member.user.has_password ?? true));
  const answer = await callVerified(
    current,
    form,
    { action: 'password.change', context: '' },
    ({ current_password, password, password_confirmation }, verification) =>
      current.api.attempt(contract.account.changePassword, {
        json: { current_password, password, password_confirmation, ...verification },
      }),
  );
  if (!answer.ok) return answer.reply;
  keepToken(current, answer.data.token);
  return redirectWithFlash(current, '/settings/account', {
    kind: 'success',
    text: 'settings:account.password.changed',
  });
}

export default function AccountPassword() {
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
    <>
      <div className="head">
        <h1>{t('account.password.title')}</h1>
      </div>
      <div className="stack">
        <p>{t(hasPassword ? 'account.password.intro' : 'account.password.intro_first')}</p>
        <ServerForm form={form} lastResult={lastResult} labels={labels}>
          <VerificationStep step={step} meta={fields.verification_code} />
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
            )}
            <Link className="tap" to="/settings/account">
              {t('account.back')}
            </Link>
          </div>
        </ServerForm>
      </div>
    </>
  );
}
