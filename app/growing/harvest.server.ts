import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { Harvest } from '../../upstream/contract/growing-harvests';
import type { Member } from '../platform/request/gates.server';

type Args = Pick<LoaderFunctionArgs, 'params'>;

/** Returns the harvest in the address, and its version if it names one. Anything else is no version. */
function harvestIn({ url }: Member, { params }: Args) {
  const version = url.searchParams.get('version') ?? '';
  return { params: { id: params.id ?? '' }, query: /^[1-9]\d?$/.test(version) ? { version: Number(version) } : {} };
}

/** Loads the statement, and whether the member may open its transactions. Throws the 404 page. */
export async function loadHarvest(current: Member, args: Args) {
  const harvest = await current.api.call(contract.growingHarvests.getHarvest, harvestIn(current, args));
  return { harvest: shownOf(harvest), seesWallet: current.member.user.permissions.includes('wallet.view') };
}

/** Leaves out what the page does not draw, and what is 0 for most members: it would be sent twice, as HTML and data. */
function shownOf({ room, status: _, strain: _s, grams_per_plant: _g, smallest_with_cent, mine, ...harvest }: Harvest) {
  return {
    ...harvest,
    room: room.name,
    mine: mine && mineOf(mine),
    ...(mine && smallest_with_cent && { rest: { mine: mine.remainder_cents, smallest: smallest_with_cent } }),
    ...(harvest.corrections.some(({ version }) => version === harvest.version) && { isCorrection: true }),
    corrections: harvest.corrections.map(({ version, replaced_version, at, reason, difference }) => ({
      ...{ version, replaced_version, at, reason, difference },
    })),
  };
}

function mineOf({ numbers, remainder_cents: _, ...mine }: NonNullable<Harvest['mine']>) {
  const named = numbers.reduce((sum, { count }) => sum + count, 0);
  return {
    ...mine,
    numbers: numbers.flatMap(({ first, last, count }): (string | string[])[] => {
      if (count > 2) return [[first, last]];
      return count === 2 ? [first, last] : [first];
    }),
    hasMore: named < mine.plants,
  };
}

export type ShownHarvest = ReturnType<typeof shownOf>;

export const requestHarvestPdf = (current: Member, args: Args) =>
  current.api.attempt(contract.growingHarvests.getHarvestPdf, harvestIn(current, args));
