import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { Card } from '../ui/card';
import { Link } from '../ui/link';
import { WayBack } from '../ui/way-back';
import { documentSheet, GrowingSheet } from './components/growing-sheet';
import { OwnPlants } from './components/own-plants';
import { Photos } from './components/photo';
import { PlantProof } from './components/plant-proof';
import { RoomCycle } from './components/room-cycle';
import { RoomHistory } from './components/room-history';
import { RoomLosses } from './components/room-losses';
import { RoomNumbers } from './components/room-numbers';
import { loadRoom, type RoomHead, type ShownRoom } from './room.server';

export const handle = {
  title: (data) => (data as { room: RoomHead }).room.name,
  gate: 'member',
  sheet: documentSheet,
  modules: ['growing'],
  permission: 'growing.view',
  i18n: ['growing'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  return loadRoom(await requireMember(args, handle), args);
}

export default function Room() {
  const { t } = useTranslation('growing');
  const loaded = useLoaderData<typeof loader>();
  const { room } = loaded;
  const isNew = room.cycle === 0;
  return (
    <>
      <GrowingSheet />
      <div className="head">
        {'own' in room ? (
          <WayBack to="/growing">{t('common:titles.growing')}</WayBack>
        ) : (
          <WayBack to={`/growing/room/${room.code}`}>{room.name}</WayBack>
        )}
        <h1>{room.name}</h1>
        <p className="muted">
          {room.city}, {t('room.code')} <span className="ref">{room.code}</span>
          {room.strain ? (
            <>
              , <i className="note">{room.strain}</i>
            </>
          ) : null}
          {isNew ? '. ' : `, ${t('room.cycle', { cycle: room.cycle })}. `}
          {isNew ? `${t('room.new')} ` : null}
          {t('room.mine', { count: room.mine })}
        </p>
      </div>
      {'own' in room ? <Everything room={room} /> : null}
      {loaded.photos ? (
        <Card title={t('room.photos')}>
          <Photos photos={loaded.photos} />
        </Card>
      ) : null}
      {'numbers' in loaded ? (
        <div className="stack stack-l">
          <PlantProof room={room}>
            <RoomNumbers room={room} {...loaded.numbers} />
          </PlantProof>
          {loaded.losses ? <RoomLosses room={{ ...room, losses: loaded.losses }} /> : null}
        </div>
      ) : null}
    </>
  );
}

/** The page of the room itself. */
function Everything({ room }: { room: ShownRoom }) {
  return (
    <div className="grid">
      <RoomCycle room={room} />
      <OwnPlants room={room} />
      <PlantProof room={room} isNarrow={room.cycle > 0}>
        <RoomNumbers room={room} />
      </PlantProof>
      {room.cycle > 0 ? <RoomHistory room={room} /> : null}
      {room.photo ? <NewestPhoto room={room} photo={room.photo} /> : null}
      {room.cycle > 0 ? <RoomLosses room={room} isPreview /> : null}
    </div>
  );
}

/** A preview. The photos have a page of their own, because they weigh as much as the rest of this one. */
function NewestPhoto({ room, photo }: { room: ShownRoom; photo: NonNullable<ShownRoom['photo']> }) {
  const { t } = useTranslation('growing');
  const all = <Link to={`/growing/room/${room.code}?photos=all`}>{t('room.all_photos')}</Link>;
  return (
    <Card title={t('room.photos')} end={all}>
      <img className="pic" {...photo} alt={photo.alt} loading="lazy" />
    </Card>
  );
}
