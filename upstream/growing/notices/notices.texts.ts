/** What members read when a stage began or plants were lost. */
import type { Stage } from '../../contract/growing';
import type { Language } from '../../http/env';
import type { NewNotification } from '../../notifications/notifications';
import { plantNumber } from '../plants/numbers';
import type { RoomRow } from '../rooms/lock-room';
import type { growingNotices } from './notices.tables';

/** A member's plants that a notice is about, with the first of their running numbers. */
export interface OwnPlants {
  userId: number;
  plants: number;
  positions: number[];
  reason?: { en: string; de: string };
}

const en = {
  stages: {
    seedling: 'seedling',
    vegetative: 'growth',
    flowering: 'flowering',
    harvest: 'harvest',
    drying: 'drying',
    resting: 'resting',
  } satisfies Record<Stage, string>,
  stageTitle: (room: string, stage: string) => `${room}: ${stage}`,
  began: (plants: number, cycle: number, stage: string) =>
    `${plants === 1 ? '1 of your plants is' : `${plants} of your plants are`} in a new stage of cycle ${cycle}: ${stage}.`,
  lostTitle: (room: string, plants: number) =>
    `${room}: ${plants === 1 ? '1 of your plants is' : `${plants} of your plants are`} lost`,
  lost: (numbers: string, reason: string) =>
    `${numbers}. Reason: ${reason}. Lost plants have no share in this harvest. They are replanted with the next cycle at the club’s cost, and none of their cycles is used up.`,
  more: (count: number) => ` and ${count} more`,
};

const de: typeof en = {
  stages: {
    seedling: 'Sämling',
    vegetative: 'Wachstum',
    flowering: 'Blüte',
    harvest: 'Ernte',
    drying: 'Trocknung',
    resting: 'Ruhe',
  },
  stageTitle: (room, stage) => `${room}: ${stage}`,
  began: (plants, cycle, stage) =>
    `${plants === 1 ? '1 deiner Pflanzen ist' : `${plants} deiner Pflanzen sind`} in einer neuen Stufe von Zyklus ${cycle}: ${stage}.`,
  lostTitle: (room, plants) =>
    `${room}: ${plants === 1 ? '1 deiner Pflanzen ist' : `${plants} deiner Pflanzen sind`} verloren`,
  lost: (numbers, reason) =>
    `${numbers}. Grund: ${reason}. Verlorene Pflanzen haben keinen Anteil an dieser Ernte. Sie werden mit dem nächsten Zyklus auf Kosten des Vereins nachgepflanzt, und keiner ihrer Zyklen wird verbraucht.`,
  more: (count) => ` und ${count} weitere`,
};

type Notice = Pick<typeof growingNotices.$inferSelect, 'event' | 'cycle'>;

/** Returns the notification about a notice for one member. */
export function noticeFor(notice: Notice, room: RoomRow, own: OwnPlants): Omit<NewNotification, 'userId' | 'now'> {
  const words = { en: wordsFor(notice, room, own, 'en'), de: wordsFor(notice, room, own, 'de') };
  const isLoss = notice.event === 'lost';
  return {
    type: isLoss ? 'growing.plants_lost' : 'growing.stage_began',
    title: { en: words.en.title, de: words.de.title },
    description: { en: words.en.description, de: words.de.description },
    class: 'plant',
    status: isLoss ? 'warning' : 'info',
    url: `/growing/room/${room.code}`,
  };
}

function wordsFor({ event, cycle }: Notice, room: RoomRow, own: OwnPlants, language: Language) {
  const texts = language === 'de' ? de : en;
  const name = language === 'de' ? room.nameDe : room.name;
  if (event !== 'lost') {
    const stage = texts.stages[event];
    return { title: texts.stageTitle(name, stage), description: texts.began(own.plants, cycle, stage) };
  }
  const more = own.plants - own.positions.length;
  const numbers = own.positions.map((position) => plantNumber(room.code, position)).join(', ');
  return {
    title: texts.lostTitle(name, own.plants),
    description: texts.lost(
      numbers + (more > 0 ? texts.more(more) : ''),
      (own.reason?.[language] ?? '').replace(/\.$/, ''),
    ),
  };
}
