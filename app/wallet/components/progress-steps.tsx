import type { Order, OrderStatus } from '../../../upstream/contract/orders';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Money } from '../../ui/money';
import type { Step } from '../../ui/stepper';
import { Time } from '../../ui/time';
import { orderStep, withdrawalStep } from '../current-step';

interface Timeline {
  timeline: { status: string; at: string }[];
}

type OrderForSteps = Pick<Order, 'type' | 'status' | 'amount_paid' | 'currency' | 'created_at'> & Timeline;

/** Returns the function that gives the steps of an order. Every page that shows an order uses it. */
export function useOrderSteps(): (order: OrderForSteps) => Step[] {
  const { t } = useTranslation('wallet');
  return ({ type, status, timeline, amount_paid, currency, created_at }) => {
    const reached = (wanted: OrderStatus) => timeline.find((step) => step.status === wanted)?.at;
    const noteOf = (wanted: OrderStatus) => {
      const at = reached(wanted);
      return at ? <Time at={at} relative={false} /> : null;
    };
    const ordered: Step = {
      title: t('order.step.ordered'),
      note: <Time at={created_at} relative={false} />,
      state: 'done',
    };
    if (status === 'expired' || status === 'canceled') {
      return [ordered, { title: t(`order.status.${status}`), note: noteOf(status), state: 'ended' }];
    }
    const isPaid = reached('paid') !== undefined;
    const isPart = status === 'partially_paid';
    return [
      ordered,
      {
        title: t(`order.status.${orderStep(status)}`),
        note: isPart ? <Money amount={amount_paid} currency={currency} /> : null,
        state: isPaid ? 'done' : 'current',
      },
      { title: t('order.status.paid'), note: noteOf('paid'), state: isPaid ? 'done' : 'ahead' },
      {
        title: t(type === 'deposit' ? 'order.step.credited' : 'order.status.completed'),
        note: noteOf('completed'),
        state: reached('completed') ? 'done' : 'ahead',
      },
      ...(status === 'refunded'
        ? [{ title: t('order.status.refunded'), note: noteOf('refunded'), state: 'done' as const }]
        : []),
    ];
  };
}

type WithdrawalStatus =
  | 'pending'
  | 'approved'
  | 'processing'
  | 'completed'
  | 'canceled'
  | 'rejected'
  | 'failed'
  | 'returned';

export interface WithdrawalForSteps extends Timeline {
  status: WithdrawalStatus;
  estimated_at: string;
}

const WAY = ['pending', 'approved', 'processing', 'completed'] as const;
const isOnWay = (status: WithdrawalStatus): status is (typeof WAY)[number] =>
  (WAY as readonly WithdrawalStatus[]).includes(status);

/** Returns the function that gives the steps of a withdrawal. Every page that shows a withdrawal uses it. */
export function useWithdrawalSteps(): (withdrawal: WithdrawalForSteps) => Step[] {
  const { t } = useTranslation('wallet');
  return ({ status, estimated_at, timeline }) => {
    const done = timeline.map(({ status: reached, at }): Step => {
      const one = reached as WithdrawalStatus;
      return {
        title: t(`withdrawal.step.${one}`),
        note: <Time at={at} relative={false} />,
        state: isOnWay(one) ? 'done' : one === 'canceled' ? 'ended' : 'failed',
      };
    });
    if (!isOnWay(status) || status === 'completed') return done;
    const ahead = WAY.slice(WAY.indexOf(status) + 1).map(
      (next, index): Step => ({
        title: t(index === 0 ? `withdrawal.doing.${withdrawalStep(status)}` : `withdrawal.step.${next}`),
        note: next === 'completed' ? <Time at={estimated_at} format="date" /> : undefined,
        state: index === 0 ? 'current' : 'ahead',
      }),
    );
    return [...done, ...ahead];
  };
}
