import { Fragment } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { useFormat } from '../../ui/format';
import { Link } from '../../ui/link';
import { Money } from '../../ui/money';
import { formatNumber, formatPlain } from '../../ui/numbers';
import type { Figures } from '../overview.server';

/** What came of the link so far. */
export function FigureTally({ stats, currency, growth }: Pick<Figures, 'stats' | 'currency' | 'growth'>) {
  const { t } = useTranslation('affiliate');
  const { language } = useFormat();
  const share = stats.conversion;
  const shown = {
    clicks: formatNumber(stats.clicks, 'natural', language),
    registrations: formatNumber(stats.registrations, 'members', language),
    active: formatNumber(stats.active, 'members', language),
    conversion: share === null ? '–' : `${formatPlain(share, language)}\u00a0%`,
    earned: <Money amount={stats.earned} currency={currency} />,
    pending: <Money amount={stats.pending} currency={currency} />,
  };
  const names = ['clicks', 'registrations', 'active', 'conversion', 'earned', 'pending'] as const;
  const end = growth ? undefined : <Link to="/affiliate?growth=1">{t('growth.title')}</Link>;
  return (
    <Card title={t('figures.title')} end={end} width={5} fill={!growth}>
      <dl className="pairs measure">
        {names.map((name) => (
          <Fragment key={name}>
            <dt>{t(`figures.${name}`)}</dt>
            <dd className="num">{shown[name]}</dd>
          </Fragment>
        ))}
      </dl>
    </Card>
  );
}
