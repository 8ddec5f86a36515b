import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { mayUse, requireMember } from '../platform/request/gates.server';
import { AskLink, categoryOfTransaction } from '../support/ask-link';
import { Card } from '../ui/card';
import { Icon } from '../ui/icon';
import { Money } from '../ui/money';
import { Time } from '../ui/time';
import { WayBack } from '../ui/way-back';
import { Reference } from './components/transaction-reference';
import { TransactionStatusBadge } from './components/transaction-status';
import { labelIn } from './label-in.server';
import { rowOf } from './transactions.server';

export const handle = {
  title: 'titles.transaction',
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.view',
  i18n: ['wallet'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const found = await current.api.call(contract.transactions.getTransaction, {
    params: { label: labelIn(args.params.transaction_label, 'TX') },
  });
  const explained = [
    ...(mayUse(current, 'growing.view') ? ['harvest'] : []),
    ...(mayUse(current, 'affiliate.view') ? ['commission'] : []),
  ];
  return { ...rowOf(found), fee: found.fee, reference: found.reference, explained };
}

export default function Transaction() {
  const { t } = useTranslation('wallet');
  const shown = useLoaderData<typeof loader>();
  const { label, currency } = shown;
  const facts = [
    { name: t('transactions.label'), value: <span className="mono copy">{label}</span> },
    { name: t('transactions.type'), value: t(`transactions.types.${shown.type}`) },
    { name: t('transactions.status'), value: <Status status={shown.status} /> },
    {
      name: t(shown.status === 'pending' ? 'transactions.held' : 'transactions.booked'),
      value: <Time at={shown.at} relative={false} />,
    },
    {
      name: t('transactions.fee'),
      value: shown.fee === '0.00' ? null : <Money amount={shown.fee} currency={currency} />,
    },
    { name: t('transactions.balance'), value: <Money amount={shown.balance} currency={currency} /> },
    {
      name: t('transactions.reference'),
      value: shown.reference && <Reference {...shown.reference} words={shown.purpose} explained={shown.explained} />,
    },
  ];
  return (
    <>
      <div className="head">
        <WayBack to="/financial/transactions">{t('common:titles.transactions')}</WayBack>
        <h1>{shown.description}</h1>
      </div>
      <Card title={t('transactions.one')} end={<Money amount={shown.amount} currency={currency} signed />}>
        <div className="stack">
          <dl className="facts lines">
            {facts.map(({ name, value }) =>
              value ? (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ) : null,
            )}
          </dl>
          <p className="no-print">
            <a className="btn second" href={`/financial/transaction/${label}/receipt`}>
              <Icon name="file" />
              {t('transactions.receipt')}
            </a>
          </p>
          <AskLink text="payment" category={categoryOfTransaction(shown.type)} about={{ transaction: label }} />
        </div>
      </Card>
    </>
  );
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>;

function Status({ status }: Pick<Shown, 'status'>) {
  const { t } = useTranslation('wallet');
  return status === 'completed' ? t('transactions.statuses.completed') : <TransactionStatusBadge status={status} />;
}
