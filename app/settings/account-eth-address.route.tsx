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
import { fieldProps } from '../ui/conform-field';
import { Link } from '../ui/link';
import { TextField } from '../ui/text-field';
import { ethAddressSchema } from './account.schema';

export const handle = { title: 'settings:account.eth.title', gate: 'member', i18n: ['settings'] } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const { member } = await requireMember(args, handle);
  return { address: member.user.nft.address ?? '', constraint: constraintOf(ethAddressSchema) };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const form = await parseForm(args, ethAddressSchema);
  if (!form.value) return form.reply();
  const answer = await current.api.attempt(contract.account.updateAccount, { json: form.value });
  if (!answer.ok) return form.reply(answer.failure);
  return redirectWithFlash(current, '/settings/account', { kind: 'success', text: 'settings:account.saved' });
}

export default function AccountEthAddress() {
  const { t } = useTranslation('settings');
  const { address, constraint } = useLoaderData<typeof loader>();
  const lastResult = useAnswer<typeof action>();
  const [form, fields] = useServerForm<{ nft_address: string }>({
    id: 'eth-address',
    constraint,
    lastResult,
    defaultValue: { nft_address: address },
  });
  return (
    <>
      <div className="head">
        <h1>{t('account.eth.title')}</h1>
      </div>
      <div className="stack">
        <p>{t('account.eth.intro')}</p>
        <ServerForm form={form} lastResult={lastResult} labels={{ nft_address: t('account.eth.label') }}>
          <TextField
            {...fieldProps(fields.nft_address)}
            label={t('account.eth.label')}
            hint={t('account.eth.hint')}
            optional
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <div className="row">
            <Button type="submit">{t('account.save')}</Button>{' '}
            <Link className="tap" to="/settings/account">
              {t('account.back')}
            </Link>
          </div>
        </ServerForm>
      </div>
    </>
  );
}
