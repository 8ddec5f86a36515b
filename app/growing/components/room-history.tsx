import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { Timeline } from '../../ui/timeline';
import type { ShownRoom } from '../room.server';

/** The growth row has every stage. */
const MOST = 3;

/** The stages of the running cycle and its newest count, the newest first. The losses are a list of their own. */
export function RoomHistory({ room: { stages, count } }: { room: ShownRoom }) {
  const { t } = useTranslation('growing');
  const [first] = stages;
  const isOfCycle = count && first && Date.parse(count.at) >= Date.parse(first.since);
  const entries = [
    ...(isOfCycle
      ? [{ at: count.at, text: t('room.counted', { standing: count.standing, expected: count.expected }) }]
      : []),
    ...stages.map(({ since, stage }) => ({ at: since, text: t(`room.began.${stage}`) })).reverse(),
  ];
  return (
    <Card title={t('room.history')} width={4}>
      <Timeline
        format="date"
        entries={entries.sort((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, MOST)}
      />
    </Card>
  );
}
