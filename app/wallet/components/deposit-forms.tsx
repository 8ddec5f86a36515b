import { ServerForm, useServerForm } from '../../platform/form/form';
import { IdempotencyField } from '../../platform/form/idempotency-field';
import { useIsSending } from '../../platform/form/use-is-sending';
import { useTranslation } from '../../platform/i18n/use-translation';
import { AmountField } from '../../ui/amount-field';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { fieldProps } from '../../ui/conform-field';
import { useFormat } from '../../ui/format';
import { Link } from '../../ui/link';
import { Money } from '../../ui/money';
import { formatMoney } from '../../ui/numbers';

const HERE = '/financial/action/make-deposit';

interface DepositFormProps {
  limits: { min: string; max: string };
  /** What was typed before, if the member comes back from the review. */
  typed: string | null;
  lastResult: unknown;
}

/** The first step: the amount. */
export function DepositForm({ limits, typed, lastResult }: DepositFormProps) {
  const { t } = useTranslation('wallet');
  const { language } = useFormat();
  const [form, fields] = useServerForm<{ amount: string }>({
    id: 'deposit',
    constraint: { amount: { required: true } },
    lastResult,
    defaultValue: { amount: typed ?? '' },
  });
  const labels = { amount: t('deposit.amount') };
  const money = (amount: string) => formatMoney(amount, 'EUR', language);
  return (
    <Card title={t('deposit.how_much')}>
      <div className="stack">
        <p className="muted">{t('deposit.what')}</p>
        <ServerForm form={form} lastResult={lastResult} labels={labels} action={HERE}>
          <AmountField
            {...fieldProps(fields.amount)}
            label={labels.amount}
            hint={t('deposit.limits', { min: money(limits.min), max: money(limits.max) })}
          />
          <div className="row">
            <Button name="intent" value="review" busy={useIsSending(HERE)}>
              {t('deposit.next')}
            </Button>
          </div>
        </ServerForm>
      </div>
    </Card>
  );
}

interface DepositReviewProps {
  /** A decimal string of the wire. */
  amount: string;
  /** The idempotency key of this form. */
  idempotencyKey: string;
  days: number;
  lastResult: unknown;
}

/** The second step: what will be ordered, and when it must be paid. */
export function DepositReview({ amount, idempotencyKey, days, lastResult }: DepositReviewProps) {
  const { t } = useTranslation('wallet');
  const [form, fields] = useServerForm<{ amount: string; idempotency_key: string }>({
    id: 'deposit-review',
    constraint: {},
    lastResult,
  });
  return (
    <Card title={t('deposit.review')}>
      <ServerForm form={form} lastResult={lastResult} labels={{}}>
        <dl className="pairs">
          <dt>{t('deposit.amount')}</dt>
          <dd>
            <Money amount={amount} currency="EUR" />
          </dd>
          <dt>{t('deposit.method')}</dt>
          <dd>{t('deposit.transfer')}</dd>
          <dt>{t('deposit.fee')}</dt>
          <dd>{t('withdraw.free')}</dd>
          <dt>{t('deposit.pay_by')}</dt>
          <dd>{t('deposit.within', { days })}</dd>
        </dl>
        <p className="muted">{t('deposit.then')}</p>
        <input type="hidden" name="amount" value={amount} />
        <IdempotencyField meta={fields.idempotency_key} fresh={idempotencyKey} />
        <div className="row">
          <Button name="intent" value="create" busy={useIsSending(HERE)}>
            {t('deposit.create')}
          </Button>{' '}
          <Link className="btn quiet" to={`${HERE}?amount=${amount}`}>
            {t('deposit.change')}
          </Link>
        </div>
      </ServerForm>
    </Card>
  );
}
