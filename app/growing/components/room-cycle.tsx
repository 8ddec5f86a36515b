import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { GrowthRow } from '../../ui/growth-row';
import { NextStep } from '../../ui/stepper';
import { Time } from '../../ui/time';
import type { ShownRoom } from '../room.server';

/** Where the running cycle stands, and what happens next. */
export function RoomCycle({ room }: { room: ShownRoom }) {
  const { t } = useTranslation('growing');
  const { stage, stages, expected_harvest_on: expected } = room;
  const days = Object.fromEntries(
    stages.map(({ stage: begun, since }) => [
      begun,
      <>
        {begun === stage ? `${t('room.since')} ` : null}
        <Time at={since} format="short" />
      </>,
    ]),
  );
  const isAhead = stage === 'seedling' || stage === 'vegetative' || stage === 'flowering';
  const about = isAhead && expected ? <Time at={expected} format="date" /> : null;
  if (about && expected)
    days.harvest = (
      <>
        {t('room.about')} <Time at={expected} format="short" />
      </>
    );
  return (
    <Card title={stage ? t('room.heading', { cycle: room.cycle }) : t('room.heading_new')} width={8} fill>
      <div className="stack">
        <GrowthRow current={stage ?? 'waiting'} days={days} />
        <NextStep
          what={t(`room.next.${stage ?? 'waiting'}`)}
          when={
            about ? (
              <>
                {t(stage === 'flowering' ? 'room.about' : 'room.harvest_about')} {about}
              </>
            ) : (
              t('room.no_day')
            )
          }
          can={t('room.can')}
        />
      </div>
    </Card>
  );
}
