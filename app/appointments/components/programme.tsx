import type { Appointment } from '../../../upstream/contract/appointments';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { clockTimeIn } from '../../ui/dates';
import { useFormat } from '../../ui/format';
import { Table } from '../../ui/table';

type Item = Appointment['programme'][number];

/**
 * What happens when, in the member's time zone. Where the clocks of the place show something else, they have a column,
 * because what staff write names their times.
 */
export function Programme({ appointment }: { appointment: Pick<Appointment, 'programme' | 'location' | 'timezone'> }) {
  const { t } = useTranslation('appointment');
  const { timeZone } = useFormat();
  const { programme: items, location, timezone: zone } = appointment;
  if (items.length === 0) return null;
  const differs = location !== null && items.some(({ at }) => clockOf(at, zone) !== clockOf(at, timeZone));
  const there = differs
    ? [
        {
          key: 'there',
          header: t('event.time_there'),
          cell: ({ at }: Item) => <span className="num">{clockOf(at, zone)}</span>,
        },
      ]
    : [];
  return (
    <Card title={t('event.programme')}>
      <Table
        kept
        caption={t('event.programme')}
        rows={items}
        rowKey={({ at, title }) => `${at} ${title}`}
        columns={[
          {
            key: 'at',
            header: t(differs ? 'event.time_here' : 'event.time'),
            part: 'lead',
            cell: ({ at }) => (
              <time className="num" dateTime={at}>
                {clockOf(at, timeZone)}
              </time>
            ),
          },
          ...there,
          {
            key: 'what',
            header: t('event.what'),
            cell: ({ title, note }) => (
              <>
                {title} {note ? <span className="sub">{note}</span> : null}
              </>
            ),
          },
        ]}
      />
    </Card>
  );
}

const clockOf = (at: string, timeZone: string) => clockTimeIn(new Date(at).getTime(), timeZone);

export function Speakers({ speakers }: { speakers: NonNullable<Appointment['speakers']> }) {
  const { t } = useTranslation('appointment');
  if (speakers.length === 0) return null;
  return (
    <Card title={t('event.speakers')}>
      <ul className="lines">
        {speakers.map(({ name, about }) => (
          <li key={name} className="stack stack-s">
            <h3>{name}</h3>
            <p className="small muted">{about}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
