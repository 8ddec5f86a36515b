import { contract } from '../../upstream/contract/contract';
import type { Plant } from '../../upstream/contract/growing-plants';
import { pageNumber } from '../platform/page/paginator.server';
import type { Member } from '../platform/request/gates.server';
import { redirect } from '../platform/request/responses.server';
import { roomsOf } from './overview.server';
import { filtersIn, filtersPath, longestNumber, queryOf, type TypedFilters } from './plant-filters';

/** The page weight leaves room for no more (quality: 14,600 bytes). */
const SHOWN = 15;

/** Loads a page of the member's plants, or the error of what was typed as a number. */
export async function loadPlants(current: Member) {
  const { searchParams } = current.url;
  const typed = filtersIn(searchParams);
  const faults = faultsOf(current, typed);
  const page = pageNumber(searchParams.get('page'));
  const query = { ...queryOf({ ...typed, q: faults ? '' : typed.q }), page, per_page: SHOWN };
  const [found, { groups }] = await Promise.all([
    current.api.call(contract.growingPlants.listPlants, { query }),
    current.api.call(contract.growingPlants.getGrowing),
  ]);
  if (page > found.last_page) throw await redirect(current, filtersPath('/growing/plants', typed, found.last_page));
  const { current_page, last_page, from, to, total } = found;
  const rooms = roomsOf(groups);
  const isKnown = !typed.room || rooms.some(({ value }) => value === typed.room);
  return {
    typed,
    errors: { q: faults?.q ?? [] },
    rooms: isKnown ? rooms : [...rooms, { value: typed.room, label: typed.room }],
    page: { current_page, last_page, from, to, total },
    plants: faults ? [] : found.data.map(rowOf),
  };
}

function faultsOf({ t }: Member, { q }: TypedFilters): { q: string[] } | undefined {
  if (q.length <= longestNumber) return undefined;
  return { q: [t('form.max', { field: t('growing:plants.number'), maxLength: String(longestNumber) })] };
}

const rowOf = ({ number, room, stage, stage_since, expected_harvest_on, first_cycle, cycles_left, lost }: Plant) => ({
  ...{ number, room: { code: room.code, name: room.name }, stage, since: stage_since },
  ...{ expected: expected_harvest_on, first: first_cycle, left: cycles_left, reason: lost?.reason ?? null },
});

export type ListedPlant = ReturnType<typeof rowOf>;
