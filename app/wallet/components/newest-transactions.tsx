import { useTranslation } from '../../platform/i18n/use-translation';
import { Link } from '../../ui/link';
import { Money } from '../../ui/money';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import type { Newest } from '../wallet.server';

/** The newest changes of the balance. */
export function NewestTransactions({ transactions }: { transactions: Newest }) {
  const { t } = useTranslation('wallet');
  return (
    <Table<Newest[number]>
      caption={t('overview.newest.title')}
      columns={[
        {
          key: 'day',
          header: t('overview.day'),
          cell: ({ booked_at }) => <Time at={booked_at} format="date" />,
          cellClass: () => 'muted num',
        },
        {
          key: 'what',
          header: t('overview.newest.what'),
          part: 'lead',
          cell: ({ label, description, purpose }) => (
            <>
              <Link to={`/financial/transaction/${label}`}>{description}</Link>{' '}
              {purpose ? <span className="sub">{purpose}</span> : null}
            </>
          ),
        },
        {
          key: 'amount',
          header: t('overview.newest.amount'),
          part: 'value',
          figures: true,
          cell: ({ amount, currency }) => <Money amount={amount} currency={currency} signed />,
        },
      ]}
      rows={transactions}
      rowKey={({ label }) => label}
    />
  );
}
