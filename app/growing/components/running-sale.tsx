import { useTranslation } from '../../platform/i18n/use-translation';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Link } from '../../ui/link';
import { Money } from '../../ui/money';
import { Time } from '../../ui/time';
import type { LiveSale } from '../live-stock';
import { SaleStatus } from './sale-status';
import { StockBar } from './stock';

/** A sale that runs, with its terms and the way to buy. */
export function RunningSale({ sale }: { sale: LiveSale }) {
  const { t } = useTranslation('growing');
  const title = t('sale.title', { room: sale.room.name, cycle: sale.first_cycle });
  return (
    <Card title={title} end={<SaleStatus status={sale.status} />}>
      <div className="stack">
        <div className="stack stack-s">
          <StockBar sale={sale} />
          <p>
            <i className="note">{sale.strain}</i>, {sale.room.city}. <Left sale={sale} />
          </p>
        </div>
        <dl className="pairs">
          <dt>{t('sale.each')}</dt>
          <dd className="num">
            <Money amount={sale.price_per_plant} currency={sale.currency} />
          </dd>
          <dt>{t('sale.cycles')}</dt>
          <dd className="num">{t('sale.cycle_count', { count: sale.cycles })}</dd>
          {sale.reserved !== null && sale.reserved > 0 && (
            <>
              <dt>{t('sale.reserved')}</dt>
              <dd className="num">{sale.reserved}</dd>
            </>
          )}
          <dt>{t('sale.mine')}</dt>
          <dd className="num">{sale.mine}</dd>
          <dt>{t('sale.may_buy')}</dt>
          <dd className="num">{sale.may_buy}</dd>
        </dl>
        {sale.open_order ? <OpenOrder label={sale.open_order} count={sale.mine_reserved} /> : null}
        <div>
          <LinkButton kind={sale.may_buy > 0 ? undefined : 'second'} to={`/growing/sale/${sale.sale_label}`}>
            {t(sale.may_buy > 0 ? 'sales.buy' : 'sales.look', { room: sale.room.name })}
          </LinkButton>
        </div>
      </div>
    </Card>
  );
}

/** How many plants are left, and until when they are sold. */
export function Left({ sale }: { sale: LiveSale }) {
  const { t } = useTranslation('growing');
  return (
    <>
      <strong>{t('sale.left', { count: sale.available, total: sale.total })}</strong>. {t('sale.ends_on')}{' '}
      <Time at={sale.ends_at} relative={false} />.
    </>
  );
}

/** The member's unpaid order of the sale, which has to be paid or canceled before the next. */
export function OpenOrder({ label, count }: { label: string; count: number }) {
  const { t } = useTranslation('growing');
  return (
    <p>
      {t('sale.open_order', { count })} <Link to={`/financial/order/${label}`}>{t('sale.to_order')}</Link>
    </p>
  );
}
