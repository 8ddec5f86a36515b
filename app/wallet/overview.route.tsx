import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useArrival } from '../platform/browser/arrival';
import { useTranslation } from '../platform/i18n/use-translation';
import { loadCard } from '../platform/page/card.server';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { Card } from '../ui/card';
import { Link } from '../ui/link';
import { BalanceChart } from './components/balance-chart';
import { BalancePlate } from './components/balance-plate';
import { BalanceWays } from './components/balance-ways';
import { NewestTransactions } from './components/newest-transactions';
import { OpenItems } from './components/open-items';
import { FirstSteps, More, Part } from './components/overview-parts';
import { WalletNav } from './components/wallet-nav';
import { loadHistory, loadNewest, loadOpen, loadWallet } from './wallet.server';

export const handle = {
  title: 'titles.wallet',
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.view',
  i18n: ['wallet'],
} satisfies RouteHandle;

/** The page weight leaves room for no more (quality: 14,600 bytes). */
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
  const debt = wallet.ok ? wallet.data.balances.find(({ owed }) => owed) : undefined;
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
                isNothing(data) && !debt ? null : (
                  <Card title={t('overview.open.title')} end={<More open={data} />}>
                    <OpenItems open={data} debt={debt} />
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
