import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { ServerForm, useServerForm } from '../platform/form/form';
import { constraintOf, parseForm } from '../platform/form/forms.server';
import { useAnswer } from '../platform/form/use-answer';
import { useIsSending } from '../platform/form/use-is-sending';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { env } from '../platform/request/env.server';
import { requireGuest } from '../platform/request/gates.server';
import { knownEmail } from '../platform/request/session.server';
import { Button } from '../ui/button';
import { fieldProps } from '../ui/conform-field';
import { Link } from '../ui/link';
import { PasswordField } from '../ui/password-field';
import { TextField } from '../ui/text-field';
import { DemoAccounts } from './components/demo-accounts';
import { Recaptcha } from './components/recaptcha';
import { loginSchema } from './session.schema';
import { continueSignIn, recaptchaToken } from './session.server';

export const handle = {
  title: 'session:login.title',
  gate: 'guest',
  i18n: ['session'],
  form: 'login',
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const { session } = await requireGuest(args);
  return {
    constraint: constraintOf(loginSchema),
    email: knownEmail(session),
    isReturning: Boolean(session.get('redirectAfterLogin')),
    demo: env().demo,
    recaptchaSiteKey: env().recaptchaSiteKey,
  };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireGuest(args);
  const form = await parseForm(args, loginSchema, { guest: true });
  if (!form.value) return form.reply();
  const json = { ...form.value, ...(await recaptchaToken(current)) };
  const answer = await current.api.attempt(contract.identity.login, { json });
  return answer.ok ? continueSignIn(current, answer.data, form.value.email) : form.reply(answer.failure);
}

export default function Login() {
  const { t } = useTranslation('session');
  const { constraint, email, isReturning, demo, recaptchaSiteKey } = useLoaderData<typeof loader>();
  const lastResult = useAnswer<typeof action>();
  const [form, fields] = useServerForm<{ email: string; password: string }>({
    id: 'login',
    constraint,
    lastResult,
    defaultValue: { email },
  });
  const labels = { email: t('email'), password: t('password') };
  return (
    <>
      <div className="stack stack-s">
        <h1>{t('login.heading')}</h1>
        <p className="muted">{t(isReturning ? 'login.returning' : 'login.intro')}</p>
      </div>
      <ServerForm form={form} lastResult={lastResult} labels={labels} guest>
        <TextField {...fieldProps(fields.email)} type="email" label={labels.email} autoComplete="username" />
        <PasswordField {...fieldProps(fields.password)} label={labels.password} autoComplete="current-password" />
        <Recaptcha siteKey={recaptchaSiteKey} />
        <Button type="submit" block busy={useIsSending('/login')}>
          {t('login.submit')}
        </Button>
        <p>
          <Link className="tap" to="/recover">
            {t('login.forgot')}
          </Link>
        </p>
      </ServerForm>
      <p className="small muted">
        {t('login.no_member')} <Link to="/register">{t('login.apply')}</Link>. {t('login.adults')}
      </p>
      {demo ? <DemoAccounts /> : null}
    </>
  );
}
