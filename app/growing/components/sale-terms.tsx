import { Fragment } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { Link } from '../../ui/link';
import { Money } from '../../ui/money';
import { Time } from '../../ui/time';
import type { LiveSale } from '../live-stock';
import { Waiting } from './waiting';

/** What is bought, and when it begins to grow. */
export function SaleTerms({ sale }: { sale: LiveSale }) {
  const { t } = useTranslation('growing');
  const terms = [
    [
      'house',
      <Link key="house" to={`/growing/room/${sale.room.code}`}>
        {sale.room.name}
      </Link>,
    ],
    ['each', <Money key="each" amount={sale.price_per_plant} currency={sale.currency} />],
    ['cycles', t('sale.from_cycle', { count: sale.cycles, cycle: sale.first_cycle })],
    ['share', t('sale.of_surplus', { percent: Number(sale.member_share_percent) })],
    [sale.status === 'closed' ? 'closed_on' : 'ends', <Time key="ends" at={sale.ends_at} relative={false} />],
    ['most', sale.max_per_member],
    ['mine', sale.mine],
  ] as const;
  return (
    <Card id="terms" title={t('sale.terms')}>
      <div className="stack">
        <dl className="pairs">
          {terms.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{t(`sale.${name}`)}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
        {sale.waits ? <Waiting cycle={sale.first_cycle} harvest={sale.waits.harvest_on} /> : null}
        {sale.terms_note ? <p className="small">{sale.terms_note}</p> : null}
      </div>
    </Card>
  );
}
