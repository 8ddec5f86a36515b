import { useTranslation } from '../../platform/i18n/use-translation';
import { Badge } from '../../ui/badge';
import { Link } from '../../ui/link';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import type { ListedPlant } from '../plants.server';

export function PlantTable({ plants }: { plants: ListedPlant[] }) {
  const { t } = useTranslation('growing');
  return (
    <Table
      caption={t('plants.caption')}
      rows={plants}
      rowKey={({ number }) => number}
      columns={[
        {
          key: 'number',
          header: t('plants.number'),
          part: 'lead',
          cell: ({ number }) => (
            <Link className="ref" to={`/growing/plant/${number}`}>
              {number}
            </Link>
          ),
        },
        {
          key: 'room',
          header: t('plants.room'),
          cell: ({ room }) => <Link to={`/growing/room/${room.code}`}>{room.name}</Link>,
        },
        { key: 'stage', header: t('plants.stage'), cell: (plant) => <InStage plant={plant} /> },
        {
          key: 'expected',
          header: t('plants.expected'),
          label: t('plants.expected'),
          figures: true,
          cell: ({ expected }) => (expected ? <Time at={expected} format="date" /> : '–'),
        },
        {
          key: 'left',
          header: t('plants.left'),
          label: t('plants.left'),
          figures: true,
          cell: ({ left }) => left,
        },
      ]}
    />
  );
}

function InStage({ plant: { stage, since, first, reason } }: { plant: ListedPlant }) {
  const { t } = useTranslation('growing');
  const name = t(`common:ui.growth.${stage}`);
  return (
    <>
      {stage === 'lost' ? <Badge tone="stop">{name}</Badge> : name}
      {reason ? `: ${reason}` : null}{' '}
      <span className="sub">
        {since ? (
          <>
            {t('plants.since')} <Time at={since} format="date" />
          </>
        ) : (
          t('plants.until_cycle', { cycle: first })
        )}
      </span>
    </>
  );
}
