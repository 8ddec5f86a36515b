import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { useFormat } from '../../ui/format';
import { formatNumber } from '../../ui/numbers';
import type { ShownHarvest } from '../harvest.server';

/** Who gets the cents that are left when all shares are rounded down. */
export function Rounding({ harvest }: { harvest: ShownHarvest }) {
  const { t } = useTranslation('harvest');
  const { language } = useFormat();
  const { leftover_cents: left, members, rest } = harvest;
  if (harvest.pool === '0.00') return null;
  const cents = (value: string) => t('cents', { figure: formatNumber(value, 'currency', language) });
  return (
    <Card title={t('rounding')}>
      <div className="stack small">
        <p>{left === 0 ? t('none_left') : t('left', { count: left, members })}</p>
        {rest ? (
          <dl className="pairs">
            <dt>{t('my_remainder')}</dt>
            <dd className="num">{cents(rest.mine)}</dd>
            <dt>{t('smallest')}</dt>
            <dd className="num">{cents(rest.smallest)}</dd>
          </dl>
        ) : null}
      </div>
    </Card>
  );
}
