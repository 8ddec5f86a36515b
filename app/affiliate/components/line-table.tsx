import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format';
import { Money } from '../../ui/money';
import { formatNumber } from '../../ui/numbers';
import { type Column, Table } from '../../ui/table';
import { Time } from '../../ui/time';
import type { Line } from '../line.server';
import { type LineFilters, linePath } from '../line-filters';

interface LineTableProps extends Pick<Line, 'rows' | 'currency'> {
  typed: LineFilters;
}

type Row = Line['rows'][number];

/** Members of the line. Whoever has members below is a link to them, in the same order. */
export function LineTable({ rows, currency, typed }: LineTableProps) {
  const { t } = useTranslation('affiliate');
  const { language } = useFormat();
  const columns: Column<Row>[] = [
    {
      key: 'name',
      header: t('line.name'),
      part: 'lead',
      cell: (row) => <Name row={row} sort={typed.sort} />,
    },
    {
      key: 'level',
      header: t('line.level'),
      label: t('line.level'),
      figures: true,
      cell: ({ level }) => level,
    },
    {
      key: 'size',
      header: t('line.size'),
      label: t('line.size'),
      figures: true,
      cell: ({ size }) => formatNumber(size, 'members', language),
    },
    {
      key: 'volume',
      header: t('line.volume'),
      part: 'value',
      figures: true,
      cell: ({ volume }) => <Money amount={volume} currency={currency} />,
    },
  ];
  return <Table caption={t('line.caption')} columns={columns} rows={rows} rowKey={({ key }) => key} />;
}

function Name({ row: { key, name, joined, opens }, sort }: { row: Row; sort: LineFilters['sort'] }) {
  const { t } = useTranslation('affiliate');
  const shown = name ?? t('line.nameless');
  return (
    <>
      {opens ? <Link to={linePath({ parent: key, sort })}>{shown}</Link> : shown}
      <span className="sub">
        {t('line.joined')} <Time at={joined} format="date" />
      </span>
    </>
  );
}
