import { Fragment } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { useFormat } from '../../ui/format';
import { Link } from '../../ui/link';
import { Money } from '../../ui/money';
import { formatNumber, formatUnit } from '../../ui/numbers';
import type { Overview } from '../overview.server';

/** What all harvests of the member brought. It says nothing about those to come, and the card says so. */
export function HarvestTally({ sums, hasChart }: { sums: NonNullable<Overview['sums']>; hasChart: boolean }) {
  const { t } = useTranslation('growing');
  const { language } = useFormat();
  const chart = <Link to="/growing?chart=1">{t('overview.chart.title')}</Link>;
  const figures = {
    paid: <Money amount={sums.paid} currency={sums.currency} />,
    grams: formatUnit(sums.grams, 'g', language),
    harvests: formatNumber(sums.harvests, 'natural', language),
    lost: formatNumber(sums.lost, 'plants', language),
  };
  return (
    <Card title={t('overview.tally.title')} end={hasChart ? undefined : chart} width={hasChart ? 5 : undefined} fill>
      <div className="stack">
        <dl className="pairs measure">
          {(['paid', 'grams', 'harvests', 'lost'] as const).map((name) => (
            <Fragment key={name}>
              <dt>{t(`overview.tally.${name}`)}</dt>
              <dd className="num">{figures[name]}</dd>
            </Fragment>
          ))}
        </dl>
        <p className="small muted">{t('no_promise')}</p>
      </div>
    </Card>
  );
}
