import { useTranslation } from '../../platform/i18n/use-translation';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Link } from '../../ui/link';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import type { RoomHead, ShownRoom } from '../room.server';
import { numbersPath } from '../room-numbers';

interface RoomLossesProps {
  room: RoomHead & Pick<ShownRoom, 'losses'>;
  /** Leads to all of them. */
  isPreview?: boolean;
}

/** The plants lost in the running cycle, with the reasons. */
export function RoomLosses({ room, isPreview }: RoomLossesProps) {
  const { t } = useTranslation('growing');
  const { losses, losses_total: count } = room;
  const isCut = losses.length < count;
  return (
    <Card
      id="losses"
      title={t('losses.heading')}
      end={count > 0 ? t('losses.of', { count, total: room.plants + count }) : undefined}
      flush
    >
      <p className="pad small muted">
        {count > 0 ? t('losses.what') : t('losses.none')}
        {isCut ? (
          <>
            {' '}
            {t('losses.newest', { count: losses.length })}{' '}
            {isPreview ? <Link to={numbersPath(room.code, { show: 'lost', q: '' })}>{t('losses.all')}</Link> : null}
          </>
        ) : null}
      </p>
      {count > 0 ? (
        <Table
          caption={t('losses.heading')}
          rows={losses}
          rowKey={({ number }) => number}
          columns={[
            {
              key: 'number',
              header: t('losses.number'),
              part: 'lead',
              cell: ({ number, mine }) => (
                <>
                  <span className="ref">{number}</span>
                  {mine ? (
                    <>
                      {' '}
                      <Badge tone="good">{t('losses.mine')}</Badge>
                    </>
                  ) : null}
                </>
              ),
            },
            { key: 'day', header: t('losses.day'), cell: ({ at }) => <Time at={at} format="date" /> },
            { key: 'reason', header: t('losses.reason'), cell: ({ reason }) => reason },
          ]}
        />
      ) : null}
    </Card>
  );
}
