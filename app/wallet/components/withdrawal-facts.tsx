import { useTranslation } from '../../platform/i18n/use-translation';
import { Money } from '../../ui/money';
import { onOneLine } from '../../ui/numbers';
import { Time } from '../../ui/time';

interface WithdrawalFactsProps {
  amount: string;
  fee: string;
  net_amount: string;
  currency: string;
  withdraw_account: { masked: string; holder: string };
  /** Absent once the withdrawal has ended. */
  estimated_at?: string;
  /** Once it has ended: `paid` if the bank account has the money, `unpaid` if the balance has it again. */
  ended?: 'paid' | 'unpaid';
}

/** The amounts, the withdraw account, and when the money should arrive. Without a payout no amount arrives. */
export function WithdrawalFacts(props: WithdrawalFactsProps) {
  const { t } = useTranslation('wallet');
  const { amount, fee, net_amount: net, currency, withdraw_account: account, estimated_at: day, ended } = props;
  return (
    <dl className="pairs">
      <dt>{t('withdrawal.amount')}</dt>
      <dd>
        <Money amount={amount} currency={currency} />
      </dd>
      <dt>{t('withdraw.fee')}</dt>
      <dd>{fee === '0.00' ? t('withdraw.free') : <Money amount={fee} currency={currency} />}</dd>
      {ended === 'unpaid' ? null : (
        <>
          <dt>{t(ended === 'paid' ? 'withdrawal.net_paid' : 'withdrawal.net')}</dt>
          <dd>
            <strong>
              <Money amount={net} currency={currency} />
            </strong>
          </dd>
        </>
      )}
      <dt>{t('withdrawal.to')}</dt>
      <dd>
        {account.holder}, {onOneLine(account.masked)}
      </dd>
      {day ? (
        <>
          <dt>{t('withdrawal.estimated')}</dt>
          <dd>
            <Time at={day} format="day" />
          </dd>
        </>
      ) : null}
    </dl>
  );
}
