import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { verificationContext } from '../../upstream/contract/verification';
import { constraintOf, parseForm } from '../platform/form/forms.server';
import { useAnswer } from '../platform/form/use-answer';
import { callVerified, plannedVerification } from '../platform/form/verification.server';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { redirectWithFlash } from '../platform/request/responses.server';
import { Alert } from '../ui/alert';
import { WayBack } from '../ui/way-back';
import { MissingForAccounts } from './components/missing-for-accounts';
import { NewAccountForm } from './components/new-account-form';
import { newAccountSchema } from './withdraw-accounts.schema';
import { findFault, inputOf, listAccounts, missingFor } from './withdraw-accounts.server';

export const handle = {
  title: 'titles.new_withdraw_account',
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.withdraw',
  i18n: ['wallet'],
  form: 'withdraw-account',
} satisfies RouteHandle;

const LIST = '/settings/withdraw-accounts';

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { firstname, lastname } = current.member.user.address;
  const { data: accounts, max: most, cool_down_hours: hours } = await listAccounts(current);
  return {
    constraint: constraintOf(newAccountSchema),
    holder: `${firstname} ${lastname}`,
    missing: missingFor(current),
    isFull: accounts.length >= most,
    most,
    hours,
    verification: plannedVerification(current),
  };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const form = await parseForm(args, newAccountSchema);
  const fault = form.value && (await findFault(current, form.value));
  const added = await callVerified(
    current,
    fault ? { ...form, value: null, reply: () => form.reply(fault) } : form,
    { action: 'withdraw_account.create', context: verificationContext.withdrawAccount },
    (value, verification) =>
      current.api.attempt(contract.withdrawAccounts.createWithdrawAccount, {
        json: { ...inputOf(value), ...verification },
      }),
  );
  if (!added.ok) return added.reply;
  const isDisabled = added.data.status === 'disabled';
  return redirectWithFlash(current, LIST, {
    kind: isDisabled ? 'warning' : 'success',
    text: isDisabled ? 'wallet:accounts.added_disabled' : 'wallet:accounts.added',
  });
}

export default function NewWithdrawAccount() {
  const { t } = useTranslation('wallet');
  const { missing, isFull, most } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  return (
    <>
      <div className="head">
        <WayBack to={LIST}>{t('common:titles.withdraw_accounts')}</WayBack>
        <h1>{t('common:titles.new_withdraw_account')}</h1>
      </div>
      {missing ? <MissingForAccounts missing={missing} /> : null}
      {!missing && isFull && !answer ? <Alert kind="warning">{t('accounts.full', { count: most })}</Alert> : null}
      {!missing && (!isFull || answer) ? <NewAccountForm answer={answer} /> : null}
    </>
  );
}
