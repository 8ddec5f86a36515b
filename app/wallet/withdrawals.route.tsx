import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { contract } from '../../upstream/contract/contract';
import { requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { pageNumber } from '../platform/paginator.server';
import { redirect } from '../platform/responses.server';
import { Badge, type Tone } from '../ui/badge';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/card-states';
import { Money } from '../ui/money';
import { Pagination } from '../ui/pagination';
import { type Column, Table } from '../ui/table';
import { Time } from '../ui/time';
import { WalletNav } from './components/wallet-nav';
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
    // Only what the table shows counts in the page's weight.
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

type Row = Awaited<ReturnType<typeof loader>>['rows'][number];

const TONES: Record<Row['status'], Tone> = {
  pending: 'warn',
  approved: 'warn',
  processing: 'warn',
  completed: 'good',
  canceled: 'info',
  rejected: 'stop',
  failed: 'stop',
  returned: 'stop',
};

export default function Withdrawals() {
  const { t } = useTranslation('wallet');
  const { rows, page, mayWithdraw } = useLoaderData<typeof loader>();
  const columns: Column<Row>[] = [
    {
      key: 'label',
      header: t('withdrawal.label'),
      part: 'lead',
      cell: ({ withdraw_label: label, masked }) => (
        <>
          <Link className="ref" to={`/financial/withdraw/${label}`}>
            {label}
          </Link>
          <span className="sub mono">{masked}</span>
        </>
      ),
    },
    { key: 'at', header: t('withdrawal.requested'), cell: ({ requested_at: at }) => <Time at={at} relative={false} /> },
    {
      key: 'status',
      header: t('withdrawal.state'),
      cell: ({ status }) => <Badge tone={TONES[status]}>{t(`withdrawal.status.${status}`)}</Badge>,
    },
    {
      key: 'amount',
      header: t('withdrawal.amount'),
      part: 'value',
      figures: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
  ];
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
            <Table
              caption={t('withdrawal.yours')}
              columns={columns}
              rows={rows}
              rowKey={({ withdraw_label: label }) => label}
            />
            <div className="pad">
              <Pagination page={page} href={(number) => `?page=${number}`} />
            </div>
          </Card>
        </div>
      )}
    </>
  );
}
