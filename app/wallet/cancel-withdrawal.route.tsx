import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { HiddenFields } from '../platform/form/hidden-fields';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { problemOf } from '../platform/request/failure.server';
import { acceptedForm } from '../platform/request/posted-form.server';
import { contextOf } from '../platform/request/request-context.server';
import { redirect } from '../platform/request/responses.server';
import { Button } from '../ui/button';
import { Link } from '../ui/link';
import { Money } from '../ui/money';

export const handle = {
  title: (data, t) => t(`wallet:withdraw_cancel.heading.${(data as { state: State }).state}`),
  gate: 'open',
  i18n: ['wallet'],
} satisfies RouteHandle;

type State = 'pending' | 'done' | 'used' | 'late' | 'unknown';

/** Shows what the link in the e-mail would cancel, and changes nothing, because mail scanners open links too. */
export async function loader(args: LoaderFunctionArgs) {
  const current = await contextOf(args);
  const { token = '' } = args.params;
  const found = await current.api.attempt(contract.withdrawals.findWithdrawalToCancel, { params: { token } });
  if (!found.ok) {
    if (![404, 422].includes(found.failure.status)) throw problemOf(found.failure, current.requestId);
    return data({ state: 'unknown' as const, withdrawal: null }, { status: 404 });
  }
  const { status, ...withdrawal } = found.data;
  if (status === 'pending') return data({ state: 'pending' as const, withdrawal });
  const isDone = status === 'canceled' && current.url.searchParams.has('done');
  if (isDone) return data({ state: 'done' as const, withdrawal });
  const isCanceled = status === 'canceled';
  return data(
    { state: isCanceled ? ('used' as const) : ('late' as const), withdrawal },
    { status: isCanceled ? 410 : 409 },
  );
}

/** Cancels. The page shows the result, also a failure. */
export async function action(args: ActionFunctionArgs) {
  const current = await contextOf(args);
  await acceptedForm(current);
  const { token = '' } = args.params;
  const canceled = await current.api.attempt(contract.withdrawals.cancelWithdrawalByToken, { json: { token } });
  if (!canceled.ok && ![404, 409, 422].includes(canceled.failure.status))
    throw problemOf(canceled.failure, current.requestId);
  return redirect(current, `/cancel-withdrawal/${encodeURIComponent(token)}${canceled.ok ? '?done' : ''}`);
}

export default function CancelWithdrawal() {
  const { t } = useTranslation('wallet');
  const { state, withdrawal } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <h1>{t(`withdraw_cancel.heading.${state}`)}</h1>
      {withdrawal ? (
        <p>
          {t('common:titles.withdrawal')} <span className="mono">{withdrawal.withdraw_label}</span>,{' '}
          <strong>
            <Money amount={withdrawal.amount} currency={withdrawal.currency} />
          </strong>
        </p>
      ) : null}
      <p>{t(`withdraw_cancel.text.${state}`)}</p>
      {state === 'pending' ? (
        <Form method="post" className="stack">
          <HiddenFields />
          <Button kind="danger" block>
            {t('withdraw_cancel.submit')}
          </Button>
        </Form>
      ) : (
        <p>
          <Link to="/financial/withdrawals">{t('withdraw_cancel.to_list')}</Link>
        </p>
      )}
    </div>
  );
}
