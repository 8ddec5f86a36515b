import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { constraintOf, parseForm } from '../platform/form/forms.server';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { redirect } from '../platform/request/responses.server';
import { Alert } from '../ui/alert';
import { formatNumber } from '../ui/numbers';
import { WayBack } from '../ui/way-back';
import { WithdrawBlocked, WithdrawForm, WithdrawLimits } from './components/withdraw-form';
import { amountIn } from './deposit.schema';
import { useShownForm } from './use-shown-form';
import { withdrawSchema } from './withdraw.schema';
import { readWithdrawForm } from './withdraw.server';
import { WITHDRAW } from './withdraw-path';

export const handle = {
  title: 'titles.make_withdraw',
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.withdraw',
  i18n: ['wallet'],
  form: 'withdraw',
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { searchParams } = current.url;
  const form = await readWithdrawForm(current);
  const inSigns = (amount: string) => formatNumber(amount, 'currency', current.language);
  const asked = searchParams.get('amount') === 'all' ? form.most?.amount : amountIn(searchParams);
  return {
    ...form,
    most: form.most && { ...form.most, amount: inSigns(form.most.amount) },
    constraint: constraintOf(withdrawSchema(current.language)),
    amount: asked ? inSigns(asked) : '',
    account: searchParams.get('account') ?? '',
    isExpired: searchParams.has('expired'),
  };
}

/** Creates a draft, which the next page shows. It holds no money yet. */
export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const form = await parseForm(args, withdrawSchema(current.language));
  if (!form.value) return form.reply();
  const made = await current.api.attempt(contract.withdrawals.createWithdrawalDraft, { json: form.value });
  return made.ok ? redirect(current, `${WITHDRAW}/${made.data.id}`) : form.reply(made.failure);
}

export default function MakeWithdraw() {
  const { t } = useTranslation('wallet');
  const shown = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  const isShown = useShownForm(shown.blocked !== null) || Boolean(answer);
  return (
    <>
      <div className="head">
        <WayBack to="/financial">{t('common:titles.wallet')}</WayBack>
        <h1>{t('common:titles.make_withdraw')}</h1>
      </div>
      <div className="stack stack-l">
        {shown.isExpired && !answer ? <Alert kind="warning">{t('withdraw.expired')}</Alert> : null}
        {shown.blocked && !isShown ? (
          <>
            <WithdrawLimits {...shown} />
            <WithdrawBlocked {...shown.blocked} />
          </>
        ) : (
          <WithdrawForm {...shown} answer={answer} />
        )}
      </div>
    </>
  );
}
