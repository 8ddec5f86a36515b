import { Form } from '@remix-run/react';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { CardFailure, EmptyState } from '../../ui/card-states';
import { useFormat } from '../../ui/format';
import { Link } from '../../ui/link';
import { formatMoney } from '../../ui/numbers';
import { Time } from '../../ui/time';
import type { LoadedCard } from '../cards.server';

interface RemindersProps {
  email: string;
  reminders: { email: boolean; address: boolean };
  /** The open orders, which may await a transfer. Absent for a member without a wallet. */
  open: Extract<LoadedCard, { name: 'open' }>['result'] | undefined;
  /** What the member owes the club. */
  debt: { owed?: string; currency: string } | undefined;
  /** The places that are offered. Absent for a member without appointments. */
  appointment: Extract<LoadedCard, { name: 'appointment' }>['result'] | undefined;
  /** How many tickets wait for the member's reply. */
  tickets: number;
  width: 5 | 7;
}

/** What the member has to do, each with a link. */
export function Reminders({ email, reminders, open, debt, appointment, tickets, width }: RemindersProps) {
  const { t } = useTranslation();
  const { payments, moreOrders } = open?.ok ? open.data : { payments: [], moreOrders: 0 };
  const offers = appointment?.ok ? appointment.data.offers : [];
  const tasks = [...Object.values(reminders), debt?.owed, tickets].filter(Boolean);
  const count = tasks.length + offers.length + payments.length + moreOrders;
  const isPartMissing = open?.ok === false || appointment?.ok === false;
  return (
    <Card
      title={t('dashboard.waiting.title')}
      end={count > 0 ? t('dashboard.waiting.count', { count }) : null}
      width={width}
      fill
    >
      {count === 0 && isPartMissing ? (
        <CardFailure retry="/dashboard">{t('dashboard.failed')}</CardFailure>
      ) : count === 0 ? (
        <EmptyState drawing="resting" title={t('dashboard.waiting.nothing.title')}>
          {t('dashboard.waiting.nothing.text')}
        </EmptyState>
      ) : (
        <ul className="lines">
          {reminders.email ? <VerifyEmail email={email} /> : null}
          {reminders.address ? (
            <li className="stack stack-s">
              <h3>
                <Link to="/settings/address">{t('dashboard.waiting.address.title')}</Link>
              </h3>
              <p className="small muted">{t('dashboard.waiting.address.text')}</p>
            </li>
          ) : null}
          {debt?.owed ? <Debt owed={debt.owed} currency={debt.currency} /> : null}
          {offers.map((offer) => (
            <Offer key={offer.label} {...offer} />
          ))}
          {payments.map((payment) => (
            <Payment key={payment.label} {...payment} />
          ))}
          {moreOrders > 0 ? (
            <li>
              <Link to="/financial/orders?state=open">
                {t('wallet:overview.open.more_orders', { count: moreOrders })}
              </Link>
            </li>
          ) : null}
          {tickets > 0 ? (
            <li>
              <Link to="/support/tickets?state=your_turn">{t('dashboard.waiting.tickets', { count: tickets })}</Link>
            </li>
          ) : null}
        </ul>
      )}
    </Card>
  );
}

/** A payment that the bank took back, and what the member can do. */
function Debt({ owed, currency }: { owed: string; currency: string }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  return (
    <li className="stack stack-s">
      <h3>
        <Link to="/financial/action/make-deposit">
          {t('dashboard.waiting.debt.title', { amount: formatMoney(owed, currency, language) })}
        </Link>
      </h3>
      <p className="small muted">{t('dashboard.waiting.debt.text')}</p>
    </li>
  );
}

/** A place that the club holds for the member. Its ticket says for what, and has both answers. */
function Offer({ label, until }: { label: string; until: string | null }) {
  const { t } = useTranslation();
  return (
    <li className="stack stack-s">
      <h3>
        <Link to={`/appointment/ticket/${label}`}>{t('dashboard.waiting.offer.title')}</Link>
      </h3>
      {until ? (
        <p className="small muted">
          {t('dashboard.waiting.offer.until')} <Time at={until} relative={false} />
        </p>
      ) : null}
    </li>
  );
}

interface PaymentProps {
  label: string;
  due: string;
  currency: string;
  isRest: boolean;
  until: string | null;
}

/** A transfer that the club waits for, with a link to its bank details. */
function Payment({ label, due, currency, isRest, until }: PaymentProps) {
  const { t } = useTranslation();
  const { language } = useFormat();
  return (
    <li className="stack stack-s">
      <h3>
        <Link to={`/financial/order/${label}/bank-details`}>
          {t('dashboard.waiting.transfer.title', { amount: formatMoney(due, currency, language) })}
        </Link>
      </h3>
      <p className="small muted">
        {t(`dashboard.waiting.transfer.${isRest ? 'rest' : 'all'}`, { label })}
        {until ? (
          <>
            {' '}
            <Time at={until} format="date" />
          </>
        ) : null}
      </p>
    </li>
  );
}

function VerifyEmail({ email }: { email: string }) {
  const { t } = useTranslation();
  return (
    <li className="stack">
      <div className="stack stack-s">
        <h3>{t('dashboard.waiting.email.title')}</h3>
        <p className="small muted">{t('dashboard.waiting.email.text', { email })}</p>
      </div>
      <Form method="post" action="/email-verification/sent">
        <HiddenFields guest />
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="return_to" value="/dashboard" />
        <Button type="submit" kind="second" small icon="mail">
          {t('dashboard.waiting.email.resend')}
        </Button>
      </Form>
    </li>
  );
}
