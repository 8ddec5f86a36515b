import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { data } from '@remix-run/node';
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
import { Button, LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { RecoveryCodes } from './components/recovery-codes';
import { renewSchema, savedSchema } from './two-factor.schema';
import { postedCodes, requireTwoFactor, TWO_FACTOR } from './two-factor.server';

export const handle = {
  title: 'settings:two_factor.renew.title',
  step: (_, t, answer) =>
    Array.isArray((answer as { codes?: unknown } | undefined)?.codes) && t('settings:two_factor.codes.title'),
  gate: 'member',
  i18n: ['settings'],
  form: 'recovery-codes',
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireTwoFactor(args, handle);
  return { step: plannedVerification(current), email: current.member.user.email };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireTwoFactor(args, handle);
  const codes = await postedCodes(current);
  return codes ? leave(args, current, codes) : renew(args, current);
}

/** Continues when the member confirms that the codes are saved. Until then it shows them again. */
async function leave(args: Args, current: Member, codes: string[]) {
  const form = await parseForm(args, savedSchema);
  if (form.value)
    return redirectWithFlash(current, TWO_FACTOR, { kind: 'success', text: 'settings:two_factor.codes.done' });
  const { data: result, init } = form.reply();
  return data({ ...result, codes }, init ?? undefined);
}

/** Answers with the page and the new codes, without a redirect, because nothing keeps the codes for another page. */
async function renew(args: Args, current: Member) {
  const form = await parseForm(args, renewSchema);
  const step = { action: 'recovery_codes.regenerate' as const, context: '' };
  const answer = await callVerified(current, form, step, (_, json) =>
    current.api.attempt(contract.twoFactor.renewRecoveryCodes, { json }),
  );
  return answer.ok ? { codes: answer.data.recovery_codes } : answer.reply;
}

export default function RenewRecoveryCodes() {
  const { t } = useTranslation('settings');
  const { email, step } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  return (
    <>
      <div className="head">
        <h1>{t(`two_factor.${answer && 'codes' in answer ? 'codes' : 'renew'}.title`)}</h1>
      </div>
      {answer && 'codes' in answer ? (
        <RecoveryCodes id={handle.form} codes={answer.codes} email={email} lastResult={answer} />
      ) : (
        <Renew step={answer && 'verification' in answer ? answer.verification : step} lastResult={answer} />
      )}
    </>
  );
}

function Renew({ step, lastResult }: { step: Parameters<typeof VerificationStep>[0]['step']; lastResult: unknown }) {
  const { t } = useTranslation('settings');
  const [form, fields] = useServerForm<{ verification_code: string }>({ id: handle.form, constraint: {}, lastResult });
  return (
    <Card title={t('two_factor.renew.heading')}>
      <div className="stack">
        <p className="measure">{t('two_factor.renew.what')}</p>
        <ServerForm form={form} lastResult={lastResult} labels={{ verification_code: t('common:verification.app') }}>
          <VerificationStep step={step} meta={fields.verification_code} confirms={t('two_factor.renew.confirms')} />
          <div className="row">
            <Button type="submit">{t('two_factor.renew.submit')}</Button>{' '}
            <LinkButton kind="quiet" to="/settings/2fa">
              {t('two_factor.back')}
            </LinkButton>
          </div>
        </ServerForm>
      </div>
    </Card>
  );
}
