import { useTranslation } from '../../platform/i18n/use-translation';
import { Badge, type Tone } from '../../ui/badge';
import { Link } from '../../ui/link';
import { Money } from '../../ui/money';
import { type Column, Table } from '../../ui/table';
import { Time } from '../../ui/time';
import type { loader } from '../withdrawals.route';

type Row = Awaited<ReturnType<typeof loader>>['rows'][number];

const TONES: Record<Row['status'], Tone> = {
  pending: 'warn',
  approved: 'warn',
  processing: 'warn',
  completed: 'good',
  canceled: 'info',
  rejected: 'stop',
  failed: 'stop',
  returned: 'stop',
};

export function WithdrawalTable({ rows }: { rows: Row[] }) {
  const { t } = useTranslation('wallet');
  const columns: Column<Row>[] = [
    {
      key: 'label',
      header: t('withdrawal.label'),
      part: 'lead',
      cell: ({ withdraw_label: label, masked }) => (
        <>
          <Link className="ref" to={`/financial/withdraw/${label}`}>
            {label}
          </Link>{' '}
          <span className="sub mono">{masked}</span>
        </>
      ),
    },
    { key: 'at', header: t('withdrawal.requested'), cell: ({ requested_at: at }) => <Time at={at} relative={false} /> },
    {
      key: 'status',
      header: t('withdrawal.state'),
      cell: ({ status }) => <Badge tone={TONES[status]}>{t(`withdrawal.status.${status}`)}</Badge>,
    },
    {
      key: 'amount',
      header: t('withdrawal.amount'),
      part: 'value',
      figures: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
  ];
  return (
    <Table
      caption={t('common:titles.withdrawals')}
      columns={columns}
      rows={rows}
      rowKey={({ withdraw_label: label }) => label}
    />
  );
}
