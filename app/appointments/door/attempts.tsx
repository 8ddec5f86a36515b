import type { CheckIn } from '../../../upstream/contract/appointments-door';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { clockTimeIn } from '../../ui/dates';
import { Link } from '../../ui/link';
import { Table } from '../../ui/table';
import { doorPath } from '../appointment-path';
import { codeText } from '../code-text';
import type { LoadedDoor } from './door.server';
import { LOOKS, Reason } from './outcome';

/** The newest attempts with their outcomes. */
export function Attempts({ door }: { door: LoadedDoor }) {
  const { t } = useTranslation('door');
  const { appointment, attempts, attempts_total: total, showsAll } = door;
  if (attempts.length === 0) return null;
  const all =
    showsAll || total <= attempts.length ? null : (
      <Link to={doorPath(appointment.label, { all: '1' })}>{t('attempts.all', { count: total })}</Link>
    );
  return (
    <Card title={t('attempts.title')} end={all} flush>
      <AttemptTable attempts={attempts} timeZone={appointment.timezone} caption={t('attempts.caption')} />
    </Card>
  );
}

interface AttemptTableProps {
  attempts: CheckIn[];
  timeZone: string;
  caption: string;
}

export function AttemptTable({ attempts, timeZone, caption }: AttemptTableProps) {
  const { t } = useTranslation('door');
  return (
    <Table
      caption={caption}
      rows={attempts}
      rowKey={({ code, at }) => `${code} ${at}`}
      columns={[
        {
          key: 'who',
          header: t('attempts.who'),
          part: 'lead',
          cell: (attempt) => (
            <>
              {attempt.name ?? <span className="ref">{codeText(attempt.code)}</span>}{' '}
              <span className="sub">
                {attempt.outcome === 'admitted' ? (
                  t('places', { count: attempt.places })
                ) : (
                  <Reason result={attempt} timeZone={timeZone} />
                )}
              </span>
            </>
          ),
        },
        {
          key: 'outcome',
          header: t('attempts.outcome'),
          cell: ({ outcome }) => <Badge {...LOOKS[outcome]}>{t(`outcome.${outcome}`)}</Badge>,
        },
        {
          key: 'at',
          header: t('attempts.at'),
          part: 'value',
          figures: true,
          cell: ({ at }) => <time dateTime={at}>{clockTimeIn(new Date(at).getTime(), timeZone)}</time>,
        },
      ]}
    />
  );
}
