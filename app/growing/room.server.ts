import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { Room, RoomPlant } from '../../upstream/contract/growing-rooms';
import { pageNumber } from '../platform/page/paginator.server';
import type { Member } from '../platform/request/gates.server';
import { redirect } from '../platform/request/responses.server';
import { numbersPath, wantedIn } from './room-numbers';

const NUMBERS_PER_PAGE = 40;
/** Few of each, so that the page keeps its weight. All of them are a link away. */
const MOST_OWN = 6;
const MOST_LOSSES = 1;

/**
 * Loads a room, or all its photos, or the proof of its plants with one page of the numbers that the address asks for. A
 * page behind the last leads to the last.
 */
export async function loadRoom(current: Member, { params }: Pick<LoaderFunctionArgs, 'params'>) {
  const { searchParams } = current.url;
  const wanted = wantedIn(searchParams);
  const code = { code: params.code ?? '' };
  const { getRoom, listRoomPlants } = contract.growingRooms;
  if (!wanted) {
    const room = await current.api.call(getRoom, { params: code });
    return searchParams.has('photos') ? { room: headOf(room), photos: room.photos ?? [] } : { room: shownOf(room) };
  }
  const page = pageNumber(searchParams.get('page'));
  const query = {
    ...{ page, per_page: NUMBERS_PER_PAGE },
    ...(wanted.q && { q: wanted.q }),
    ...(wanted.show !== 'all' && { show: wanted.show }),
  };
  const [room, found] = await Promise.all([
    current.api.call(getRoom, { params: code }),
    current.api.call(listRoomPlants, { params: code, query }),
  ]);
  if (page > found.last_page) throw await redirect(current, numbersPath(room.code, wanted, found.last_page));
  const { current_page, last_page, from, to, total, data: plants } = found;
  return {
    room: headOf(room),
    ...(wanted.show === 'lost' && !wanted.q && { losses: room.losses }),
    numbers: { wanted, plants, pages: { current_page, last_page, from, to, total } },
  };
}

/** What the pages of the photos and of the numbers show too. */
function headOf({ code, name, city, strain, cycle, stage, mine, ...room }: Room) {
  const { stages, plants, places, waiting, losses_total, count } = room;
  return { code, name, city, strain, cycle, stage, mine, stages, plants, places, waiting, losses_total, count };
}

/** The newest photo in its smallest width. */
function previewOf(photo: NonNullable<Room['photos']>[number] | undefined) {
  if (!photo) return null;
  const width = Math.min(...photo.widths);
  const height = Math.round((width * photo.height) / photo.width);
  return { src: `/growing/photo/${photo.id}/${width}.jpeg`, alt: photo.alt, width, height };
}

function shownOf(room: Room) {
  const { own, photos } = room;
  // A lost plant is what the member wants to know of first.
  const isLost = (one: RoomPlant) => Number(one.state === 'lost');
  const first = own.toSorted((one, other) => isLost(other) - isLost(one)).slice(0, MOST_OWN);
  const numbersOf = (state: RoomPlant['state']) => first.filter((one) => one.state === state).map((one) => one.number);
  return {
    ...headOf(room),
    expected_harvest_on: room.expected_harvest_on,
    own: { standing: numbersOf('standing'), waiting: numbersOf('waiting'), lost: numbersOf('lost') },
    losses: room.losses.slice(0, MOST_LOSSES),
    photo: previewOf(photos?.[0]),
  };
}

/** A room as each of its pages shows it. */
export type RoomHead = ReturnType<typeof headOf>;
export type ShownRoom = ReturnType<typeof shownOf>;
