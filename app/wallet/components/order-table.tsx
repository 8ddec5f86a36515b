import type { useLoaderData } from '@remix-run/react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Badge } from '../../ui/badge';
import { Link } from '../../ui/link';
import { Money } from '../../ui/money';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { TONES } from '../order-states';
import type { loader } from '../orders.route';

export function OrderTable({ orders }: Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'orders'>) {
  const { t } = useTranslation('wallet');
  return (
    <Table
      caption={t('common:titles.orders')}
      rows={orders}
      rowKey={({ label }) => label}
      columns={[
        {
          key: 'type',
          header: t('order.what'),
          part: 'lead',
          cell: ({ label, type }) => <Link to={`/financial/order/${label}`}>{t(`order.type.${type}`)}</Link>,
        },
        { key: 'at', header: t('order.at'), cell: ({ at }) => <Time at={at} /> },
        {
          key: 'status',
          header: t('order.state'),
          cell: ({ status }) => <Badge tone={TONES[status]}>{t(`order.status.${status}`)}</Badge>,
        },
        {
          key: 'label',
          header: t('order.label'),
          part: 'id',
          cell: ({ label }) => <span className="ref">{label}</span>,
        },
        {
          key: 'amount',
          header: t('order.amount'),
          part: 'value',
          figures: true,
          cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        },
      ]}
    />
  );
}
