import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { ServerForm, useServerForm } from '../platform/form/form';
import { parseForm } from '../platform/form/forms.server';
import { useAnswer } from '../platform/form/use-answer';
import { callVerified, plannedVerification } from '../platform/form/verification.server';
import { VerificationStep } from '../platform/form/verification-step';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import type { Member } from '../platform/request/gates.server';
import type { Args } from '../platform/request/request-context.server';
import { redirectWithFlash } from '../platform/request/responses.server';
import { AskLink } from '../support/ask-link';
import { Button, LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { fieldProps } from '../ui/conform-field';
import { Link } from '../ui/link';
import { TextField } from '../ui/text-field';
import { disableByRecoveryCodeSchema, disableSchema } from './two-factor.schema';
import { requireTwoFactor, TWO_FACTOR } from './two-factor.server';

export const handle = {
  title: 'settings:two_factor.disable.title',
  step: (data, t) =>
    (data as { byRecoveryCode: boolean }).byRecoveryCode && t('settings:two_factor.disable.without_app'),
  gate: 'member',
  i18n: ['settings'],
  form: 'disable-two-factor',
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireTwoFactor(args, handle);
  return { step: plannedVerification(current), byRecoveryCode: asksForRecoveryCode(current) };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireTwoFactor(args, handle);
  const answer = asksForRecoveryCode(current) ? await byRecoveryCode(args, current) : await byApp(args, current);
  if (!answer.ok) return answer.reply;
  return redirectWithFlash(current, TWO_FACTOR, { kind: 'success', text: 'settings:two_factor.disable.done' });
}

/** For a member who has lost the app. */
const asksForRecoveryCode = ({ url }: Member) => url.searchParams.has('recovery');

async function byApp(args: Args, current: Member) {
  const form = await parseForm(args, disableSchema);
  const step = { action: 'two_factor.disable' as const, context: '' };
  return callVerified(current, form, step, (_, json) =>
    current.api.attempt(contract.twoFactor.disableTwoFactor, { json }),
  );
}

async function byRecoveryCode(args: Args, current: Member) {
  const form = await parseForm(args, disableByRecoveryCodeSchema);
  if (!form.value) return { ok: false as const, reply: form.reply() };
  const answer = await current.api.attempt(contract.twoFactor.disableTwoFactor, { json: form.value });
  return answer.ok ? answer : { ok: false as const, reply: form.reply(answer.failure) };
}

export default function DisableTwoFactor() {
  const { t } = useTranslation('settings');
  const { byRecoveryCode: isRecovery, step } = useLoaderData<typeof loader>();
  const lastResult = useAnswer<typeof action>();
  const [form, fields] = useServerForm<{ verification_code: string; recovery_code: string }>({
    id: handle.form,
    constraint: {},
    lastResult,
  });
  const labels = {
    verification_code: t('common:verification.app'),
    recovery_code: t('two_factor.disable.recovery_code'),
  };
  return (
    <>
      <div className="head">
        <h1>{t(`two_factor.disable.${isRecovery ? 'without_app' : 'title'}`)}</h1>
      </div>
      <Card title={t('two_factor.disable.heading')}>
        <div className="stack">
          <p className="measure">{t('two_factor.disable.what')}</p>
          <ServerForm form={form} lastResult={lastResult} labels={labels}>
            {isRecovery ? (
              <TextField
                {...fieldProps(fields.recovery_code)}
                label={labels.recovery_code}
                hint={t('two_factor.disable.recovery_hint')}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                required
              />
            ) : (
              <VerificationStep
                step={step}
                meta={fields.verification_code}
                confirms={t('two_factor.disable.confirms')}
              />
            )}
            <div className="row">
              <Button type="submit" kind="danger">
                {t('two_factor.disable.submit')}
              </Button>{' '}
              <LinkButton kind="quiet" to="/settings/2fa">
                {t('two_factor.back')}
              </LinkButton>
            </div>
          </ServerForm>
          <p>
            <Link className="tap" to={isRecovery ? '/settings/2fa/disable' : '/settings/2fa/disable?recovery'}>
              {t(isRecovery ? 'two_factor.disable.use_app' : 'two_factor.disable.use_recovery')}
            </Link>
          </p>
          {isRecovery ? <AskLink text="app" category="account-security" /> : null}
        </div>
      </Card>
    </>
  );
}
