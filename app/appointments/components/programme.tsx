import { useTranslation } from 'react-i18next';
import type { Appointment } from '../../../upstream/contract/appointments';
import { Card } from '../../ui/card';
import { clockTimeIn } from '../../ui/dates';
import { useFormat } from '../../ui/format';
import { Table } from '../../ui/table';

/** What happens when. Times are in the member's time zone, as the time in the heading is. */
export function Programme({ items }: { items: Appointment['programme'] }) {
  const { t } = useTranslation('appointment');
  const { timeZone } = useFormat();
  if (items.length === 0) return null;
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
            header: t('event.time'),
            part: 'lead',
            cell: ({ at }) => (
              <time className="num" dateTime={at}>
                {clockTimeIn(new Date(at).getTime(), timeZone)}
              </time>
            ),
          },
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
