import { useTranslation } from '../platform/i18n/use-translation';
import { Card } from '../ui/card';
import { Link } from '../ui/link';
import { Money } from '../ui/money';
import { BalancePlate } from './components/balance-plate';
import type { loadBalanceCard, loadOpenCard } from './dashboard-card.server';

interface Props<Load extends (...args: never[]) => Promise<unknown>> {
  data: Awaited<ReturnType<Load>>;
}

/** The balance, with a link to the wallet. */
export function BalanceCard({ data }: Props<typeof loadBalanceCard>) {
  const { t } = useTranslation('wallet');
  return (
    <BalancePlate balances={data.balances}>
      <Link className="btn" to="/financial">
        {t('overview.open_wallet')}
      </Link>
    </BalancePlate>
  );
}

/** Open orders and withdrawals with their states. Their own pages show the steps. Renders no card without them. */
export function OpenCard({ data: { items, more } }: Props<typeof loadOpenCard>) {
  const { t } = useTranslation('wallet');
  if (items.length === 0) return null;
  return (
    <Card
      title={t('overview.open.title')}
      end={more > 0 && <Link to="/financial">{t('overview.open.more', { count: more })}</Link>}
    >
      <ul className="lines">
        {items.map(({ to, title, target, amount, currency, paying, doing }) => (
          <li className="row row-ends" key={to}>
            <Link to={to}>{title ?? t('overview.open.withdrawal', { target })}</Link>{' '}
            <span>
              <Money amount={amount} currency={currency} />{' '}
              <span className="muted">
                {paying ? t(paying === 'partially_paid' ? 'overview.open.rest' : `order.status.${paying}`) : null}
                {doing ? t(`withdrawal.doing.${doing}`) : null}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
