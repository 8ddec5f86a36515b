import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { ServerForm, useServerForm } from '../platform/form/form';
import { constraintOf, parseForm } from '../platform/form/forms.server';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { env } from '../platform/request/env.server';
import { requireGuest } from '../platform/request/gates.server';
import { redirectWithFlash } from '../platform/request/responses.server';
import { knownEmail } from '../platform/request/session.server';
import { Button } from '../ui/button';
import { fieldProps } from '../ui/conform-field';
import { Link } from '../ui/link';
import { TextField } from '../ui/text-field';
import { Recaptcha } from './components/recaptcha';
import { recoverSchema } from './session.schema';
import { recaptchaToken } from './session.server';

export const handle = {
  title: 'session:recover.title',
  gate: 'guest',
  i18n: ['session'],
  form: 'recover',
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const { session } = await requireGuest(args);
  return {
    constraint: constraintOf(recoverSchema),
    email: knownEmail(session),
    recaptchaSiteKey: env().recaptchaSiteKey,
  };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireGuest(args);
  const form = await parseForm(args, recoverSchema, { guest: true });
  if (!form.value) return form.reply();
  const json = { ...form.value, ...(await recaptchaToken(current)) };
  const answer = await current.api.attempt(contract.identity.recover, { json });
  if (!answer.ok) return form.reply(answer.failure);
  return redirectWithFlash(current, '/login', { kind: 'info', text: 'session:recover.sent' });
}

export default function Recover() {
  const { t } = useTranslation('session');
  const { constraint, email, recaptchaSiteKey } = useLoaderData<typeof loader>();
  const lastResult = useAnswer<typeof action>();
  const [form, fields] = useServerForm<{ email: string }>({
    id: 'recover',
    constraint,
    lastResult,
    defaultValue: { email },
  });
  return (
    <>
      <div className="stack stack-s">
        <h1>{t('recover.heading')}</h1>
        <p className="muted">{t('recover.intro')}</p>
      </div>
      <ServerForm form={form} lastResult={lastResult} labels={{ email: t('email') }} guest>
        <TextField {...fieldProps(fields.email)} type="email" label={t('email')} autoComplete="username" />
        <Recaptcha siteKey={recaptchaSiteKey} />
        <Button type="submit" block>
          {t('recover.submit')}
        </Button>
        <p>
          <Link className="tap" to="/login">
            {t('recover.back')}
          </Link>
        </p>
      </ServerForm>
    </>
  );
}
