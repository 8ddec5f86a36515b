import { useTranslation } from '../../platform/i18n/use-translation';
import { BarChart } from '../../ui/bar-chart';
import { Card } from '../../ui/card';
import { useFormat } from '../../ui/format';
import { Link } from '../../ui/link';
import { formatPlain, formatUnit } from '../../ui/numbers';
import type { Overview } from '../overview.server';

interface GramsChartProps {
  shape: NonNullable<Overview['chart']>;
  /** Those of the bars, the newest first. */
  harvests: Overview['harvests'];
}

/** Grams per plant of the newest harvests, the newest last. The list of harvests below has them as figures. */
export function GramsChart({ shape, harvests }: GramsChartProps) {
  const { t } = useTranslation('growing');
  const { language } = useFormat();
  const bars = [...harvests].reverse();
  const grams = bars.map((bar) => formatPlain(bar.each, language));
  return (
    <Card title={t('overview.chart.title')} end={t('overview.chart.last', { count: bars.length })} width={7} fill>
      <BarChart
        shape={shape}
        statement={t('overview.chart.statement', { grams: grams.join('; ') })}
        heights={shape.ticks.map((tick) => formatUnit(tick, 'g', language))}
        names={bars.map(({ id }) => ({ key: id, name: id }))}
      />
      <p>
        <Link to="/growing">{t('overview.chart.back')}</Link>
      </p>
    </Card>
  );
}
