import { useTranslation } from '../../platform/i18n/use-translation';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Link } from '../../ui/link';
import { Time } from '../../ui/time';
import type { Obstacle, ShownAppointment } from '../appointment.server';
import { ticketPath } from '../appointment-path';
import { StateBadge } from './state-badge';

interface WhyNotProps {
  shown: ShownAppointment;
  reason: Obstacle;
}

/** In place of the form: the member's ticket, or why nobody can register. */
export function WhyNot({ shown: { appointment }, reason }: WhyNotProps) {
  const { t } = useTranslation('appointment');
  const { label, my_ticket, registration_opens_at } = appointment;
  if (reason === 'has_ticket' && my_ticket) {
    return (
      <Card id="register" title={t('ticket.yours')} end={<StateBadge state={my_ticket.status} />}>
        <div className="stack">
          <p>{t('ticket.places', { count: my_ticket.places })}</p>
          <div>
            <LinkButton to={ticketPath(label)}>{t('ticket.open')}</LinkButton>
          </div>
        </div>
      </Card>
    );
  }
  return (
    <Card id="register" title={t('register.title')}>
      <div className="stack stack-s">
        <p>
          {t(`register.cannot.${reason}`)}{' '}
          {reason === 'not_open' ? (
            <>
              <Time at={registration_opens_at} relative={false} />.
            </>
          ) : null}
        </p>
        {my_ticket ? (
          <p className="small">
            <Link to={ticketPath(label)}>{t('ticket.last')}</Link>
          </p>
        ) : null}
      </div>
    </Card>
  );
}
