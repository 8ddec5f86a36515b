import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { ServerForm, useServerForm } from '../platform/form/form';
import { constraintOf, parseForm } from '../platform/form/forms.server';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { WayToMembers } from '../platform/page/way-to-members';
import { contextOf } from '../platform/request/request-context.server';
import { problem, redirectWithFlash } from '../platform/request/responses.server';
import { safePath } from '../platform/request/session.server';
import { Button, LinkButton } from '../ui/button';
import { fieldProps } from '../ui/conform-field';
import { TextField } from '../ui/text-field';
import { resendSchema } from './session.schema';

export const handle = {
  title: (data, t) => t(`session:verification.${(data as { status: Status }).status}.heading`),
  gate: 'open',
  i18n: ['session'],
  form: 'resend',
} satisfies RouteHandle;

/** `sent` follows a registration. The others are the outcomes of a link. */
const STATUSES = ['sent', 'success', 'expired', 'invalid', 'already'] as const;

type Status = (typeof STATUSES)[number];

const isDone = (status: string | undefined) => status === 'success' || status === 'already';

export async function loader(args: LoaderFunctionArgs) {
  const { session } = await contextOf(args);
  const status = STATUSES.find((known) => known === args.params.status);
  if (!status) throw problem({ kind: 'not_found' });
  return {
    status,
    email: session.get('loginMail') ?? '',
    isSignedIn: Boolean(session.get('token')),
    constraint: isDone(status) ? undefined : constraintOf(resendSchema),
  };
}

/** Sends the link again. This page and the dashboard post here. */
export async function action(args: ActionFunctionArgs) {
  const form = await parseForm(args, resendSchema, { guest: true });
  if (!form.value) return form.reply();
  const { current } = form;
  const answer = await current.api.attempt(contract.identity.resendVerification, { json: { email: form.value.email } });
  if (!answer.ok) return form.reply(answer.failure);
  const target = safePath(form.value.return_to) ?? '/email-verification/sent';
  return redirectWithFlash(current, target, { kind: 'info', text: 'shell.verification_resent' });
}

export default function EmailVerification() {
  const { t } = useTranslation('session');
  const { status, email, isSignedIn, constraint } = useLoaderData<typeof loader>();
  const lastResult = useAnswer<typeof action>();
  const [form, fields] = useServerForm<{ email: string }>({
    id: 'resend',
    constraint,
    lastResult,
    defaultValue: { email },
  });
  return (
    <>
      <div className="stack">
        {isDone(status) ? null : <WayToMembers />}
        <h1>{t(`verification.${status}.heading`)}</h1>
        <p>{t(`verification.${status}.text`)}</p>
      </div>
      {isDone(status) ? (
        <LinkButton to={isSignedIn ? '/' : '/login'} block>
          {t(isSignedIn ? 'verification.home' : 'login.submit')}
        </LinkButton>
      ) : (
        <ServerForm form={form} lastResult={lastResult} labels={{ email: t('email') }} guest>
          <TextField {...fieldProps(fields.email)} type="email" label={t('email')} autoComplete="username" />
          <Button type="submit" kind={status === 'sent' ? 'second' : 'primary'} block>
            {t('verification.resend')}
          </Button>
        </ServerForm>
      )}
    </>
  );
}
