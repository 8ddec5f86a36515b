import { useLocation } from '@remix-run/react';
import type { Sale } from '../../../upstream/contract/growing';
import { ServerForm, useServerForm } from '../../platform/form/form';
import { IdempotencyField } from '../../platform/form/idempotency-field';
import { useIsSending } from '../../platform/form/use-is-sending';
import type { PlannedVerification } from '../../platform/form/verification.server';
import { VerificationStep } from '../../platform/form/verification-step';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { CheckboxField } from '../../ui/checkbox-field';
import { fieldProps } from '../../ui/conform-field';
import { useFormat } from '../../ui/format';
import { Link } from '../../ui/link';
import { formatMoney } from '../../ui/numbers';

interface ConfirmOrderProps {
  sale: Sale;
  order: { quantity: number; from: string };
  /** Null where no money leaves the balance. */
  verification: PlannedVerification | null;
  idempotencyKey: string;
  /** The address of the form before. */
  change: string;
  lastResult: { verification?: PlannedVerification } | undefined;
}

/** The second step: the member agrees and, where money leaves the balance, proves who they are. */
export function ConfirmOrder({ sale, order, verification, idempotencyKey, change, lastResult }: ConfirmOrderProps) {
  const { t } = useTranslation('growing');
  const { language } = useFormat();
  const step = lastResult?.verification ?? verification;
  const isFirst = step?.method === 'email' && !step.again;
  const labels = { agree_terms: t('sale.agree'), verification_code: t('sale.code'), idempotency_key: '' };
  const [form, fields] = useServerForm<Record<keyof typeof labels, string>>({
    id: 'review-plants',
    constraint: { agree_terms: { required: true } },
    lastResult,
  });
  const { pathname, search } = useLocation();
  const amount = formatMoney(order.from, sale.currency, language);
  return (
    <Card title={t('sale.confirm')}>
      <ServerForm form={form} lastResult={lastResult} labels={labels} action={pathname + search}>
        {sale.terms_note ? <p className="small">{sale.terms_note}</p> : null}
        <p className="small">
          <Link to={`${change}#terms`}>{t('sale.terms')}</Link>
        </p>
        <CheckboxField
          {...fieldProps(fields.agree_terms)}
          defaultChecked={fields.agree_terms.initialValue === 'on'}
          defaultValue={undefined}
          label={labels.agree_terms}
        />
        <IdempotencyField meta={fields.idempotency_key} fresh={idempotencyKey} />
        {step ? (
          <VerificationStep
            step={step}
            meta={fields.verification_code}
            confirms={t('sale.confirms', { count: order.quantity, room: sale.room.name, amount })}
          />
        ) : null}
        <div className="row">
          <Button type="submit" busy={useIsSending(pathname)}>
            {t(isFirst ? 'sale.request_code' : 'sale.buy')}
          </Button>{' '}
          <LinkButton kind="quiet" to={change}>
            {t('sale.change')}
          </LinkButton>
        </div>
      </ServerForm>
    </Card>
  );
}
