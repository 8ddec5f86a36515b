import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { ServerForm, useServerForm } from '../platform/form/form';
import { constraintOf, parseForm } from '../platform/form/forms.server';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireGuest } from '../platform/request/gates.server';
import { redirectWithFlash } from '../platform/request/responses.server';
import { Button } from '../ui/button';
import { fieldProps } from '../ui/conform-field';
import { Link } from '../ui/link';
import { PasswordField } from '../ui/password-field';
import { PasswordStrength } from '../ui/password-strength';
import { resetSchema } from './session.schema';

export const handle = {
  title: 'session:reset.title',
  gate: 'guest',
  i18n: ['session'],
  form: 'reset',
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args);
  return { constraint: constraintOf(resetSchema), email: args.params.email ?? '' };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireGuest(args);
  const form = await parseForm(args, resetSchema, { guest: true });
  if (!form.value) return form.reply();
  const { email = '', token = '' } = args.params;
  const answer = await current.api.attempt(contract.identity.resetPassword, { json: { email, token, ...form.value } });
  if (!answer.ok) return form.reply(answer.failure);
  current.session.set('loginMail', email);
  return redirectWithFlash(current, '/login', { kind: 'success', text: 'session:reset.done' });
}

export default function ResetPassword() {
  const { t } = useTranslation('session');
  const { constraint, email } = useLoaderData<typeof loader>();
  const lastResult = useAnswer<typeof action>();
  const [form, fields] = useServerForm<{ password: string; password_confirmation: string }>({
    id: 'reset',
    constraint,
    lastResult,
  });
  const labels = { password: t('reset.new_password'), password_confirmation: t('password_confirmation') };
  return (
    <>
      <div className="stack stack-s">
        <h1>{t('reset.heading')}</h1>
        <p className="muted">{t('reset.intro', { email })}</p>
      </div>
      <ServerForm form={form} lastResult={lastResult} labels={labels} guest>
        <input
          className="vh"
          type="email"
          value={email}
          autoComplete="username"
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <PasswordField
          {...fieldProps(fields.password)}
          label={labels.password}
          hint={t(lastResult ? 'password_again' : 'password_hint')}
          autoComplete="new-password"
          meter={PasswordStrength}
        />
        <PasswordField
          {...fieldProps(fields.password_confirmation)}
          label={labels.password_confirmation}
          autoComplete="new-password"
        />
        <Button type="submit" block>
          {t('reset.submit')}
        </Button>
        <p>
          <Link className="tap" to="/recover">
            {t('reset.again')}
          </Link>
        </p>
      </ServerForm>
    </>
  );
}
