import { useLocation } from '@remix-run/react';
import type { MouseEvent } from 'react';
import { ServerForm, useServerForm } from '../../platform/form/form';
import { useIsSending } from '../../platform/form/use-is-sending';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Alert } from '../../ui/alert';
import { AmountField } from '../../ui/amount-field';
import { Button, LinkButton } from '../../ui/button';
import { RadioGroup } from '../../ui/choice-group';
import { fieldProps } from '../../ui/conform-field';
import { useFormat } from '../../ui/format';
import { Link } from '../../ui/link';
import { Money } from '../../ui/money';
import { formatMoney } from '../../ui/numbers';
import { Time } from '../../ui/time';
import type { WithdrawForm as Shown } from '../withdraw.server';

/** The available balance, and how much of it the member can withdraw. */
export function WithdrawLimits({ available, limits }: Pick<Shown, 'available' | 'limits'>) {
  const { t } = useTranslation('wallet');
  const { language } = useFormat();
  const { min, max, left_in_30_days: left, fee } = limits;
  const money = (amount: string) => formatMoney(amount, 'EUR', language);
  return (
    <dl className="pairs">
      <dt>{t('withdraw.available')}</dt>
      <dd>
        <Money amount={available} currency="EUR" />
      </dd>
      <dt>{t('withdraw.each')}</dt>
      <dd>{t('deposit.limits', { min: money(min), max: money(max) })}</dd>
      <dt>{t('withdraw.left')}</dt>
      <dd>
        <Money amount={left} currency="EUR" />
      </dd>
      <dt>{t('withdraw.fee')}</dt>
      <dd>{fee === '0.00' ? t('withdraw.free') : <Money amount={fee} currency="EUR" />}</dd>
    </dl>
  );
}

/** Says why the member cannot withdraw now, until when, and what solves it if anything does. */
export function WithdrawBlocked({ message, until, wayOut }: NonNullable<Shown['blocked']>) {
  const { t } = useTranslation('wallet');
  return (
    <>
      <Alert kind="warning">
        {message}
        {until ? (
          <>
            {' '}
            {t('withdraw.again')} <Time at={until} relative={false} />
          </>
        ) : null}
      </Alert>
      {wayOut ? (
        <div>
          <LinkButton to={wayOut.to}>{t(`way_out.${wayOut.text}`)}</LinkButton>
        </div>
      ) : null}
      <Button type="button" kind={wayOut ? 'second' : undefined} reason={t('withdraw.blocked')}>
        {t('withdraw.check')}
      </Button>
    </>
  );
}

interface EverythingProps {
  most: NonNullable<Shown['most']>;
  /** The id of the amount's field. */
  fieldId: string;
}

/** Enters the largest amount. The link loads the form with it; script enters it in the form as it stands. */
function Everything({ most, fieldId }: EverythingProps) {
  const { t } = useTranslation('wallet');
  const enter = (event: MouseEvent) => {
    const field = document.getElementById(fieldId) as HTMLInputElement;
    event.preventDefault();
    field.value = most.amount;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.focus();
  };
  return (
    <p>
      <Link to={`?amount=all#${fieldId}`} onClick={enter} discover="none">
        {t(most.cappedBy ? 'withdraw.most' : 'withdraw.everything')}
      </Link>{' '}
      {most.cappedBy ? <span className="sub">{t(`withdraw.capped.${most.cappedBy}`)}</span> : null}
    </p>
  );
}

interface WithdrawFormProps extends Pick<Shown, 'accounts' | 'available' | 'limits' | 'most'> {
  constraint: Parameters<typeof useServerForm>[0]['constraint'];
  /** What was typed before, if a draft expired. */
  amount: string;
  account: string;
  answer: unknown;
}

/** Amount and account. The next page shows the details before the member confirms anything. */
export function WithdrawForm({ accounts, constraint, amount, account, most, answer, ...shown }: WithdrawFormProps) {
  const { t } = useTranslation('wallet');
  const usual = accounts.find(({ is_default, status }) => is_default && status === 'active');
  const [form, fields] = useServerForm<Record<keyof typeof labels, string>>({
    id: 'withdraw',
    constraint,
    lastResult: answer,
    defaultValue: { amount, withdraw_account_id: account || usual?.id },
  });
  const labels = { amount: t('common:fields.amount'), withdraw_account_id: t('withdraw.account') };
  return (
    <ServerForm form={form} lastResult={answer} labels={labels}>
      <WithdrawLimits {...shown} />
      <AmountField {...fieldProps(fields.amount)} label={labels.amount} />
      {most ? <Everything most={most} fieldId={fields.amount.id} /> : null}
      <RadioGroup
        {...fieldProps(fields.withdraw_account_id)}
        label={labels.withdraw_account_id}
        options={accounts.map(({ id, text, status, usable_at }) => ({
          value: id,
          label: text,
          disabled: status !== 'active',
          hint:
            status === 'cooling_down' ? (
              <>
                {t('withdraw.from')} <Time at={usable_at} relative={false} />
              </>
            ) : status === 'disabled' ? (
              t('withdraw.disabled')
            ) : undefined,
        }))}
      />
      <p>
        <Link to="/settings/withdraw-accounts">{t('withdraw.add')}</Link>
      </p>
      <div className="row">
        <Button type="submit" busy={useIsSending(useLocation().pathname)}>
          {t('withdraw.check')}
        </Button>
      </div>
    </ServerForm>
  );
}
