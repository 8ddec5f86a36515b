import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { ServerForm, useServerForm } from '../platform/form/form';
import { parseForm } from '../platform/form/forms.server';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireGuest } from '../platform/request/gates.server';
import { redirect, redirectWithFlash } from '../platform/request/responses.server';
import { Button } from '../ui/button';
import { fieldProps } from '../ui/conform-field';
import { Link } from '../ui/link';
import { CodeField, TextField } from '../ui/text-field';
import { twoFactorSchema } from './session.schema';
import { openMemberSession } from './session.server';

export const handle = {
  title: 'session:two_factor.title',
  step: (data, t) => (data as { useRecovery: boolean }).useRecovery && t('session:two_factor.without_app'),
  gate: 'guest',
  i18n: ['session'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireGuest(args);
  const challenge = current.session.get('challenge');
  if (!challenge) throw await redirect(current, '/login');
  const useRecovery = current.url.searchParams.has('recovery') && challenge.methods.includes('recovery_code');
  return { useRecovery, hasRecovery: challenge.methods.includes('recovery_code') };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireGuest(args);
  const challenge = current.session.get('challenge');
  if (!challenge) throw await redirect(current, '/login');
  const shown = current.url.searchParams.has('recovery') ? 'recovery_code' : 'one_time_password';
  const form = await parseForm(args, twoFactorSchema(shown));
  if (!form.value) return form.reply();
  const { intent, ...code } = form.value;
  if (intent === 'cancel') {
    current.session.unset('challenge');
    return redirect(current, '/login');
  }
  const answer = await current.api.attempt(contract.identity.answerTwoFactorChallenge, {
    json: { challenge: challenge.challenge, ...code },
  });
  if (answer.ok) return redirect(current, await openMemberSession(current, answer.data));
  if (!('challenge' in answer.failure.errors)) return form.reply(answer.failure);
  current.session.unset('challenge');
  return redirectWithFlash(current, '/login', { kind: 'warning', text: 'session:two_factor.expired' });
}

export default function TwoFactor() {
  const { t } = useTranslation('session');
  const { useRecovery, hasRecovery } = useLoaderData<typeof loader>();
  const lastResult = useAnswer<typeof action>();
  const [form, fields] = useServerForm<{ one_time_password: string; recovery_code: string }>({
    id: useRecovery ? 'recovery' : 'two-factor',
    constraint: undefined,
    lastResult,
  });
  const labels = { one_time_password: t('two_factor.code'), recovery_code: t('two_factor.recovery_code') };
  return (
    <>
      <div className="stack stack-s">
        <h1>{t(useRecovery ? 'two_factor.without_app' : 'two_factor.heading')}</h1>
        <p className="muted">{t(useRecovery ? 'two_factor.recovery_intro' : 'two_factor.intro')}</p>
      </div>
      <ServerForm form={form} lastResult={lastResult} labels={labels}>
        {useRecovery ? (
          <TextField
            {...fieldProps(fields.recovery_code)}
            type="text"
            label={labels.recovery_code}
            autoComplete="off"
            required
          />
        ) : (
          <CodeField
            {...fieldProps(fields.one_time_password)}
            label={labels.one_time_password}
            required
            autoFocus={!lastResult}
          />
        )}
        <Button type="submit" block>
          {t('two_factor.submit')}
        </Button>
        <div className="row row-ends">
          {hasRecovery ? (
            <Link className="tap" to={useRecovery ? '/login/two-factor' : '/login/two-factor?recovery'}>
              {t(useRecovery ? 'two_factor.use_app' : 'two_factor.use_recovery')}
            </Link>
          ) : null}
          <Button type="submit" kind="link" name="intent" value="cancel" formNoValidate>
            {t('two_factor.cancel')}
          </Button>
        </div>
        {useRecovery ? <p className="small muted">{t('two_factor.lost')}</p> : null}
      </ServerForm>
    </>
  );
}
