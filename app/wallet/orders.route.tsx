import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { contract } from '../../upstream/contract/contract';
import type { RouteHandle } from '../platform/page/handle';
import { pageNumber } from '../platform/page/paginator.server';
import { requireMember } from '../platform/request/gates.server';
import { redirect } from '../platform/request/responses.server';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/card-states';
import { Pagination } from '../ui/pagination';
import { OrderTable } from './components/order-table';
import { WalletNav } from './components/wallet-nav';
import { mayDeposit } from './wallet.server';

export const handle = {
  title: 'titles.orders',
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.view',
  i18n: ['wallet'],
} satisfies RouteHandle;

const STATES = ['all', 'open', 'closed'] as const;
type State = (typeof STATES)[number];

const pathOf = (state: State, page = 1) => {
  const query = new URLSearchParams({ ...(state !== 'all' && { state }), ...(page > 1 && { page: String(page) }) });
  return `/financial/orders${query.size > 0 ? `?${query}` : ''}`;
};

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { searchParams } = current.url;
  const state = STATES.find((one) => one === searchParams.get('state')) ?? 'all';
  const page = pageNumber(searchParams.get('page'));
  const found = await current.api.call(contract.orders.listOrders, { query: { state, page } });
  if (page > found.last_page) throw await redirect(current, pathOf(state, found.last_page));
  const { current_page, last_page, from, to, total } = found;
  return {
    state,
    page: { current_page, last_page, from, to, total },
    orders: found.data.map(({ order_label: label, type, status, amount, currency, created_at: at }) => ({
      ...{ label, type, status, amount, currency, at },
    })),
    mayDeposit: mayDeposit(current),
  };
}

export default function Orders() {
  const { t } = useTranslation('wallet');
  const { state, page, orders, mayDeposit } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="head">
        <h1>{t('common:titles.orders')}</h1>
      </div>
      <WalletNav />
      <Card title={t(`order.list.${state}`)} flush={orders.length > 0} end={<States of={state} />}>
        {orders.length > 0 ? (
          <>
            <OrderTable orders={orders} />
            <div className="pad">
              <Pagination page={page} href={(number) => pathOf(state, number)} />
            </div>
          </>
        ) : (
          <EmptyState
            title={t('order.none')}
            action={
              mayDeposit ? <LinkButton to="/financial/action/make-deposit">{t('order.deposit')}</LinkButton> : null
            }
          >
            {t('order.none_text')}
          </EmptyState>
        )}
      </Card>
    </>
  );
}

function States({ of }: { of: State }) {
  const { t } = useTranslation('wallet');
  return (
    <nav className="row small no-print" aria-label={t('order.by_state')}>
      {STATES.map((one) => (
        <Fragment key={one}>
          <Link to={pathOf(one)} aria-current={one === of ? 'page' : undefined}>
            {one === of ? <strong>{t(`order.states.${one}`)}</strong> : t(`order.states.${one}`)}
          </Link>{' '}
        </Fragment>
      ))}
    </nav>
  );
}
