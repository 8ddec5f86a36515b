import { useTranslation } from '../../platform/i18n/use-translation';
import { useFormat } from '../../ui/format';
import { Link } from '../../ui/link';
import { Money } from '../../ui/money';
import { formatMoney } from '../../ui/numbers';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import type { ListedCommission } from '../commissions.server';
import { percentIn } from '../percent';
import { CommissionStatus } from './commission-status';

export function CommissionTable({ rows, currency }: { rows: ListedCommission[]; currency: string }) {
  const { t } = useTranslation('affiliate');
  const { language } = useFormat();
  return (
    <Table
      caption={t('commissions.caption')}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'from',
          header: t('commissions.from'),
          part: 'lead',
          cell: ({ id, name, level, at }) => (
            <>
              <Link to={`/affiliate/commissions/${id}`}>{name ?? t('commissions.nobody')}</Link>{' '}
              <span className="sub">
                {t('commissions.level', { level })}, <Time at={at} format="date" />
              </span>
            </>
          ),
        },
        {
          key: 'how',
          header: t('commissions.how'),
          cell: ({ base, rate }) => (
            <span className="num">{`${formatMoney(base, currency, language)} × ${percentIn(rate, language)}`}</span>
          ),
        },
        { key: 'status', header: t('commissions.state'), cell: (row) => <State row={row} currency={currency} /> },
        {
          key: 'amount',
          header: t('commissions.amount'),
          part: 'value',
          figures: true,
          cell: ({ amount, status }) => <Money amount={amount} currency={currency} signed={status === 'paid'} />,
        },
      ]}
    />
  );
}

function State({ row: { status, matures, withheld }, currency }: { row: ListedCommission; currency: string }) {
  const { t } = useTranslation('affiliate');
  const { language } = useFormat();
  return (
    <>
      <CommissionStatus status={status} />{' '}
      {status === 'pending' && matures ? (
        <span className="sub">
          {t('commissions.until')} <Time at={matures} format="date" />
        </span>
      ) : null}{' '}
      {withheld ? (
        <span className="sub">{t('commissions.less', { amount: formatMoney(withheld, currency, language) })}</span>
      ) : null}
    </>
  );
}
