import { Form } from '@remix-run/react';
import type { DoorAppointment } from '../../../upstream/contract/appointments-door';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/card-states';
import { Link } from '../../ui/link';
import { SelectField } from '../../ui/select-field';
import { Time } from '../../ui/time';
import { CHECK_IN, doorPath } from '../appointment-path';

/** The first step: which appointment. */
export function DoorChoice({ doors }: { doors: DoorAppointment[] }) {
  const { t } = useTranslation('door');
  return (
    <Card title={t('choose')}>
      {doors.length > 0 ? (
        <ul className="lines">
          {doors.map(({ label, title, starts_at, location, timezone }) => (
            <li key={label} className="stack stack-s">
              <h3>
                <Link to={doorPath(label)}>{title}</Link>
              </h3>
              <p className="small muted">
                <Time at={starts_at} relative={false} timeZone={timezone} />
                {location ? `, ${location}` : null}
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title={t('none')}>{t('none_text')}</EmptyState>
      )}
    </Card>
  );
}

/** The way to another appointment. */
export function OtherDoor({ doors, current }: { doors: DoorAppointment[]; current: string }) {
  const { t } = useTranslation('door');
  return (
    <Card title={t('other.title')}>
      <Form method="get" action={CHECK_IN} className="stack" key={current}>
        <SelectField
          id="other-door"
          name="appointment"
          label={t('other.label')}
          defaultValue={current}
          options={doors.map(({ label, title }) => ({ value: label, label: title }))}
        />
        <div>
          <Button kind="second">{t('other.change')}</Button>
        </div>
      </Form>
    </Card>
  );
}
