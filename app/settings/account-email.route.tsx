import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { verificationContext } from '../../upstream/contract/verification';
import { constraintOf, parseForm } from '../platform/form/forms.server';
import { useAnswer } from '../platform/form/use-answer';
import { callVerified, plannedVerification, withStep } from '../platform/form/verification.server';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { type Member, requireMember } from '../platform/request/gates.server';
import { postedForm } from '../platform/request/posted-form.server';
import { redirectWithFlash } from '../platform/request/responses.server';
import { emailChangeSchema, emailCodeSchema } from './account.schema';
import { EmailChangeForm } from './components/email-change-form';
import { EmailCodeForm } from './components/email-code-form';

export const handle = {
  title: 'settings:account.email.title',
  step: (data, t) => (data as { pending: object | null }).pending && t('settings:account.email.confirm_heading'),
  gate: 'member',
  i18n: ['settings'],
} satisfies RouteHandle;

const here = '/settings/account/email';

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { pending } = await current.api.call(contract.account.getEmailChange);
  return {
    pending,
    email: current.member.user.email,
    verification: plannedVerification(current),
    constraint: constraintOf(emailChangeSchema),
  };
}

/** Two steps, each with its own form: the new address, and the code that was sent there. */
export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const { fields } = await postedForm(current);
  return fields.has('email') ? askForChange(args, current) : answerWithCode(args, current);
}

async function askForChange(args: ActionFunctionArgs, current: Member) {
  const form = await parseForm(args, emailChangeSchema);
  // Otherwise the club would send a code for nothing.
  if (form.value?.email.toLowerCase() === current.member.user.email.toLowerCase()) {
    const errors = { email: [current.t('settings:account.email.same')] };
    const refusal = { status: 422, message: '', errors, retryAfter: null };
    return withStep(form.reply(refusal), plannedVerification(current));
  }
  const answer = await callVerified(
    current,
    form,
    { action: 'email.change', context: ({ email }) => verificationContext.emailChange(email) },
    ({ email }, verification) =>
      current.api.attempt(contract.account.requestEmailChange, { json: { email, ...verification } }),
  );
  if (!answer.ok) return answer.reply;
  return redirectWithFlash(current, here, { kind: 'info', text: 'settings:account.email.code_sent' });
}

async function answerWithCode(args: ActionFunctionArgs, current: Member) {
  const form = await parseForm(args, emailCodeSchema);
  if (!form.value) return form.reply();
  const { intent, one_time_code = '' } = form.value;
  if (intent === 'cancel') {
    const answer = await current.api.attempt(contract.account.cancelEmailChange);
    if (!answer.ok) return form.reply(answer.failure);
    return redirectWithFlash(current, '/settings/account', { kind: 'info', text: 'settings:account.email.cancelled' });
  }
  if (intent === 'resend') {
    const answer = await current.api.attempt(contract.account.resendEmailCode);
    if (!answer.ok) return form.reply(answer.failure);
    return redirectWithFlash(current, here, { kind: 'info', text: 'settings:account.email.code_sent' });
  }
  const answer = await current.api.attempt(contract.account.confirmEmailChange, { json: { one_time_code } });
  if (!answer.ok) return form.reply(answer.failure);
  return redirectWithFlash(current, '/settings/account', { kind: 'success', text: 'settings:account.email.changed' });
}

export default function AccountEmail() {
  const { t } = useTranslation('settings');
  const { pending, email, verification, constraint } = useLoaderData<typeof loader>();
  const lastResult = useAnswer<typeof action>();
  const step = lastResult && 'verification' in lastResult ? lastResult.verification : verification;
  return (
    <>
      <div className="head">
        <h1>{t(pending ? 'account.email.confirm_heading' : 'account.email.title')}</h1>
      </div>
      {pending ? (
        <EmailCodeForm pending={pending} lastResult={lastResult} />
      ) : (
        <EmailChangeForm email={email} step={step} constraint={constraint} lastResult={lastResult} />
      )}
    </>
  );
}
