import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { useFormat } from '../../ui/format';
import { Money } from '../../ui/money';
import { formatNumber } from '../../ui/numbers';
import { type Column, Table } from '../../ui/table';
import type { Figures } from '../overview.server';
import { percentIn } from '../percent';

type Row = { name: string; members: number; active: number; volume: string; rate: string | null };

/** The team by level. The levels that earn nothing are one row. */
export function Levels({ levels, counted, currency }: Pick<Figures, 'levels' | 'counted' | 'currency'>) {
  const { t } = useTranslation('affiliate');
  const columns = useColumns(currency);
  const others = counted && { ...counted, name: t('levels.others', { from: counted.from }), rate: null };
  const rows: Row[] = others ? [...levels, others] : levels;
  return (
    <Card title={t('levels.title')} width={7} fill flush>
      {rows.length > 0 ? (
        <Table caption={t('levels.caption')} columns={columns} rows={rows} rowKey={({ name }) => name} full />
      ) : (
        <p className="pad muted">{t('levels.none')}</p>
      )}
    </Card>
  );
}

function useColumns(currency: string): Column<Row>[] {
  const { t } = useTranslation('affiliate');
  const { language } = useFormat();
  return [
    { key: 'level', header: t('levels.level'), part: 'lead', cell: ({ name }) => name },
    {
      key: 'members',
      header: t('levels.members'),
      label: t('levels.members'),
      figures: true,
      cell: ({ members }) => formatNumber(members, 'members', language),
    },
    {
      key: 'active',
      header: t('levels.active'),
      label: t('levels.active'),
      figures: true,
      cell: ({ active }) => formatNumber(active, 'members', language),
    },
    {
      key: 'volume',
      header: t('levels.volume'),
      label: t('levels.volume'),
      figures: true,
      cell: ({ volume }) => <Money amount={volume} currency={currency} />,
    },
    {
      key: 'rate',
      header: t('levels.rate'),
      label: t('levels.rate'),
      figures: true,
      cell: ({ rate }) => (rate ? percentIn(rate, language) : t('levels.no_rate')),
    },
  ];
}
