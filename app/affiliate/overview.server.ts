import type { Affiliate } from '../../upstream/contract/affiliate';
import { contract } from '../../upstream/contract/contract';
import type { Member } from '../platform/request/gates.server';
import { barsOf } from '../ui/chart.server';

/** The page weight leaves room for no more (quality: 14,600 bytes). */
const MOST_CAMPAIGNS = 5;

/** Loads what came of the member's link. The months have an address of their own, because of their weight. */
export async function loadFigures(current: Member) {
  const isGrowth = current.url.searchParams.has('growth');
  const [{ stats, levels, campaigns, currency, name_hidden }, growth] = await Promise.all([
    current.api.call(contract.affiliate.getAffiliate),
    isGrowth ? current.api.call(contract.affiliate.getGrowth) : null,
  ]);
  return {
    ...{ stats, currency, isHidden: name_hidden },
    levels: levels.filter(({ rate }) => rate !== null).map(levelOf),
    counted: countedOf(levels.filter(({ rate }) => rate === null)),
    campaigns: campaigns.slice(0, MOST_CAMPAIGNS),
    growth: growth && { months: growth.months, shape: barsOf(growth.months.map(({ members }) => members)) },
  };
}

const levelOf = ({ level, members, active, volume, rate }: Affiliate['levels'][number]) => ({
  ...{ name: String(level), members, active, volume, rate },
});

/** The levels that earn nothing, as one line; null without a member there. */
function countedOf(levels: Affiliate['levels']) {
  const [first] = levels;
  if (!first) return null;
  return {
    from: first.level,
    members: levels.reduce((sum, { members }) => sum + members, 0),
    active: levels.reduce((sum, { active }) => sum + active, 0),
    volume: sumOf(levels.map(({ volume }) => volume)),
  };
}

/** Adds amounts of two decimals in whole cents, because a float never holds money. */
function sumOf(amounts: readonly string[]): string {
  const cents = amounts.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n);
  return String(cents)
    .padStart(3, '0')
    .replace(/(\d\d)$/, '.$1');
}

export type Figures = Awaited<ReturnType<typeof loadFigures>>;
