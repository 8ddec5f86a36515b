import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { useFormat } from '../../ui/format';
import { formatNumber, formatPlain } from '../../ui/numbers';
import { type Column, Table } from '../../ui/table';
import type { Figures } from '../overview.server';

type Row = Figures['campaigns'][number];

/** The figures of each campaign, those with the most clicks. */
export function Campaigns({ campaigns }: Pick<Figures, 'campaigns'>) {
  const { t } = useTranslation('affiliate');
  const { language } = useFormat();
  const count = (name: 'clicks' | 'registrations' | 'active'): Column<Row> => ({
    key: name,
    header: t(`figures.${name}`),
    label: t(`figures.${name}`),
    figures: true,
    cell: (row) => formatNumber(row[name], 'natural', language),
  });
  const columns: Column<Row>[] = [
    {
      key: 'label',
      header: t('campaigns.label'),
      part: 'lead',
      cell: ({ label }) => label ?? t('campaigns.without'),
    },
    ...[count('clicks'), count('registrations'), count('active')],
    {
      key: 'rate',
      header: t('figures.conversion'),
      label: t('figures.conversion'),
      figures: true,
      cell: ({ rate }) => (rate === null ? '–' : `${formatPlain(rate, language)}\u00a0%`),
    },
  ];
  return (
    <Card title={t('campaigns.title')} flush>
      <Table
        caption={t('campaigns.title')}
        columns={columns}
        rows={campaigns}
        rowKey={({ label }) => label ?? ''}
        full
      />
    </Card>
  );
}
