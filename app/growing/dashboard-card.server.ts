import { contract } from '../../upstream/contract/contract';
import type { PlantStage } from '../../upstream/contract/growing-plants';
import type { Member } from '../platform/request/gates.server';

/** Loads the member's plants by stage, the next harvest, and the newest payout. */
export async function loadGrowingCard({ api }: Member) {
  const { plants, groups, next_harvest: next, latest } = await api.call(contract.growingPlants.getGrowing);
  const stages = new Map<PlantStage, { count: number; rooms: string[] }>();
  const add = (stage: PlantStage, count: number, room: string) => {
    if (count === 0) return;
    const found = stages.get(stage) ?? { count: 0, rooms: [] };
    stages.set(stage, { count: found.count + count, rooms: [...new Set([...found.rooms, room])] });
  };
  for (const group of groups) {
    add(group.stage, group.plants, group.room.name);
    add('lost', group.lost, group.room.name);
  }
  const paid = latest.findLast(({ paid_at }) => paid_at !== null);
  return {
    plants,
    stages: [...stages].map(([stage, found]) => ({ stage, ...found })),
    next: next && { room: next.room.name, plants: next.plants, on: next.expected_on },
    paid: paid ? { id: paid.id, room: paid.room.name, cycle: paid.cycle, ...payoutOf(paid) } : null,
  };
}

const payoutOf = ({
  my_payout: amount,
  currency,
  paid_at: at,
}: {
  my_payout: string;
  currency: string;
  paid_at: string | null;
}) => ({
  ...{ amount, currency, at: at ?? '' },
});
