import { useTranslation } from '../../platform/i18n/use-translation';
import type { CardResult } from '../../platform/page/card.server';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { CardFailure, EmptyState } from '../../ui/card-states';
import { Link } from '../../ui/link';
import type { Open } from '../wallet.server';

interface PartProps<T> {
  of: CardResult<T>;
  title: string;
  width?: 5 | 7;
  /** Replaces the default text that the part could not be loaded. */
  failed?: string;
  children: (data: T) => React.ReactNode;
}

/** Shows the part of the page that needs one call, or a card that says what is missing. */
export function Part<T>({ of, title, width, failed, children }: PartProps<T>) {
  const { t } = useTranslation();
  if (of.ok) return children(of.data);
  return (
    <Card title={title} width={width} fill>
      <CardFailure retry="/financial">{failed ?? t('dashboard.failed')}</CardFailure>
    </Card>
  );
}

/** Links to the lists, for what has no room on the page. */
export function More({ open: { moreOrders, moreWithdrawals } }: { open: Open }) {
  const { t } = useTranslation('wallet');
  if (moreOrders + moreWithdrawals === 0) return null;
  return (
    <p className="row small">
      {moreOrders > 0 && (
        <Link to="/financial/orders?state=open">{t('overview.open.more_orders', { count: moreOrders })}</Link>
      )}{' '}
      {moreWithdrawals > 0 && (
        <Link to="/financial/withdrawals?state=open">
          {t('overview.open.more_withdrawals', { count: moreWithdrawals })}
        </Link>
      )}
    </p>
  );
}

export function FirstSteps({ mayDeposit }: { mayDeposit: boolean }) {
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
