import type { Order, OrderStatus } from '../../../upstream/contract/orders';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Alert } from '../../ui/alert';
import { useFormat } from '../../ui/format';
import { formatMoney } from '../../ui/numbers';
import { NextStep, Stepper } from '../../ui/stepper';
import { Time } from '../../ui/time';
import type { Hint } from '../order.server';
import { useOrderSteps } from './progress-steps';

/** The part of the order that its page loads. */
export type OrderOnPage = Omit<Order, 'bank_details' | 'documents'>;

/** The state of the order, what comes next and by when. */
export function OrderProgress({ order, mayCancel }: { order: OrderOnPage; mayCancel: boolean }) {
  const { t } = useTranslation('wallet');
  const { language } = useFormat();
  const { status, amount_due: due, currency, payment_reference: reference, expires_at } = order;
  const isPayable = order.actions.includes('pay');
  // Only a deposit is credited to the balance.
  const outcome = status === 'completed' && order.type !== 'deposit' ? 'bought' : status;
  const isUnpaid = isPayable || outcome === 'awaiting_payment' || outcome === 'partially_paid';
  const amount = formatMoney(due, currency, language);
  return (
    <section className="card" aria-labelledby="state">
      <h2 className="vh" id="state">
        {t('order.state')}
      </h2>
      <div className="stack stack-l">
        <Stepper across steps={useOrderSteps()(order)} />
        <NextStep
          what={
            isUnpaid ? (
              <>
                {t('order.next.transfer', { amount })} <span className="ref">{reference}</span>
              </>
            ) : (
              t(`order.next.${outcome}`)
            )
          }
          when={isPayable && expires_at ? <Time at={expires_at} format="day" /> : null}
          can={mayCancel ? <a href="#cancel">{t('order.cancel')}</a> : null}
        />
      </div>
    </section>
  );
}

/** Shows what the address says of a payment, if it does not contradict the order. */
export function OrderHint({ hint, status }: { hint: Hint; status: OrderStatus }) {
  const { t } = useTranslation('wallet');
  const isPaid = status === 'paid' || status === 'completed';
  if (hint === 'success' && isPaid) return <Alert kind="success">{t('order.hint.paid')}</Alert>;
  if (isPaid || status === 'refunded' || status === 'expired' || status === 'canceled') return null;
  if (hint === 'failed' || hint === 'canceled') return <Alert kind="warning">{t(`order.hint.${hint}`)}</Alert>;
  return <Alert kind="info">{t('order.hint.pending')}</Alert>;
}
