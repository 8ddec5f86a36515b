import { useTranslation } from '../../platform/i18n/use-translation';
import { BarChart } from '../../ui/bar-chart';
import { Card } from '../../ui/card';
import { useFormat } from '../../ui/format';
import { Link } from '../../ui/link';
import { formatNumber } from '../../ui/numbers';
import { type Column, Table } from '../../ui/table';
import type { Figures } from '../overview.server';

type Row = NonNullable<Figures['growth']>['months'][number];

/** New members of the last twelve months, as bars and as a table. */
export function GrowthChart({ growth: { shape, months } }: { growth: NonNullable<Figures['growth']> }) {
  const { t } = useTranslation('affiliate');
  const { language } = useFormat();
  const count = (members: number) => formatNumber(members, 'members', language);
  const columns: Column<Row>[] = [
    {
      key: 'month',
      header: t('growth.month'),
      part: 'lead',
      cell: ({ month }) =>
        month === months.at(-1)?.month ? t('growth.running', { month: monthOf(month) }) : monthOf(month),
    },
    { key: 'members', header: t('growth.members'), part: 'value', figures: true, cell: (row) => count(row.members) },
  ];
  return (
    <Card title={t('growth.title')} width={7} fill>
      <div className="stack">
        <BarChart
          shape={shape}
          statement={t('growth.statement', { members: months.map(({ members }) => count(members)).join('; ') })}
          heights={shape.ticks.map(count)}
          names={months.map(({ month }) => ({ key: month, name: month.slice(5) }))}
        />
        <Table caption={t('growth.title')} columns={columns} rows={months} rowKey={({ month }) => month} kept />
        <p>
          <Link to="/affiliate">{t('growth.back')}</Link>
        </p>
      </div>
    </Card>
  );
}

/** `2026-11` as on a form: 11/2026, the same in both languages. */
const monthOf = (month: string) => `${month.slice(5)}/${month.slice(0, 4)}`;
