import { Fragment } from 'react';
import type { PlantStory } from '../../../upstream/contract/growing-plants';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { Link } from '../../ui/link';
import { Time } from '../../ui/time';

/** Where the plant stands, and where it comes from. Without the wallet, its order has no page. */
export function PlantFacts({ plant, hasWallet }: { plant: PlantStory; hasWallet: boolean }) {
  const { t } = useTranslation('growing');
  const { stage, stage_since: since, order_label: order, sale_label: sale, expected_harvest_on: expected } = plant;
  const facts = [
    ['stage', t(`common:ui.growth.${stage}`)],
    ['since', since ? <Time key="since" at={since} format="date" /> : null],
    ['expected', expected ? <Time key="expected" at={expected} format="date" /> : null],
    ['first', plant.first_cycle],
    ['running', plant.cycle_number > 0 ? plant.cycle_number : null],
    ['left', plant.cycles_left],
    ['bought', <Time key="bought" at={plant.purchased_at} format="date" />],
    [
      'order',
      hasWallet ? (
        <OrderLink key="order" order={order} />
      ) : (
        <span key="order" className="ref">
          {order}
        </span>
      ),
    ],
    [
      'sale',
      hasWallet ? (
        <SaleLink key="sale" sale={sale} />
      ) : (
        <span key="sale" className="ref">
          {sale}
        </span>
      ),
    ],
  ] as const;
  return (
    <Card title={t('plant.facts')} width={5} fill>
      <dl className="pairs">
        {facts.map(([name, value]) =>
          value === null ? null : (
            <Fragment key={name}>
              <dt>{t(`plant.${name}`)}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
        )}
      </dl>
    </Card>
  );
}

const OrderLink = ({ order }: { order: string }) => (
  <Link className="ref" to={`/financial/order/${order}`}>
    {order}
  </Link>
);

const SaleLink = ({ sale }: { sale: string }) => (
  <Link className="ref" to={`/growing/sale/${sale}`}>
    {sale}
  </Link>
);
