import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card';
import { Timeline } from '../../ui/timeline';
import type { ShownRoom } from '../room.server';

/** The stages of the running cycle and the newest counts, the newest first. The losses are a list of their own. */
export function RoomHistory({ room: { stages, counts } }: { room: ShownRoom }) {
  const { t } = useTranslation('growing');
  const entries = [
    ...counts.map(({ at, standing, expected }) => ({ at, text: t('room.counted', { standing, expected }) })),
    ...stages.map(({ since, stage }) => ({ at: since, text: t(`room.began.${stage}`) })).reverse(),
  ];
  return (
    <Card title={t('room.history')} width={4}>
      <Timeline format="date" entries={entries.sort((one, other) => Date.parse(other.at) - Date.parse(one.at))} />
    </Card>
  );
}
