/** Concludes the transfers of one day from every statement about it, in whatever order the statements were imported. */
import { listDetails, mergeBare } from './bare';
import { endsOf, markClashes } from './clashes';
import { findOverlap, type Overlap } from './overlap';
import { type Item, type Line, referencesOf, type Stretch, sumOf, uniteItems } from './stretch';

/** What one statement says about the day. `from` is null if its balances are missing or wrong. */
export interface DayReport {
  from: bigint | null;
  lines: Line[];
}

export interface Day {
  /** Each transfer once. */
  items: Item[];
  /** The balance at the end of each stretch that the statements cover without a gap, the longest first. */
  ends: bigint[];
}

export function concludeDay(reports: DayReport[]): Day {
  const stretches: Stretch[] = [];
  const plain: Item[][] = [];
  for (const [at, { from, lines }] of reports.entries()) {
    const items = lines.map((line) => ({
      facts: line.facts,
      amount: line.amount,
      lines: [line],
      groups: [[line]],
      clashes: [],
    }));
    if (from === null) plain.push(items);
    else stretches.push({ from, to: from + sumOf(items), at, items });
  }
  const joined = joinOverlapping(joinChains(stretches)).sort((a, b) => b.items.length - a.items.length);
  const [first = [], ...others] = joined.map(({ items }) => items);
  const proven = others.reduce((ones, more) => addUnproven(ones, more), first);
  const items = plain.reduce((ones, more) => addUnproven(ones, more), markClashes(proven, joined));
  return { items, ends: endsOf(joined) };
}

/**
 * Joins stretches if one begins where the other ends and they share no kind of transfer, because there is no other way
 * to read them. A day may have hundreds.
 */
function joinChains(stretches: Stretch[]): Stretch[] {
  const beginAt = new Map<bigint, Stretch[]>();
  const endAt = new Map<bigint, number>();
  for (const stretch of stretches) {
    beginAt.set(stretch.from, [...(beginAt.get(stretch.from) ?? []), stretch]);
    endAt.set(stretch.to, (endAt.get(stretch.to) ?? 0) + 1);
  }
  const isFirst = ({ from, to }: Stretch) => from === to || endAt.get(from) === undefined;
  const done = new Set<Stretch>();
  const chains: Stretch[] = [];
  for (const start of [...stretches.filter(isFirst), ...stretches]) {
    if (done.has(start)) continue;
    done.add(start);
    const chain = { ...start, items: [...start.items] };
    const kinds = new Set(chain.items.map(({ facts }) => facts));
    for (;;) {
      const [next, ...more] = beginAt.get(chain.to) ?? [];
      if (!next || more.length > 0 || endAt.get(chain.to) !== 1 || done.has(next) || next.from === next.to) break;
      if (next.items.some(({ facts }) => kinds.has(facts))) break;
      done.add(next);
      chain.items.push(...next.items);
      for (const { facts } of next.items) kinds.add(facts);
      chain.to = next.to;
      chain.at = Math.min(chain.at, next.at);
    }
    chains.push(chain);
  }
  return chains;
}

/** Joins stretches that may overlap or follow each other by their balances, the best overlap first. */
function joinOverlapping(stretches: Stretch[]): Stretch[] {
  const known = new Map<Stretch, Map<Stretch, Overlap | null>>();
  const overlapOf = (one: Stretch, other: Stretch) => {
    const ofOne = known.get(one) ?? new Map<Stretch, Overlap | null>();
    known.set(one, ofOne);
    if (!ofOne.has(other)) ofOne.set(other, findOverlap(one, other));
    return ofOne.get(other) ?? null;
  };
  let left = [...stretches];
  for (;;) {
    let best: { one: Stretch; other: Stretch; overlap: Overlap } | undefined;
    for (const [at, one] of left.entries()) {
      for (const other of left.slice(at + 1)) {
        const overlap = overlapOf(one, other);
        if (overlap && (!best || isBetter(overlap, best.overlap))) best = { one, other, overlap };
      }
    }
    if (!best) return left;
    const { one, other, overlap } = best;
    left = [...left.filter((stretch) => stretch !== one && stretch !== other), join(one, other, overlap)];
  }
}

function isBetter(one: Overlap, other: Overlap): boolean {
  if (one.conflicts !== other.conflicts) return one.conflicts < other.conflicts;
  return one.isDoubtful === other.isDoubtful ? one.size > other.size : other.isDoubtful;
}

function join(one: Stretch, other: Stretch, { counts, isDoubtful, from, to }: Overlap): Stretch {
  const pairs = pairUp(one.items, other.items, (facts) => counts.get(facts) ?? 0, false);
  const isProven = (a: Item, b: Item) => !isDoubtful || shareReference(a, b);
  return { from, to, at: Math.min(one.at, other.at), items: unite(one.items, other.items, pairs, isProven) };
}

type Pairs = Map<Item, Item>;

/** Pairs as many equal transfers as allowed: first those that share a reference, then those with the same text. */
function pairUp(ones: Item[], others: Item[], most: (facts: string) => number, agreeing: boolean): Pairs {
  const pairs: Pairs = new Map();
  const taken = new Set<Item>();
  const left = new Map<string, number>();
  const byFacts = new Map<string, Item[]>();
  for (const one of ones) byFacts.set(one.facts, [...(byFacts.get(one.facts) ?? []), one]);
  const rules = [shareReference, (a: Item, b: Item) => agree(a, b) && shareText(a, b), agree];
  for (const rule of agreeing ? rules : [...rules, shareText, () => true]) {
    for (const other of others) {
      const free = left.get(other.facts) ?? most(other.facts);
      if (pairs.has(other) || free === 0) continue;
      const one = byFacts.get(other.facts)?.find((item) => {
        if (taken.has(item) || (agreeing && areApart(item, other))) return false;
        return rule(item, other);
      });
      if (!one) continue;
      pairs.set(other, one);
      taken.add(one);
      left.set(other.facts, free - 1);
    }
  }
  return pairs;
}

const shareReference = (one: Item, other: Item): boolean => {
  const references = referencesOf(one);
  return referencesOf(other).some((reference) => references.includes(reference));
};
const agree = (one: Item, other: Item): boolean =>
  referencesOf(one).length === 0 || referencesOf(other).length === 0 || shareReference(one, other);
/** True if they are booked as two, by proof or because staff say so. */
const areApart = (one: Item, other: Item): boolean => {
  const [ours, theirs] = [bookedFor(one), bookedFor(other)];
  return ours.length > 0 && theirs.length > 0 && !ours.some((id) => theirs.includes(id));
};
const bookedFor = ({ lines }: Item): number[] =>
  lines.flatMap(({ transferId, isDoubtful }) => (transferId === null || isDoubtful ? [] : [transferId]));
const shareText = (one: Item, other: Item): boolean =>
  other.lines.some(({ text }) => one.lines.some((line) => line.text === text));

function unite(ones: Item[], others: Item[], pairs: Pairs, isProven: (one: Item, other: Item) => boolean): Item[] {
  const added = new Map<Item, Item>();
  for (const [other, one] of pairs) added.set(one, other);
  const united = ones.map((one) => {
    const other = added.get(one);
    return other ? uniteItems(one, other, isProven(one, other)) : one;
  });
  return [...united, ...others.filter((other) => !pairs.has(other))];
}

/**
 * Adds transfers that no balance connects to the rest. An equal transfer counts as the same, unless references tell the
 * two apart. So nothing is credited twice. Staff can decide otherwise, because the later one may be a second payment.
 */
function addUnproven(ones: Item[], others: Item[]): Item[] {
  const pairs = pairUp(ones, others, () => Number.MAX_SAFE_INTEGER, true);
  const united = unite(ones, others, pairs, shareReference);
  const [old, added] = [united.slice(0, ones.length), united.slice(ones.length)];
  const unpaired = old.filter((_, at) => !new Set(pairs.values()).has(ones[at] as Item));
  return mergeBare(old, added, [...listDetails(unpaired, added), ...listDetails(added, unpaired)]);
}
