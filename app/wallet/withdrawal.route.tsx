import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { problemOf } from '../platform/request/failure.server';
import { requireMember } from '../platform/request/gates.server';
import { acceptedForm } from '../platform/request/posted-form.server';
import { redirectWithFlash } from '../platform/request/responses.server';
import { AskLink } from '../support/ask-link';
import { Alert } from '../ui/alert';
import { Card } from '../ui/card';
import { Link } from '../ui/link';
import { Time } from '../ui/time';
import { Timeline } from '../ui/timeline';
import { WayBack } from '../ui/way-back';
import { ConfirmCancel } from './components/confirm-cancel';
import { WithdrawalFacts } from './components/withdrawal-facts';
import { WithdrawalProgress } from './components/withdrawal-progress';
import { labelIn } from './label-in.server';

export const handle = {
  title: 'titles.withdrawal',
  step: (data, t) => (data as { asksToCancel: boolean }).asksToCancel && t('wallet:withdrawal.cancel'),
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.view',
  i18n: ['wallet'],
} satisfies RouteHandle;

const pathOf = (label: string) => `/financial/withdraw/${label}`;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const label = labelIn(args.params.withdraw_label, 'WD');
  const withdrawal = await current.api.call(contract.withdrawals.getWithdrawal, { params: { label } });
  const asksToCancel = current.url.searchParams.has('cancel') && withdrawal.actions.includes('cancel');
  return { withdrawal, asksToCancel };
}

/** Cancels the withdrawal, unless staff approved it meanwhile. */
export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  await acceptedForm(current);
  const label = labelIn(args.params.withdraw_label, 'WD');
  const canceled = await current.api.attempt(contract.withdrawals.cancelWithdrawal, { params: { label } });
  if (!canceled.ok && canceled.failure.status !== 409) throw problemOf(canceled.failure, current.requestId);
  return redirectWithFlash(
    current,
    pathOf(label),
    canceled.ok
      ? { kind: 'success', text: 'wallet:withdrawal.canceled' }
      : { kind: 'error', text: 'wallet:withdrawal.too_late' },
  );
}

export default function Withdrawal() {
  const { t } = useTranslation('wallet');
  const { withdrawal, asksToCancel } = useLoaderData<typeof loader>();
  const { withdraw_label: label, status, failure_reason: reason, timeline, transaction_labels: booked } = withdrawal;
  const isOpen = ['pending', 'approved', 'processing'].includes(status);
  const ended = status === 'completed' ? 'paid' : 'unpaid';
  return (
    <>
      <div className="head">
        <WayBack to="/financial/withdrawals">{t('common:titles.withdrawals')}</WayBack>
        <h1>{t('common:titles.withdrawal')}</h1>
        <p className="muted">
          {t('withdrawal.number')} <span className="ref">{label}</span>,{' '}
          <Time at={withdrawal.requested_at} relative={false} />
        </p>
      </div>
      <div className="stack stack-l">
        {asksToCancel ? <ConfirmCancel path={pathOf(label)} /> : null}
        {reason ? (
          <Alert kind="warning" title={t('withdrawal.reason')}>
            {reason}
          </Alert>
        ) : null}
        <Card title={t(`withdrawal.status.${status}`)}>
          <WithdrawalProgress
            withdrawal={withdrawal}
            cancelHref={asksToCancel ? undefined : `${pathOf(label)}?cancel`}
          />
        </Card>
        <Card title={t('withdrawal.about')}>
          <WithdrawalFacts {...withdrawal} {...(isOpen ? {} : { estimated_at: undefined, ended })} />
        </Card>
        <Card title={t('withdrawal.history')}>
          <Timeline
            entries={timeline.map(({ status: reached, at, note }) => ({
              at,
              text: [t(`withdrawal.step.${reached as typeof status}`), note].filter(Boolean).join(': '),
            }))}
          />
        </Card>
        <Card title={t('withdrawal.booked')}>
          <ul className="stack stack-s">
            {booked.map((transaction) => (
              <li key={transaction}>
                <Link className="ref" to={`/financial/transaction/${transaction}`}>
                  {transaction}
                </Link>
              </li>
            ))}
          </ul>
        </Card>
        <AskLink text="payment" category="withdrawals" about={{ withdraw: label }} />
      </div>
    </>
  );
}
