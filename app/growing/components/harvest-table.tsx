import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/card-states';
import { useFormat } from '../../ui/format';
import { Link } from '../../ui/link';
import { Money } from '../../ui/money';
import { formatPlain, formatUnit } from '../../ui/numbers';
import { Pagination } from '../../ui/pagination';
import { type Column, Table } from '../../ui/table';
import { Time } from '../../ui/time';
import type { Overview } from '../overview.server';
import { filtersPath } from '../plant-filters';

/** The harvests with a part of the member, each with a link to its statement. */
export function HarvestTable({ harvests, page, sums, typed }: Pick<Overview, 'harvests' | 'page' | 'sums' | 'typed'>) {
  const { t } = useTranslation('growing');
  const { language } = useFormat();
  const columns = useColumns(sums?.currency ?? 'EUR');
  if (!sums) {
    return (
      <Card title={t('harvests.title')}>
        <EmptyState drawing="harvest" title={t('harvests.none')}>
          {t('harvests.none_text')}
        </EmptyState>
      </Card>
    );
  }
  const foot = {
    label: t('harvests.sum'),
    cells: [
      formatUnit(sums.grams, 'g', language),
      <Money key="paid" amount={sums.paid} currency={sums.currency} signed />,
    ],
  };
  return (
    <Card
      id="harvests"
      title={t('harvests.title')}
      flush
      end={
        <a className="no-print" href="/growing/harvests.csv">
          {t('csv')}
        </a>
      }
    >
      <Table
        caption={t('harvests.caption')}
        columns={columns}
        rows={harvests}
        rowKey={({ id }) => id}
        foot={page.last_page === 1 && harvests.every(({ paid }) => paid) ? foot : undefined}
      />
      {page.last_page > 1 ? (
        <div className="pad">
          <Pagination page={page} href={(number) => `${filtersPath('/growing', typed, number)}#harvests`} />
        </div>
      ) : null}
    </Card>
  );
}

type Line = Overview['harvests'][number];

function useColumns(currency: string): Column<Line>[] {
  const { t } = useTranslation('growing');
  const { language } = useFormat();
  return [
    {
      key: 'paid',
      header: t('harvests.paid'),
      cell: ({ paid }) => (paid ? <Time at={paid} format="date" /> : t('harvests.running')),
      cellClass: () => 'muted num',
    },
    {
      key: 'harvest',
      header: t('harvests.harvest'),
      part: 'lead',
      cell: (line) => <Name line={line} currency={currency} />,
    },
    {
      key: 'plants',
      header: t('harvests.plants'),
      label: t('harvests.plants'),
      figures: true,
      cell: ({ plants }) => plants,
    },
    {
      key: 'grams',
      header: t('harvests.grams'),
      label: t('harvests.grams'),
      figures: true,
      cell: ({ grams }) => formatUnit(grams, 'g', language),
    },
    {
      key: 'payout',
      header: t('harvests.payout'),
      part: 'value',
      figures: true,
      cell: ({ payout }) => <Money amount={payout} currency={currency} signed />,
    },
  ];
}

function Name({ line: { id, room, cycle, each, lost, correction }, currency }: { line: Line; currency: string }) {
  const { t } = useTranslation('growing');
  const { language } = useFormat();
  return (
    <>
      <Link to={`/growing/harvest/${id}`}>{t('harvests.name', { room, cycle })}</Link>{' '}
      <span className="sub">
        {t('harvests.each', { grams: formatPlain(each, language) })}
        {lost ? `, ${t('harvests.lost', { count: lost })}` : null}
      </span>{' '}
      {correction ? (
        <span className="sub">
          {t('harvests.corrected')} <Time at={correction.at} format="date" />:{' '}
          <Money amount={correction.difference} currency={currency} signed />
        </span>
      ) : null}
    </>
  );
}
