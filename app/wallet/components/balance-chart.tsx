import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { Chart } from '../../ui/chart';
import { useFormat } from '../../ui/format';
import { Money } from '../../ui/money';
import { formatMoney } from '../../ui/numbers';
import { Time } from '../../ui/time';
import type { History } from '../wallet.server';

export function BalanceChart({ history: { currency, shape, days } }: { history: History }) {
  const { t } = useTranslation('wallet');
  const { language } = useFormat();
  const words = (amount: string | number | undefined, natural = false) =>
    formatMoney(amount ?? 0, currency, language, { natural });
  return (
    <Card title={t('overview.chart.title')} end={t('overview.chart.days')} width={5} fill>
      <Chart
        shape={shape}
        title={t('overview.chart.title')}
        statement={t('overview.chart.statement', { from: words(days[0]?.balance), to: words(days.at(-1)?.balance) })}
        heights={shape.ticks.map((tick) => words(tick, true))}
        distances={days.map(({ on }) => <Time key={on} at={on} format="short" />)}
        table={{
          caption: t('overview.chart.caption'),
          columns: [t('overview.day'), t('overview.balance')],
          rows: days.map(({ on, balance }) => ({
            key: on,
            name: <Time at={on} format="date" />,
            value: <Money amount={balance} currency={currency} />,
          })),
        }}
      />
    </Card>
  );
}
