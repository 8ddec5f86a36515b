import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { Time } from '../../ui/time';
import { type LiveSale, whyNot } from '../live-stock';
import { Left, OpenOrder } from './running-sale';
import { SaleStatus } from './sale-status';
import { StockBar } from './stock';

/** In place of the form: why the member can buy nothing now, and what to do. Staff in ghost mode see only the stock. */
export function WhyNot({ sale, isGhost }: { sale: LiveSale; isGhost: boolean }) {
  const { t } = useTranslation('growing');
  const why = whyNot(sale);
  return (
    <Card title={t('sale.plants')} end={<SaleStatus status={sale.status} />}>
      <div className="stack">
        {sale.status === 'open' || sale.status === 'sold_out' ? (
          <div className="stack stack-s">
            <StockBar sale={sale} />
            <p>
              <Left sale={sale} />
            </p>
          </div>
        ) : null}
        {sale.open_order ? <OpenOrder label={sale.open_order} count={sale.mine_reserved} /> : null}
        {why === 'open_order' || (isGhost && sale.may_buy > 0) ? null : (
          <p>
            {t(`sale.why_not.${why}`, { most: sale.max_per_member })}{' '}
            {sale.status === 'upcoming' ? (
              <>
                <Time at={sale.starts_at} relative={false} />.
              </>
            ) : null}
          </p>
        )}
      </div>
    </Card>
  );
}
