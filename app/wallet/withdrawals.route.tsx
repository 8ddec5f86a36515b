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
import { WalletNav } from './components/wallet-nav';
import { WithdrawalTable } from './components/withdrawal-table';
import { stateIn, statePath } from './list-state';
import { WITHDRAW } from './withdraw-path';

export const handle = {
  title: 'titles.withdrawals',
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.view',
  i18n: ['wallet'],
} satisfies RouteHandle;

const LIST = '/financial/withdrawals';

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { searchParams } = current.url;
  const state = stateIn(searchParams);
  const page = pageNumber(searchParams.get('page'));
  const listed = await current.api.call(contract.withdrawals.listWithdrawals, { query: { state, page } });
  const { current_page, last_page, from, to, total } = listed;
  if (page > last_page) throw await redirect(current, statePath(LIST, state, last_page));
  return {
    mayWithdraw: current.member.user.permissions.includes('wallet.withdraw'),
    // Only what the table shows, because all of it counts in the page weight.
    rows: listed.data.map(({ withdraw_label, amount, currency, status, requested_at, withdraw_account }) => ({
      withdraw_label,
      amount,
      currency,
      status,
      requested_at,
      masked: withdraw_account.masked,
    })),
    state,
    sum: listed.sum,
    page: { current_page, last_page, from, to, total },
  };
}

export default function Withdrawals() {
  const { t } = useTranslation('wallet');
  const { state, rows, page, sum, mayWithdraw } = useLoaderData<typeof loader>();
  const add = mayWithdraw ? (
    <LinkButton to={WITHDRAW} icon="out">
      {t('common:titles.make_withdraw')}
    </LinkButton>
  ) : null;
  return (
    <>
      <div className="head">
        <h1>{t('common:titles.withdrawals')}</h1>
      </div>
      <WalletNav />
      <div className="stack stack-l">
        {add && rows.length > 0 ? <div>{add}</div> : null}
        <Card
          title={t(`withdrawal.list.${state}`)}
          flush={rows.length > 0}
          end={<ListStates of={state} path={LIST} label={t('withdrawal.by_state')} />}
        >
          {rows.length === 0 ? (
            <EmptyState title={t(state === 'all' ? 'withdrawal.none' : 'withdrawal.none_here')} action={add}>
              {t('withdrawal.none_text')}
            </EmptyState>
          ) : (
            <>
              <StateSum of={state} count={t('withdrawal.count', { count: page.total })} sum={sum} />
              <WithdrawalTable rows={rows} />
              <div className="pad">
                <Pagination page={page} href={(number) => statePath(LIST, state, number)} />
              </div>
            </>
          )}
        </Card>
      </div>
    </>
  );
}
