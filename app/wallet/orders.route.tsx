import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { pageNumber } from '../platform/page/paginator.server';
import { requireMember } from '../platform/request/gates.server';
import { redirect } from '../platform/request/responses.server';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/card-states';
import { Pagination } from '../ui/pagination';
import { ListStates, StateSum } from './components/list-states';
import { OrderTable } from './components/order-table';
import { WalletNav } from './components/wallet-nav';
import { stateIn, statePath } from './list-state';
import { mayDeposit } from './wallet.server';

export const handle = {
  title: 'titles.orders',
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.view',
  i18n: ['wallet'],
} satisfies RouteHandle;

const LIST = '/financial/orders';

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { searchParams } = current.url;
  const state = stateIn(searchParams);
  const page = pageNumber(searchParams.get('page'));
  const found = await current.api.call(contract.orders.listOrders, { query: { state, page } });
  if (page > found.last_page) throw await redirect(current, statePath(LIST, state, found.last_page));
  const { current_page, last_page, from, to, total } = found;
  return {
    state,
    page: { current_page, last_page, from, to, total },
    sum: found.sum,
    orders: found.data.map(({ order_label: label, type, status, amount, currency, created_at: at }) => ({
      ...{ label, type, status, amount, currency, at },
    })),
    mayDeposit: mayDeposit(current),
  };
}

export default function Orders() {
  const { t } = useTranslation('wallet');
  const { state, page, sum, orders, mayDeposit } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="head">
        <h1>{t('common:titles.orders')}</h1>
      </div>
      <WalletNav />
      <Card
        title={t(`order.list.${state}`)}
        flush={orders.length > 0}
        end={<ListStates of={state} path={LIST} label={t('order.by_state')} />}
      >
        {orders.length > 0 ? (
          <>
            <StateSum of={state} count={t('order.count', { count: page.total })} sum={sum} />
            <OrderTable orders={orders} />
            <div className="pad">
              <Pagination page={page} href={(number) => statePath(LIST, state, number)} />
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
