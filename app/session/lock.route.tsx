import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { data } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { HiddenFields } from '../platform/form/hidden-fields';
import { Resume } from '../platform/form/resume';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { contextOf } from '../platform/request/request-context.server';
import { isReading, redirect } from '../platform/request/responses.server';
import { wayBackTo } from '../platform/request/session.server';
import { maskEmail } from '../platform/request/unauthenticated.server';
import { Button } from '../ui/button';
import { LOCK_FORM, LockForm } from './components/lock-form';
import { answerLock } from './lock.server';

export const handle = {
  title: (data, t) =>
    t((data as { isLocked?: boolean } | undefined)?.isLocked ? 'session:lock.heading' : 'session:lock.now_title'),
  step: (_, t, answer) =>
    (answer as { step?: string } | undefined)?.step === 'two_factor' && t('session:two_factor.heading'),
  gate: 'open',
  i18n: ['session'],
  form: LOCK_FORM,
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await contextOf(args);
  const user = current.session.get('user');
  if (!user) throw await redirect(current, '/login');
  const isLocked = !current.session.get('token');
  const returnTo = wayBackTo(current.url.searchParams.get('return_to'));
  // Another tab has unlocked.
  if (!isLocked && returnTo && isReading(args.request)) throw await redirect(current, returnTo);
  return {
    isLocked,
    returnTo,
    lock: { name: user.name, email: maskEmail(user.email), hasPassword: user.has_password, carry: null },
  };
}

export async function action(args: ActionFunctionArgs) {
  const answer = await answerLock(args);
  return answer instanceof Response ? answer : data(answer, { status: answer.status });
}

export default function Lock() {
  const { t } = useTranslation('session');
  const { lock, isLocked, returnTo } = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>();
  if (result?.resume) return <Resume id={LOCK_FORM} {...result.resume} />;
  if (isLocked)
    return (
      <LockForm
        lock={{ ...lock, carry: result?.carry ?? null }}
        returnTo={result ? result.returnTo : returnTo}
        step={result?.step}
        errors={result?.errors}
      />
    );
  return (
    <Form method="post" className="stack" id={LOCK_FORM}>
      <HiddenFields />
      <h1>{t('lock.now_title')}</h1>
      <p>{t('lock.now_text')}</p>
      <Button type="submit" name="intent" value="lock" block>
        {t('lock.now')}
      </Button>
    </Form>
  );
}
