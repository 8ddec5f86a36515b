import { useTranslation } from '../../platform/i18n/use-translation';
import { Icon } from '../../ui/icon';
import { Link } from '../../ui/link';
import { Money } from '../../ui/money';
import { type Column, Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { filtersPath } from '../transaction-filters';
import type { TypedFilters } from '../transactions.schema';
import type { Row } from '../transactions.server';
import { TransactionStatusBadge } from './transaction-status';

/** Transactions with the balance after each. Day and amount can be sorted. */
export function TransactionTable({ rows, typed }: { rows: Row[]; typed: TypedFilters }) {
  const { t } = useTranslation('wallet');
  const columns: Column<Row>[] = [
    {
      key: 'day',
      header: <SortLink typed={typed} down="newest" up="oldest" label={t('transactions.day')} />,
      sorted: sortedBy(typed, 'newest', 'oldest'),
      cell: ({ at }) => <Time at={at} format="date" />,
      cellClass: () => 'muted num',
    },
    {
      key: 'what',
      header: t('transactions.what'),
      part: 'lead',
      cell: ({ label, description, purpose, status }) => (
        <>
          <Link to={`/financial/transaction/${label}`}>{description}</Link> <TransactionStatusBadge status={status} />{' '}
          {purpose ? <span className="sub">{purpose}</span> : null}
        </>
      ),
    },
    {
      key: 'label',
      header: t('transactions.label'),
      part: 'id',
      cell: ({ label }) => <span className="ref">{label}</span>,
    },
    {
      key: 'amount',
      header: <SortLink typed={typed} down="highest" up="lowest" label={t('transactions.amount')} />,
      sorted: sortedBy(typed, 'highest', 'lowest'),
      part: 'value',
      figures: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} signed />,
    },
    {
      key: 'balance',
      header: t('transactions.balance'),
      label: t('transactions.after'),
      figures: true,
      cell: ({ balance, currency }) => <Money amount={balance} currency={currency} />,
      cellClass: () => 'muted',
    },
  ];
  const caption = t('transactions.caption', { order: t(`transactions.sorts.${typed.sort}`) });
  return <Table caption={caption} columns={columns} rows={rows} rowKey={({ label }) => label} sorts />;
}

type Sort = TypedFilters['sort'];

const sortedBy = ({ sort }: TypedFilters, down: Sort, up: Sort) =>
  sort === down ? 'descending' : sort === up ? 'ascending' : undefined;

/** Reverses the order if the list already has this order. */
function SortLink({ typed, down, up, label }: { typed: TypedFilters; down: Sort; up: Sort; label: string }) {
  const isDown = typed.sort === down;
  return (
    <Link to={filtersPath({ ...typed, sort: isDown ? up : down })}>
      {label} <Icon name={isDown ? 'down' : 'sort'} />
    </Link>
  );
}
