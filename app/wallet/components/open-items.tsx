import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Link } from '../../ui/link';
import { Money } from '../../ui/money';
import { onOneLine } from '../../ui/numbers';
import { NextStep, type Step, Stepper } from '../../ui/stepper';
import { Time } from '../../ui/time';
import type { Open } from '../wallet.server';
import { useOrderSteps, useWithdrawalSteps } from './progress-steps';

const DEPOSIT = '/financial/action/make-deposit';

interface OpenItemsProps {
  open: Open;
  /** The balance of a member who owes the club. */
  debt: { owed?: string; currency: string } | undefined;
}

/** A debt, and open orders and withdrawals, each with its state and what comes next. */
export function OpenItems({ open: { orders, withdrawals }, debt }: OpenItemsProps) {
  return (
    <div className="lines">
      {debt?.owed ? <Debt owed={debt.owed} currency={debt.currency} /> : null}
      {orders.map((order) => (
        <OpenOrder key={order.label} order={order} />
      ))}
      {withdrawals.map((withdrawal) => (
        <OpenWithdrawal key={withdrawal.label} withdrawal={withdrawal} />
      ))}
    </div>
  );
}

function Debt({ owed, currency }: { owed: string; currency: string }) {
  const { t } = useTranslation('wallet');
  return (
    <Item
      to={DEPOSIT}
      title={t('overview.open.debt')}
      amount={
        <strong>
          <Money amount={owed} currency={currency} />
        </strong>
      }
      next={<NextStep what={t('overview.open.debt_next')} can={<Link to={DEPOSIT}>{t('overview.deposit')}</Link>} />}
    />
  );
}

function OpenOrder({ order }: { order: Open['orders'][number] }) {
  const { t } = useTranslation('wallet');
  const { label, title, amount, due, currency, status, expires_at } = order;
  const isPart = status === 'partially_paid';
  const bankDetails = `/financial/order/${label}/bank-details`;
  return (
    <Item
      to={`/financial/order/${label}`}
      title={title}
      amount={
        <>
          <strong>
            <Money amount={amount} currency={currency} />
          </strong>
          {isPart && (
            <span className="muted">
              {' '}
              {t('overview.open.due')} <Money amount={due} currency={currency} />
            </span>
          )}
        </>
      }
      steps={useOrderSteps()(order)}
      next={
        <NextStep
          what={
            <>
              {t(isPart ? 'overview.open.transfer_rest' : 'overview.open.transfer')}{' '}
              <strong>
                <Money amount={due} currency={currency} />
              </strong>
              .
            </>
          }
          when={expires_at && <Time at={expires_at} format="day" />}
          can={<Link to={bankDetails}>{t('overview.open.bank_details')}</Link>}
        />
      }
    />
  );
}

function OpenWithdrawal({ withdrawal }: { withdrawal: Open['withdrawals'][number] }) {
  const { t } = useTranslation('wallet');
  const { label, target, status, amount, currency, estimated_at, cancelable } = withdrawal;
  return (
    <Item
      to={`/financial/withdraw/${label}`}
      title={t('overview.open.withdrawal', { target: onOneLine(target) })}
      amount={
        <strong>
          <Money amount={amount} currency={currency} />
        </strong>
      }
      steps={useWithdrawalSteps()(withdrawal)}
      next={
        <NextStep
          what={t(`withdrawal.next.${status}`)}
          when={<Time at={estimated_at} format="day" />}
          can={cancelable && <Link to={`/financial/withdraw/${label}`}>{t('overview.open.cancel')}</Link>}
        />
      }
    />
  );
}

interface ItemProps {
  to: string;
  title: string;
  amount: ReactNode;
  steps?: Step[];
  next: ReactNode;
}

function Item({ to, title, amount, steps, next }: ItemProps) {
  const id = useId();
  return (
    <article className="stack" aria-labelledby={id}>
      <div className="row row-ends">
        <h3 id={id}>
          <Link to={to}>{title}</Link>
        </h3>
        <p>{amount}</p>
      </div>
      {steps ? <Stepper steps={steps} across /> : null}
      {next}
    </article>
  );
}
