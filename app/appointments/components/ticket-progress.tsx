import type { Translate } from '../../platform/i18n/texts';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Link } from '../../ui/link';
import { NextStep, Stepper } from '../../ui/stepper';
import { Time } from '../../ui/time';
import type { LoadedTicket } from '../ticket.server';
import { isOver } from '../ticket-states';
import { OfferButtons } from './offers';
import { useTicketSteps } from './ticket-steps';

type Shown = LoadedTicket['ticket'];

/** Where the ticket stands, what comes next and by when, and what the member can do. */
export function TicketProgress({ ticket }: { ticket: Shown }) {
  const { t } = useTranslation('appointment');
  const { status, appointment, offer_expires_at, actions, ahead } = ticket;
  const isOffered = actions.includes('accept');
  return (
    <section className="card no-print" aria-labelledby="state">
      <h2 className="vh" id="state">
        {t('ticket.state')}
      </h2>
      <div className="stack stack-l">
        <Stepper across steps={useTicketSteps()(ticket)} />
        <NextStep what={<NextWords ticket={ticket} />} when={byWhen(ticket)} can={can(ticket, t)} />
        {isOffered ? <OfferButtons label={appointment.label} isFree={appointment.price === null} /> : null}
        {status === 'waitlisted' && ahead !== null ? (
          <p className="small muted">{t('waiting.ahead', { count: ahead })}</p>
        ) : null}
        {status === 'offered' && offer_expires_at ? <p className="small muted">{t('waiting.passes_on')}</p> : null}
      </div>
    </section>
  );
}

function NextWords({ ticket }: { ticket: Shown }) {
  const { t } = useTranslation('appointment');
  const { status, appointment } = ticket;
  if (status === 'canceled' && appointment.status === 'canceled') return t('next.appointment_canceled');
  if (isOver(ticket)) return t('next.no_show');
  if (status === 'registered' && appointment.location === null) return t('next.registered_online');
  return t(`next.${status}`);
}

/** Returns null where there is no time, so that no heading stands without one. */
function byWhen(ticket: Shown) {
  const { status, appointment, offer_expires_at } = ticket;
  if (isOver(ticket)) return null;
  if (status === 'offered' && offer_expires_at) return <Time at={offer_expires_at} relative={false} />;
  if (status === 'registered') return <Time at={appointment.starts_at} relative={false} />;
  if (status === 'waitlisted') return <Time at={appointment.registration_closes_at} relative={false} />;
  return null;
}

function can({ status, actions, order_label }: Shown, t: Translate) {
  if (actions.includes('pay') && order_label)
    return <Link to={`/financial/order/${order_label}/bank-details`}>{t('next.pay')}</Link>;
  if (actions.includes('cancel'))
    return <a href="#cancel">{t(status === 'waitlisted' ? 'cancel.leave_title' : 'cancel.title')}</a>;
  return null;
}
