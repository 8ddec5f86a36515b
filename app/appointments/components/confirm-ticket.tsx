import { useLocation } from '@remix-run/react';
import { ServerForm, useServerForm } from '../../platform/form/form';
import { IdempotencyField } from '../../platform/form/idempotency-field';
import { useIsSending } from '../../platform/form/use-is-sending';
import type { PlannedVerification } from '../../platform/form/verification.server';
import { VerificationStep } from '../../platform/form/verification-step';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { useFormat } from '../../ui/format';
import { formatMoney } from '../../ui/numbers';
import type { loadPayment } from '../pay.server';

export const PAY_FORM = 'pay-ticket';

interface ConfirmTicketProps {
  payment: Awaited<ReturnType<typeof loadPayment>>;
  lastResult: { verification?: PlannedVerification } | undefined;
}

/** The member confirms the sum and, where money leaves the balance, proves who they are. */
export function ConfirmTicket({ payment, lastResult }: ConfirmTicketProps) {
  const { t } = useTranslation('appointment');
  const { language } = useFormat();
  const { appointment, party, sum, verification, idempotencyKey, back } = payment;
  const step = lastResult?.verification ?? verification;
  const isFirst = step?.method === 'email' && !step.again;
  const labels = { verification_code: t('pay.code'), idempotency_key: '' };
  const [form, fields] = useServerForm<Record<keyof typeof labels, string>>({
    id: PAY_FORM,
    constraint: {},
    lastResult,
  });
  const { pathname, search } = useLocation();
  const amount = formatMoney(sum.from, appointment.currency, language);
  return (
    <Card title={t('pay.confirm')}>
      <ServerForm form={form} lastResult={lastResult} labels={labels} action={pathname + search}>
        <p className="small">{t(sum.toTransfer === '0.00' ? 'pay.at_once' : 'pay.held')}</p>
        <IdempotencyField meta={fields.idempotency_key} fresh={idempotencyKey} />
        {step ? (
          <VerificationStep
            step={step}
            meta={fields.verification_code}
            confirms={t('pay.confirms', { count: party.places, title: appointment.title, amount })}
          />
        ) : null}
        <div className="row">
          <Button busy={useIsSending(pathname)}>
            {t(isFirst ? 'pay.request_code' : sum.from === '0.00' ? 'pay.order' : 'pay.pay')}
          </Button>{' '}
          <LinkButton kind="quiet" to={back}>
            {t('pay.change')}
          </LinkButton>
        </div>
      </ServerForm>
    </Card>
  );
}
