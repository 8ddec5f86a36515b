import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
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
import { WalletNav } from './components/wallet-nav';
import { WithdrawalTable } from './components/withdrawal-table';
import { WITHDRAW } from './withdraw-path';

export const handle = {
  title: 'titles.withdrawals',
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.view',
  i18n: ['wallet'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const page = pageNumber(current.url.searchParams.get('page'));
  const listed = await current.api.call(contract.withdrawals.listWithdrawals, { query: { page } });
  const { current_page, last_page, from, to, total } = listed;
  if (page > last_page) throw await redirect(current, `/financial/withdrawals?page=${last_page}`);
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
    page: { current_page, last_page, from, to, total },
  };
}

export default function Withdrawals() {
  const { t } = useTranslation('wallet');
  const { rows, page, mayWithdraw } = useLoaderData<typeof loader>();
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
      {rows.length === 0 ? (
        <Card title={t('withdrawal.yours')}>
          <EmptyState title={t('withdrawal.none')} action={add}>
            {t('withdrawal.none_text')}
          </EmptyState>
        </Card>
      ) : (
        <div className="stack stack-l">
          {add && <div>{add}</div>}
          <Card title={t('withdrawal.yours')} flush>
            <WithdrawalTable rows={rows} />
            <div className="pad">
              <Pagination page={page} href={(number) => `?page=${number}`} />
            </div>
          </Card>
        </div>
      )}
    </>
  );
}
