import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { verificationContext } from '../../upstream/contract/verification';
import { ServerForm, useServerForm } from '../platform/form/form';
import { constraintOf, parseForm } from '../platform/form/forms.server';
import { useAnswer } from '../platform/form/use-answer';
import { callVerified, plannedVerification, withStep } from '../platform/form/verification.server';
import { VerificationStep } from '../platform/form/verification-step';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { redirectWithFlash } from '../platform/request/responses.server';
import { Button, LinkButton } from '../ui/button';
import { onOneLine } from '../ui/numbers';
import { WayBack } from '../ui/way-back';
import { MissingForAccounts } from './components/missing-for-accounts';
import { deleteAccountSchema } from './withdraw-accounts.schema';
import { getAccount, missingFor } from './withdraw-accounts.server';

export const handle = {
  title: 'titles.delete_withdraw_account',
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.withdraw',
  i18n: ['wallet'],
  form: 'withdraw-account',
} satisfies RouteHandle;

const LIST = '/settings/withdraw-accounts';

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { name, masked } = await getAccount(current, args.params.id);
  return {
    name,
    masked,
    isUnproven: missingFor(current) === 'email',
    planned: plannedVerification(current),
    constraint: constraintOf(deleteAccountSchema),
  };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const { id } = await getAccount(current, args.params.id);
  const form = await parseForm(args, deleteAccountSchema);
  const deletion = contract.withdrawAccounts.deleteWithdrawAccount;
  const step = { action: 'withdraw_account.delete', context: verificationContext.withdrawAccountId(id) } as const;
  // The member learns of a refusal before anybody asks for a code.
  const withoutCode = form.value && (await current.api.attempt(deletion, { params: { id }, json: {} }));
  const fault =
    withoutCode && !withoutCode.ok && withoutCode.failure.code !== 'step_up_required' ? withoutCode.failure : null;
  const answer = fault
    ? { ok: false as const, reply: withStep(form.reply(fault), plannedVerification(current)) }
    : await callVerified(current, form, step, (_, json) => current.api.attempt(deletion, { params: { id }, json }));
  if (!answer.ok) return answer.reply;
  return redirectWithFlash(current, LIST, { kind: 'success', text: 'wallet:accounts.deleted' });
}

export default function DeleteWithdrawAccount() {
  const { t } = useTranslation('wallet');
  const { name, masked, isUnproven } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="head">
        <WayBack to={LIST}>{t('common:titles.withdraw_accounts')}</WayBack>
        <h1>{t('common:titles.delete_withdraw_account')}</h1>
      </div>
      <div className="stack stack-l">
        <p>
          <strong>{name}</strong>, <span className="num">{masked}</span>
        </p>
        <p className="measure">{t('accounts.delete_what')}</p>
        {isUnproven ? <MissingForAccounts missing="email" /> : <DeleteForm />}
      </div>
    </>
  );
}

function DeleteForm() {
  const { t } = useTranslation('wallet');
  const { name, masked, planned, constraint } = useLoaderData<typeof loader>();
  const lastResult = useAnswer<typeof action>();
  const step = lastResult?.verification ?? planned;
  const [form, fields] = useServerForm<{ verification_code: string }>({
    id: 'withdraw-account',
    constraint,
    lastResult,
  });
  const isProvable = step.method !== 'email' || step.again !== undefined;
  return (
    <ServerForm form={form} lastResult={lastResult} labels={{ verification_code: t('accounts.code') }}>
      <VerificationStep
        step={step}
        meta={fields.verification_code}
        confirms={t('accounts.confirms.deleted', { name, masked: onOneLine(masked) })}
      />
      <div className="row">
        <Button type="submit" kind={isProvable ? 'danger' : undefined}>
          {t(isProvable ? 'accounts.delete_now' : 'accounts.send_code')}
        </Button>{' '}
        <LinkButton kind="quiet" to={LIST}>
          {t('accounts.keep')}
        </LinkButton>
      </div>
    </ServerForm>
  );
}
