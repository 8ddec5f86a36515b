import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { useArrival } from '../platform/arrival';
import { type CardResult, loadCard } from '../platform/card.server';
import { requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { CardFailure, EmptyState } from '../ui/card-states';
import { BalanceChart } from './components/balance-chart';
import { BalancePlate } from './components/balance-plate';
import { BalanceWays } from './components/balance-ways';
import { NewestTransactions } from './components/newest-transactions';
import { OpenItems } from './components/open-items';
import { WalletNav } from './components/wallet-nav';
import { loadHistory, loadNewest, loadOpen, loadWallet, type Open } from './wallet.server';

export const handle = {
  title: 'titles.wallet',
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.view',
  i18n: ['wallet'],
} satisfies RouteHandle;

/** As many as the page has room for within its weight (quality: 14,600 bytes). */
const OPEN_OF_A_KIND = 1;
const TRANSACTIONS = 3;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const [wallet, history, open, newest] = await Promise.all([
    loadCard(() => loadWallet(current)),
    loadCard(() => loadHistory(current)),
    loadCard(() => loadOpen(current, OPEN_OF_A_KIND)),
    loadCard(() => loadNewest(current, TRANSACTIONS)),
  ]);
  return { wallet, history, open, newest };
}

export default function WalletPage() {
  const { t } = useTranslation('wallet');
  const { wallet, history, open, newest } = useLoaderData<typeof loader>();
  useArrival('/financial');
  const isEmpty = newest.ok && newest.data.length === 0 && open.ok && isNothing(open.data);
  return (
    <>
      <div className="head">
        <h1>{t('common:titles.wallet')}</h1>
      </div>
      <WalletNav />
      <div className="grid">
        <Part of={wallet} title={t('overview.available')} width={7} failed={t('overview.failed')}>
          {(data) => (
            <BalancePlate balances={data.balances}>
              <BalanceWays {...data} />
            </BalancePlate>
          )}
        </Part>
        {isEmpty ? (
          <FirstSteps mayDeposit={wallet.ok && !wallet.data.deposit.blocked} />
        ) : (
          <>
            <Part of={history} title={t('overview.chart.title')} width={5}>
              {(data) => <BalanceChart history={data} />}
            </Part>
            <Part of={open} title={t('overview.open.title')}>
              {(data) =>
                isNothing(data) ? null : (
                  <Card title={t('overview.open.title')} end={<More open={data} />}>
                    <OpenItems open={data} />
                  </Card>
                )
              }
            </Part>
            <Part of={newest} title={t('overview.newest.title')}>
              {(data) => (
                <Card
                  title={t('overview.newest.title')}
                  end={
                    <Link to="/financial/statement" className="small">
                      {t('overview.statement')}
                    </Link>
                  }
                  flush
                >
                  <NewestTransactions transactions={data} />
                </Card>
              )}
            </Part>
          </>
        )}
      </div>
    </>
  );
}

const isNothing = ({ orders, withdrawals }: { orders: unknown[]; withdrawals: unknown[] }) =>
  orders.length + withdrawals.length === 0;

interface PartProps<T> {
  of: CardResult<T>;
  title: string;
  width?: 5 | 7;
  /** Other than that it could not be loaded. */
  failed?: string;
  children: (data: T) => React.ReactNode;
}

/** One call's part of the page, or in its place a card that says what is missing. */
function Part<T>({ of, title, width, failed, children }: PartProps<T>) {
  const { t } = useTranslation();
  if (of.ok) return children(of.data);
  return (
    <Card title={title} width={width} fill>
      <CardFailure retry="/financial">{failed ?? t('dashboard.failed')}</CardFailure>
    </Card>
  );
}

/** To the lists of what the page has no room for. */
function More({ open: { moreOrders, moreWithdrawals } }: { open: Open }) {
  const { t } = useTranslation('wallet');
  if (moreOrders + moreWithdrawals === 0) return null;
  return (
    <p className="row small">
      {moreOrders > 0 && (
        <Link to="/financial/orders?state=open">{t('overview.open.more_orders', { count: moreOrders })}</Link>
      )}
      {moreWithdrawals > 0 && (
        <Link to="/financial/withdrawals">{t('overview.open.more_withdrawals', { count: moreWithdrawals })}</Link>
      )}
    </p>
  );
}

function FirstSteps({ mayDeposit }: { mayDeposit: boolean }) {
  const { t } = useTranslation('wallet');
  return (
    <Card title={t('overview.newest.title')} width={5} fill>
      <EmptyState
        title={t('overview.empty.title')}
        action={
          mayDeposit && (
            <LinkButton to="/financial/action/make-deposit" kind="second">
              {t('overview.empty.action')}
            </LinkButton>
          )
        }
      >
        {t('overview.empty.text')}
      </EmptyState>
    </Card>
  );
}
