/**
 * Computes how two stretches of one day overlap. A stretch is what one statement says about the day: the balances
 * before and after, and the transfers between, in no order. The balances decide whether equal transfers are one or two.
 */
import { type Item, referencesOf, type Stretch } from './stretch';

/** How many transfers of each kind two stretches share, and where both together begin and end. */
export interface Overlap {
  counts: Map<string, number>;
  size: number;
  /** The number of references that speak against it. */
  conflicts: number;
  /** The stretches may also share nothing, because neither balances nor references decide. */
  isDoubtful: boolean;
  from: bigint;
  to: bigint;
}

/** With more sums the search gives up, so that no file takes minutes. */
const mostSums = 20_000;

interface Kind {
  facts: string;
  amount: bigint;
  one: Item[];
  other: Item[];
  /** Conflicts, indexed by the number of shared transfers. */
  conflicts: number[];
}

/**
 * Returns the overlap that the balances allow. It has the fewest conflicting references, then the most shared
 * transfers, so that nothing is counted twice. A stretch shares nothing with an earlier import if it begins where that
 * one ended, and would otherwise have to begin before it. Returns null if the balances allow no overlap, or several
 * that share different transfers.
 */
export function findOverlap(one: Stretch, other: Stretch): Overlap | null {
  const kinds = kindsOf(one.items, other.items);
  const chains = listChains(one, other, kinds);
  const found = [
    ...holds(one, other, kinds, 'other'),
    ...holds(other, one, kinds, 'one'),
    ...follows(kinds, one.to - other.from, { from: one.from, to: other.to }),
    ...follows(kinds, other.to - one.from, { from: other.from, to: one.to }),
    ...chains,
  ];
  const fewest = Math.min(...found.map(({ conflicts }) => conflicts));
  const fitting = found.filter(({ conflicts }) => conflicts === fewest);
  const [first, next] = one.at < other.at ? [one, other] : [other, one];
  const sharing = fitting.filter(({ counts }) => sizeOf(counts) > 0);
  const isNew = first.to === next.from && sharing.every(({ from }) => from !== first.from);
  const chain = isNew && fitting.find((one) => chains.includes(one) && one.from === first.from);
  const [best, ...others] = chain ? [chain] : fitting.sort((a, b) => sizeOf(b.counts) - sizeOf(a.counts));
  if (best === undefined) return null;
  const isClear = [best, ...others].every(({ most }) => most.every((count, at) => count <= (best.counts[at] ?? 0)));
  if (!isClear) return null;
  const size = sizeOf(best.counts);
  if (size === 0 && mayBeWordedOtherwise(one, other)) return null;
  const counts = new Map(kinds.map(({ facts }, at) => [facts, best.counts[at] ?? 0]));
  const mayBeApart = chains.length > 0 || one.from === one.to || other.from === other.to;
  const isDoubtful = size > 0 && mayBeApart && sum(kinds, none(kinds)) === fewest;
  return { counts, size, conflicts: fewest, isDoubtful, from: best.from, to: best.to };
}

/**
 * Returns whether two stretches with the same balances and amounts may be the same in other words, because references
 * do not tell them apart.
 */
function mayBeWordedOtherwise(one: Stretch, other: Stretch): boolean {
  const amountsOf = ({ items }: Stretch) => `${items.map(({ amount }) => amount).sort()}`;
  const isSame = one.from === other.from && one.to === other.to && amountsOf(one) === amountsOf(other);
  return isSame && [...one.items, ...other.items].some((item) => referencesOf(item).length === 0);
}

/** Returns the solutions in which one begins where the other ends and they share nothing. */
function listChains(one: Stretch, other: Stretch, kinds: Kind[]): Solution[] {
  const counts = none(kinds);
  const chain = ([before, after]: [Stretch, Stretch]): Solution[] =>
    before.to === after.from
      ? [{ counts, most: counts, conflicts: sum(kinds, counts), from: before.from, to: after.to }]
      : [];
  return [...chain([one, other]), ...chain([other, one])];
}

const none = (kinds: Kind[]): number[] => kinds.map(() => 0);

interface Solution {
  /** The number of shared transfers by kind. */
  counts: number[];
  /** The largest count of each kind among the solutions with as many conflicts. */
  most: number[];
  conflicts: number;
  from: bigint;
  to: bigint;
}

function kindsOf(one: Item[], other: Item[]): Kind[] {
  const kinds = new Map<string, Kind>();
  const kindOf = ({ facts, amount }: Item) => {
    const kind = kinds.get(facts) ?? { facts, amount, one: [], other: [], conflicts: [] };
    kinds.set(facts, kind);
    return kind;
  };
  for (const item of one) kindOf(item).one.push(item);
  for (const item of other) kindOf(item).other.push(item);
  for (const kind of kinds.values()) kind.conflicts = countConflicts(kind);
  return [...kinds.values()];
}

/**
 * Returns the conflicts for each number of shared transfers. A conflict is one reference on two transfers, or two
 * references on one.
 */
function countConflicts({ one, other }: Kind): number[] {
  const [ours, theirs] = [one.map(referencesOf), other.map(referencesOf)];
  const shared = ours.filter((own) => own.some((reference) => theirs.some((its) => its.includes(reference)))).length;
  const [ourFree, theirFree] = [ours, theirs].map((all) => all.filter((own) => own.length === 0).length) as [
    number,
    number,
  ];
  const others = Math.min(one.length, other.length) - shared;
  const agreeable = Math.min(ourFree + theirFree, Math.max(others, 0));
  return Array.from({ length: Math.min(one.length, other.length) + 1 }, (_, count) =>
    count < shared ? shared - count : Math.max(0, count - shared - agreeable),
  );
}

/** Returns the solution in which one stretch lies inside the other as a whole. */
function holds(outer: Stretch, inner: Stretch, kinds: Kind[], side: 'one' | 'other'): Solution[] {
  const away = side === 'other' ? 'one' : 'other';
  if (kinds.some((kind) => kind[side].length > kind[away].length)) return [];
  const rest = kinds.flatMap((kind) => kind[away].slice(kind[side].length).map(({ amount }) => amount));
  if (!canSum(rest, inner.from - outer.from)) return [];
  const counts = kinds.map((kind) => kind[side].length);
  return [{ counts, most: counts, conflicts: sum(kinds, counts), from: outer.from, to: outer.to }];
}

const sum = (kinds: Kind[], counts: number[]): number =>
  kinds.reduce((total, { conflicts }, at) => total + (conflicts[counts[at] ?? 0] ?? 0), 0);
const sizeOf = (counts: number[]): number => counts.reduce((total, count) => total + count, 0);

/** Returns whether some of the amounts sum to `wanted`. Returns true if there are too many sums to try. */
export function canSum(amounts: bigint[], wanted: bigint): boolean {
  if (wanted === 0n || amounts.reduce((total, amount) => total + amount, 0n) === wanted) return true;
  const sums = new Set([0n]);
  for (const amount of amounts) {
    for (const reached of [...sums]) sums.add(reached + amount);
    if (sums.has(wanted) || sums.size > mostSums) return true;
  }
  return false;
}

/** Returns the solution in which one ends inside the other, so that the shared transfers sum to `wanted`. */
function follows(kinds: Kind[], wanted: bigint, span: { from: bigint; to: bigint }): Solution[] {
  const full = kinds.map(({ one, other }) => Math.min(one.length, other.length));
  const total = kinds.reduce((all, { amount }, at) => all + amount * BigInt(full[at] ?? 0), 0n);
  const least = kinds.reduce((all, { conflicts }) => all + Math.min(...conflicts), 0);
  if (total === wanted && sum(kinds, full) === least) return [{ counts: full, most: full, conflicts: least, ...span }];
  const found = choose(kinds, full, wanted);
  return found === null ? [] : [{ ...found, ...span }];
}

interface Choice {
  counts: number[];
  most: number[];
  conflicts: number;
}

/** Returns how many transfers of each kind are shared, so that their amounts sum to `wanted`, or null. */
function choose(kinds: Kind[], full: number[], wanted: bigint): Choice | null {
  const open = kinds.map((_, at) => at).filter((at) => full[at] !== 0);
  let choices = new Map<bigint, Choice>([[0n, { counts: [], most: [], conflicts: 0 }]]);
  for (const at of open) {
    const next = new Map<bigint, Choice>();
    const { amount, conflicts } = kinds[at] as Kind;
    for (const [reached, choice] of choices) {
      for (let count = 0; count <= (full[at] ?? 0); count++) {
        const place = reached + amount * BigInt(count);
        next.set(place, better(next.get(place), longer(choice, count, conflicts[count] ?? 0)));
      }
    }
    if (next.size > mostSums) return null;
    choices = next;
  }
  const found = choices.get(wanted);
  if (found === undefined) return null;
  const ofAll = (counts: number[]) => kinds.map((_, at) => counts[open.indexOf(at)] ?? 0);
  return { counts: ofAll(found.counts), most: ofAll(found.most), conflicts: found.conflicts };
}

const longer = ({ counts, most, conflicts }: Choice, count: number, more: number): Choice => ({
  counts: [...counts, count],
  most: [...most, count],
  conflicts: conflicts + more,
});

function better(known: Choice | undefined, found: Choice): Choice {
  if (known === undefined || found.conflicts < known.conflicts) return found;
  if (found.conflicts > known.conflicts) return known;
  const { counts } = sizeOf(found.counts) > sizeOf(known.counts) ? found : known;
  return {
    counts,
    most: known.most.map((count, at) => Math.max(count, found.most[at] ?? 0)),
    conflicts: known.conflicts,
  };
}
