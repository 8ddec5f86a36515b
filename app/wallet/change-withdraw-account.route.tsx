import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { ServerForm, useServerForm } from '../platform/form/form';
import { constraintOf, parseForm } from '../platform/form/forms.server';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { redirectWithFlash } from '../platform/request/responses.server';
import { Button } from '../ui/button';
import { CheckboxField } from '../ui/checkbox-field';
import { fieldProps } from '../ui/conform-field';
import { TextField } from '../ui/text-field';
import { WayBack } from '../ui/way-back';
import { changeAccountSchema } from './withdraw-accounts.schema';
import { getAccount } from './withdraw-accounts.server';

export const handle = {
  title: 'titles.change_withdraw_account',
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.withdraw',
  i18n: ['wallet'],
  form: 'withdraw-account',
} satisfies RouteHandle;

const LIST = '/settings/withdraw-accounts';

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { name, masked, is_default, status } = await getAccount(current, args.params.id);
  return {
    name,
    masked,
    mayBeDefault: !is_default && status !== 'disabled',
    constraint: constraintOf(changeAccountSchema),
  };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const { id } = await getAccount(current, args.params.id);
  const form = await parseForm(args, changeAccountSchema);
  if (!form.value) return form.reply();
  const { name, is_default } = form.value;
  const answer = await current.api.attempt(contract.withdrawAccounts.updateWithdrawAccount, {
    params: { id },
    json: { name, is_default: is_default && (true as const) },
  });
  if (!answer.ok) return form.reply(answer.failure);
  return redirectWithFlash(current, LIST, { kind: 'success', text: 'wallet:accounts.saved' });
}

export default function ChangeWithdrawAccount() {
  const { t } = useTranslation('wallet');
  const { name, masked, mayBeDefault, constraint } = useLoaderData<typeof loader>();
  const lastResult = useAnswer<typeof action>();
  const [form, fields] = useServerForm<Record<keyof typeof labels, string>>({
    id: 'withdraw-account',
    constraint,
    lastResult,
    defaultValue: { name },
  });
  const labels = { name: t('accounts.name'), is_default: t('accounts.make_default') };
  return (
    <>
      <div className="head">
        <WayBack to={LIST}>{t('common:titles.withdraw_accounts')}</WayBack>
        <h1>{t('common:titles.change_withdraw_account')}</h1>
        <p className="muted">{masked}</p>
      </div>
      <ServerForm form={form} lastResult={lastResult} labels={labels}>
        <TextField {...fieldProps(fields.name)} label={labels.name} hint={t('accounts.name_hint')} autoComplete="off" />
        {mayBeDefault ? <CheckboxField {...fieldProps(fields.is_default)} label={labels.is_default} /> : null}
        <div className="row">
          <Button type="submit">{t('accounts.save')}</Button>
        </div>
      </ServerForm>
    </>
  );
}
