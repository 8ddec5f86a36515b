import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { Card } from '../ui/card';
import { Link } from '../ui/link';
import { Money } from '../ui/money';
import { Stepper } from '../ui/stepper';
import { WayBack } from '../ui/way-back';
import { AppointmentSheet, documentSheet } from './components/appointment-sheet';
import { ConfirmTicket, PAY_FORM } from './components/confirm-ticket';
import { When } from './components/when';
import { loadPayment, payTicket } from './pay.server';

export const handle = {
  title: 'appointment:pay.title',
  gate: 'member',
  sheet: documentSheet,
  modules: ['wallet', 'appointment'],
  permission: 'appointment.register',
  i18n: ['appointment'],
  form: PAY_FORM,
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  return loadPayment(await requireMember(args, handle), args);
}

export async function action(args: ActionFunctionArgs) {
  return payTicket(args, await requireMember(args, handle));
}

export default function ReviewTicket() {
  const { t } = useTranslation('appointment');
  const payment = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  const { appointment, sum, back } = payment;
  const isTransferred = sum.toTransfer !== '0.00';
  return (
    <>
      <AppointmentSheet />
      <div className="head">
        <WayBack to={back}>{appointment.title}</WayBack>
        <h1>{t('pay.title')}</h1>
        <p className="muted">
          <When span={appointment} />
        </p>
      </div>
      <div className="grid">
        <div className="w8 stack stack-l">
          <Summary payment={payment} />
          <ConfirmTicket payment={payment} lastResult={answer} />
        </div>
        <div className="w4 stack stack-l">
          <Card title={t('pay.then')}>
            <Stepper
              steps={[
                { title: t('pay.steps.confirm'), state: 'current' },
                ...(isTransferred
                  ? [{ title: t('step.reserved'), note: t('pay.steps.transfer'), state: 'ahead' as const }]
                  : []),
                { title: t('step.registered'), state: 'ahead' },
                { title: t('step.checked_in'), state: 'ahead' },
              ]}
            />
          </Card>
        </div>
      </div>
    </>
  );
}

/** Who comes, and how it is paid. */
function Summary({
  payment: { appointment, party, sum, other },
}: {
  payment: ReturnType<typeof useLoaderData<typeof loader>>;
}) {
  const { t } = useTranslation('appointment');
  const { currency } = appointment;
  const usesBalance = sum.from !== '0.00';
  return (
    <Card title={t('pay.sum')}>
      <div className="stack">
        <dl className="pairs">
          <dt>
            {t('ticket.places', { count: party.places })}{' '}
            {party.name ? <span className="sub">{[party.name, ...party.guests].join(', ')}</span> : null}
          </dt>
          <dd className="num">
            <Money amount={sum.total} currency={currency} />
          </dd>
          <dt>{t('pay.from_balance')}</dt>
          <dd className="num">
            <Money amount={usesBalance ? `-${sum.from}` : sum.from} currency={currency} />
          </dd>
          <dt className="sumup">
            {t('pay.to_transfer')} {sum.toTransfer === '0.00' ? null : <span className="sub">{t('pay.in_time')}</span>}
          </dt>
          <dd className="num sumup">
            <Money amount={sum.toTransfer} currency={currency} />
          </dd>
        </dl>
        <p className="small">
          <Link to={other}>{t(usesBalance ? 'pay.all_by_transfer' : 'pay.use_balance')}</Link>
        </p>
      </div>
    </Card>
  );
}
