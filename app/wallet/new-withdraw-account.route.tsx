import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { contract } from '../../upstream/contract/contract';
import { verificationContext } from '../../upstream/contract/verification';
import { ServerForm, useIsSending, useServerForm } from '../platform/form';
import { constraintOf, parseForm } from '../platform/forms.server';
import { requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { redirectWithFlash } from '../platform/responses.server';
import { useAnswer } from '../platform/use-answer';
import { callVerified, plannedVerification } from '../platform/verification.server';
import { VerificationStep } from '../platform/verification-step';
import { Alert } from '../ui/alert';
import { Button } from '../ui/button';
import { fieldProps } from '../ui/conform-field';
import { TextField } from '../ui/text-field';
import { WayBack } from '../ui/way-back';
import { MissingForAccounts } from './components/missing-for-accounts';
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

function NewAccountForm({ answer }: { answer: ReturnType<typeof useAnswer<typeof action>> }) {
  const { t } = useTranslation('wallet');
  const { constraint, holder, hours, verification } = useLoaderData<typeof loader>();
  const [form, fields] = useServerForm<Record<keyof typeof labels, string>>({
    id: 'withdraw-account',
    constraint,
    lastResult: answer,
    defaultValue: { holder },
  });
  const labels = {
    name: t('accounts.name'),
    holder: t('accounts.holder'),
    iban: t('accounts.iban'),
    bic: t('accounts.bic'),
    verification_code: t('accounts.code'),
  };
  return (
    <ServerForm form={form} lastResult={answer} labels={labels}>
      <TextField {...fieldProps(fields.name)} label={labels.name} hint={t('accounts.name_hint')} autoComplete="off" />
      <TextField
        {...fieldProps(fields.holder)}
        label={labels.holder}
        hint={t('accounts.holder_hint', { name: holder })}
        autoComplete="off"
      />
      <TextField
        {...fieldProps(fields.iban)}
        label={labels.iban}
        hint={t('accounts.iban_hint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <TextField
        {...fieldProps(fields.bic)}
        label={labels.bic}
        hint={t('accounts.bic_hint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        optional
      />
      <p className="muted">{t('accounts.cool_down', { hours })}</p>
      <VerificationStep step={answer?.verification ?? verification} meta={fields.verification_code} />
      <div className="row">
        <Button type="submit" busy={useIsSending(`${LIST}/new`)}>
          {t('accounts.submit')}
        </Button>
      </div>
    </ServerForm>
  );
}
