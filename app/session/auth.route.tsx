import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { data } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { parseForm } from '../platform/form/forms.server';
import { HiddenFields } from '../platform/form/hidden-fields';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { contextOf } from '../platform/request/request-context.server';
import { rememberPath } from '../platform/request/session.server';
import { Button, LinkButton } from '../ui/button';
import { ErrorSummary } from '../ui/error-summary';
import { signInTokenSchema } from './session.schema';
import { continueSignIn } from './session.server';

export const handle = { title: 'session:auth.title', gate: 'open', i18n: ['session'] } satisfies RouteHandle;

/** `/auth?token=` and the mailed `/unlock/{token}`. The page changes nothing. Its button signs in. */
export async function loader(args: LoaderFunctionArgs) {
  const { url } = await contextOf(args);
  return {
    token: args.params.token ?? url.searchParams.get('token') ?? '',
    redirect: url.searchParams.get('redirect'),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await parseForm(args, signInTokenSchema);
  if (!form.value) return form.reply();
  const { current } = form;
  const answer = await current.api.attempt(contract.identity.signInWithToken, { json: { token: form.value.token } });
  if (!answer.ok) {
    const { data: result, init } = form.reply(answer.failure);
    // After any other failure the link is still valid.
    return data({ ...result, isDead: answer.failure.status === 422 }, init ?? undefined);
  }
  if (form.value.redirect) rememberPath(current.session, form.value.redirect);
  return continueSignIn(current, answer.data, '');
}

export default function Auth() {
  const { t } = useTranslation('session');
  const { token, redirect } = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>();
  const errors = Object.values((result?.error ?? {}) as Record<string, string[] | null>).flatMap(
    (messages) => messages ?? [],
  );
  const summary =
    errors.length > 0 ? <ErrorSummary errors={errors.map((message) => ({ message }))} attempt={result} /> : null;
  if (token === '' || (result && 'isDead' in result && result.isDead)) {
    return (
      <div className="stack">
        {summary}
        <h1>{t('auth.heading')}</h1>
        <p>{t('auth.missing')}</p>
        <LinkButton to="/login" block>
          {t('auth.login')}
        </LinkButton>
      </div>
    );
  }
  return (
    <Form method="post" className="stack">
      {summary}
      <HiddenFields />
      <input type="hidden" name="token" value={token} />
      {redirect ? <input type="hidden" name="redirect" value={redirect} /> : null}
      <h1>{t('auth.heading')}</h1>
      <p>{t('auth.text')}</p>
      <Button type="submit" block>
        {t('auth.submit')}
      </Button>
    </Form>
  );
}
