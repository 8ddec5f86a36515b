import { useTranslation } from '../../platform/i18n/use-translation';
import { Badge } from '../../ui/badge';
import { Link } from '../../ui/link';
import { ticketPath } from '../appointment-path';
import { codeText } from '../code-text';
import type { LoadedTicket } from '../ticket.server';
import { opensDoor } from '../ticket-states';
import { StateBadge } from './state-badge';
import { When } from './when';

interface PassProps {
  ticket: LoadedTicket['ticket'];
  /** The ticket opens the door. */
  hasCode: boolean;
}

/** The ticket: what, when, where, for whom, and on its stub the code for the door. It prints on one sheet. */
export function Pass({ ticket, hasCode }: PassProps) {
  const { t } = useTranslation('appointment');
  const { appointment, name, guests, notes, status, code, order_label } = ticket;
  const { label, title, location, online_url } = appointment;
  const isValid = opensDoor(ticket);
  return (
    <section className="card pass" aria-labelledby="pass-title">
      <div className="stack stack-l">
        <div className="stack stack-s">
          <h2 id="pass-title">{title}</h2>
          <p>
            <When span={appointment} />
          </p>
          <p className="muted">{location ?? t(isValid && !online_url ? 'place.later' : 'place.online')}</p>
          {online_url ? (
            <p>
              <a href={online_url} rel="noreferrer">
                {t('place.join')}
              </a>
            </p>
          ) : null}
        </div>
        <dl className="pairs">
          <dt>{t('ticket.name')}</dt>
          <dd>{name}</dd>
          <dt>{t('ticket.guests')}</dt>
          <dd>{guests.length > 0 ? guests.map((guest) => guest.name).join(', ') : t('ticket.nobody')}</dd>
          <dt>{t('ticket.places_label')}</dt>
          <dd>{1 + guests.length}</dd>
          {notes ? (
            <>
              <dt>{t('register.notes')}</dt>
              <dd>{notes}</dd>
            </>
          ) : null}
        </dl>
        <p className="small muted">
          {t('ticket.appointment')} <span className="ref">{label}</span>
          {order_label ? (
            <>
              , {t('ticket.order')}{' '}
              <Link className="ref" to={`/financial/order/${order_label}`}>
                {order_label}
              </Link>
            </>
          ) : null}
          . {isValid && hasCode && location ? t('ticket.once') : null}
        </p>
      </div>
      <div className={status === 'checked_in' ? 'stub used' : 'stub'}>
        {hasCode ? (
          <>
            <img className="qr" src={`${ticketPath(label)}/qr.svg`} alt={t('ticket.qr')} width="192" height="192" />
            <p className="ref">{codeText(code)}</p>
          </>
        ) : (
          <p className="muted">{t('ticket.no_code')}</p>
        )}
        {isValid ? <Badge tone="good">{t('step.valid')}</Badge> : <StateBadge state={status} />}
      </div>
    </section>
  );
}
