import { contract } from '../../upstream/contract/contract';
import {
  type GrowingSummary,
  type HarvestLine,
  latestHarvests,
  type PlantGroup,
} from '../../upstream/contract/growing-plants';
import { isClosed } from '../platform/page/introductions';
import { pageNumber } from '../platform/page/paginator.server';
import type { Member } from '../platform/request/gates.server';
import { redirect } from '../platform/request/responses.server';
import { barsOf } from '../ui/chart.server';
import type { PageShape } from '../ui/pagination';
import { filtersIn, filtersPath } from './plant-filters';

/**
 * Rows of plants, and how many of them have the drawing of their stage. The page weight leaves room for no more (quality:
 * 14,600 bytes), and for fewer rows beside the open filter or the buttons of a later page.
 */
const MOST_GROUPS = 8;
const MOST_GROUPS_BESIDE = 3;
const MOST_DRAWN = 3;

/** Loads the member's plants by room, what the newest harvests brought, and a page of all harvests. */
export async function loadOverview(current: Member) {
  const { searchParams } = current.url;
  const { room, stage } = filtersIn(searchParams);
  const page = pageNumber(searchParams.get('page'));
  const [summary, older] = await Promise.all([
    current.api.call(contract.growingPlants.getGrowing),
    page > 1
      ? current.api.call(contract.growingPlants.listHarvests, { query: { page, per_page: latestHarvests } })
      : null,
  ]);
  if (older && page > older.last_page) {
    throw await redirect(current, filtersPath('/growing', { room, stage }, older.last_page));
  }
  const { groups, plants, next_harvest, latest } = summary;
  const fits = groups.filter((group) => (!room || group.room.code === room) && (!stage || isIn(group, stage)));
  const filter =
    searchParams.has('filter') || room || stage ? { rooms: roomsOf(groups), stages: stagesOf(groups) } : null;
  const most = filter || older ? MOST_GROUPS_BESIDE : MOST_GROUPS;
  return {
    plants,
    // The open filter takes the weight of the next harvest.
    next: filter ? null : next_harvest && nextOf(next_harvest),
    groups: fits
      .slice(0, most)
      .map((group, index) => ({ ...groupOf(group), ...(index < MOST_DRAWN && { drawn: true }) })),
    moreGroups: Math.max(0, fits.length - most),
    typed: { room, stage },
    canFilter: groups.length > 1,
    filter,
    // The rows of the first page are its bars. It has an address of its own, because it weighs too much for the overview.
    chart:
      searchParams.has('chart') && !older && latest.length > 0
        ? barsOf(latest.map((line) => Number(line.grams_per_plant)))
        : null,
    sums: summary.harvests > 0 ? sumsOf(summary) : null,
    harvests: (older?.data ?? latest.toReversed()).map(rowOf),
    page: older ? pageOf(older) : firstOf(summary.harvests),
    introduction: introductionFor(current, summary),
  };
}

// What a page does not draw is not sent, nor a name without a value: each costs weight.
const nextOf = ({ room, plants, expected_on }: NonNullable<GrowingSummary['next_harvest']>) => ({
  ...{ room: room.name, code: room.code, plants, on: expected_on },
});

const groupOf = ({ room, stage_since, expected_harvest_on, lost, ...group }: PlantGroup) => ({
  ...{ strain: group.strain, stage: group.stage, plants: group.plants },
  ...{ code: room.code, name: room.name, cycle: group.first_cycle ?? group.cycle_number },
  ...(stage_since && { since: stage_since }),
  ...(expected_harvest_on && { expected: expected_harvest_on }),
  ...(lost > 0 && { lost }),
});

const isIn = (group: PlantGroup, stage: string) => (stage === 'lost' ? group.lost > 0 : group.stage === stage);

/** The rooms of the groups, each once. */
export function roomsOf(groups: readonly PlantGroup[]) {
  const names = new Map(groups.map(({ room }) => [room.code, `${room.name}, ${room.city}`]));
  return [...names].map(([value, label]) => ({ value, label }));
}

const stagesOf = (groups: readonly PlantGroup[]) => [
  ...new Set([
    ...groups.map(({ stage }) => stage),
    ...groups.flatMap(({ lost }) => (lost > 0 ? ['lost' as const] : [])),
  ]),
];

const rowOf = ({ room, my_lost, correction, ...line }: HarvestLine) => ({
  ...{ id: line.id, cycle: line.cycle, room: room.name, paid: line.paid_at },
  ...{ plants: line.my_plants, grams: line.my_grams, each: line.grams_per_plant, payout: line.my_payout },
  ...(my_lost > 0 && { lost: my_lost }),
  ...(correction && { correction }),
});

const pageOf = ({ current_page, last_page, from, to, total }: PageShape): PageShape => ({
  ...{ current_page, last_page, from, to, total },
});

const firstOf = (total: number): PageShape => ({
  current_page: 1,
  last_page: Math.max(1, Math.ceil(total / latestHarvests)),
  from: total > 0 ? 1 : null,
  to: total > 0 ? Math.min(total, latestHarvests) : null,
  total,
});

/** Who has had a harvest needs no introduction. */
function introductionFor({ modules, member }: Member, { harvests }: GrowingSummary): 'open' | 'closed' | null {
  if (!modules.includes('wallet') || harvests > 0) return null;
  return isClosed('growing_intro', member.user) ? 'closed' : 'open';
}

const sumsOf = ({ paid, grams, harvests, lost, currency }: GrowingSummary) => ({
  ...{ paid, grams, harvests, lost, currency },
});

export type Overview = Awaited<ReturnType<typeof loadOverview>>;
