import { useTranslation } from '../platform/i18n/use-translation';
import { Card } from '../ui/card';
import { Link } from '../ui/link';
import { Time } from '../ui/time';
import { APPOINTMENTS, ticketPath } from './appointment-path';
import type { loadAppointmentCard } from './dashboard-card.server';

/** The next appointment with the member's ticket. */
export function AppointmentCard({ data: { next } }: { data: Awaited<ReturnType<typeof loadAppointmentCard>> }) {
  const { t } = useTranslation();
  return (
    <Card
      title={t('dashboard.appointment.title')}
      end={<Link to={APPOINTMENTS}>{t('dashboard.appointment.all')}</Link>}
    >
      {next ? (
        <p>
          <Link to={ticketPath(next.label)}>{next.title}</Link>, <Time at={next.at} relative={false} />
        </p>
      ) : (
        <p className="muted">{t('dashboard.appointment.none')}</p>
      )}
    </Card>
  );
}
