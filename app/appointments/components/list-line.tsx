import { useTranslation } from '../../platform/i18n/use-translation';
import { calendarDayIn } from '../../ui/dates';
import { useFormat } from '../../ui/format';
import { Link } from '../../ui/link';
import { Money } from '../../ui/money';
import { monthName } from '../../ui/month-names';
import { appointmentPath, ticketPath } from '../appointment-path';
import type { ListedAppointment } from '../list.server';
import { PlacesLeft } from './places';
import { StateBadge } from './state-badge';
import { When } from './when';

/** An appointment of the list: the day as a leaf of a calendar, then what, when, where, and how many places. */
export function ListLine({ line }: { line: ListedAppointment }) {
  const { t } = useTranslation('appointment');
  const { label, title, kind, location, state, price, places, hasTicket } = line;
  return (
    <li className="said">
      <Leaf at={line.starts_at} />
      <div className="stack stack-s">
        <div className="row row-ends">
          <h3>
            <Link to={hasTicket ? ticketPath(label) : appointmentPath(label)}>{title}</Link>
          </h3>{' '}
          <StateBadge state={state} />
        </div>
        <p className="small muted">
          <When span={line} />
          <br />
          {kind === 'online' ? t('place.online') : location}
          {price || places ? <br /> : null}
          {price ? (
            <>
              <Money {...price} /> {t('places.each')}
              {places ? '. ' : null}
            </>
          ) : null}
          {places ? <PlacesLeft of={places} /> : null}
        </p>
      </div>
    </li>
  );
}

function Leaf({ at }: { at: string }) {
  const { language, timeZone } = useFormat();
  const [, month, day] = calendarDayIn(new Date(at).getTime(), timeZone).split('-').map(Number);
  return (
    <p className="leaf-day" aria-hidden="true">
      <small>{monthName(month ?? 1, language, true)}</small> {day}
    </p>
  );
}
