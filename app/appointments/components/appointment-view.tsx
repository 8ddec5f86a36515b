import type { FormAnswer } from '../../platform/form/plain-form';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Alert } from '../../ui/alert';
import { Card } from '../../ui/card';
import { RichText } from '../../ui/rich-text';
import { WayBack } from '../../ui/way-back';
import type { ShownAppointment } from '../appointment.server';
import { APPOINTMENTS, mapPath } from '../appointment-path';
import { isLive } from '../ticket-states';
import { AppointmentSheet } from './appointment-sheet';
import { Countdown } from './countdown';
import { Programme, Speakers } from './programme';
import { RegisterForm } from './register-form';
import { WaitingSteps } from './waiting-steps';
import { When } from './when';
import { WhyNot } from './why-not';

interface AppointmentViewProps {
  shown: ShownAppointment;
  answer: FormAnswer | undefined;
}

/** An appointment: what, when and where, who speaks, and the form to register. */
export function AppointmentView({ shown, answer }: AppointmentViewProps) {
  const { t } = useTranslation('appointment');
  const { appointment, whyNot, hasList } = shown;
  const { title, status, canceled_reason, description_html, speakers } = appointment;
  return (
    <>
      <AppointmentSheet />
      <div className="head">
        {hasList ? <WayBack to={APPOINTMENTS}>{t('common:titles.appointments')}</WayBack> : null}
        <h1>{title}</h1>
        <p className="muted">
          <When span={appointment}>
            {status === 'canceled' || status === 'finished' ? null : <Countdown at={appointment.starts_at} />}
          </When>
        </p>
        {whyNot === null ? (
          <p className="narrow no-print">
            <a className="btn second" href="#register">
              {t('register.title')}
            </a>
          </p>
        ) : null}
      </div>
      {status === 'canceled' ? (
        <Alert kind="error" title={t('event.canceled')}>
          {canceled_reason}
        </Alert>
      ) : null}
      <div className="grid">
        <div className="w8 stack stack-l">
          <article className="card prose long">
            <RichText html={description_html} />
          </article>
          <Programme appointment={appointment} />
          <Speakers speakers={speakers ?? []} />
        </div>
        <div className="w4 stack stack-l">
          {whyNot === null ? <RegisterForm shown={shown} answer={answer} /> : <WhyNot shown={shown} reason={whyNot} />}
          <Place appointment={appointment} />
          {whyNot === null ? <WaitingSteps /> : null}
        </div>
      </div>
    </>
  );
}

function Place({ appointment }: Pick<ShownAppointment, 'appointment'>) {
  const { t } = useTranslation('appointment');
  const { location, online_url, my_ticket, status } = appointment;
  const getsLink = my_ticket && isLive(my_ticket.status) && status !== 'finished' && status !== 'canceled';
  return (
    <Card title={t('place.title')}>
      <div className="stack stack-s">
        {location ? (
          <>
            <p>{location}</p>
            <p className="small">
              <a className="tap" href={mapPath(location)} rel="noreferrer">
                {t('place.map')}
              </a>
            </p>
          </>
        ) : null}
        {location === null && !online_url ? <p>{t(getsLink ? 'place.later' : 'place.online')}</p> : null}
        {online_url ? (
          <p>
            <a href={online_url} rel="noreferrer">
              {t('place.join')}
            </a>
          </p>
        ) : null}
      </div>
    </Card>
  );
}
