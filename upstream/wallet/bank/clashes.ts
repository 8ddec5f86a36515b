/**
 * Finds statements that describe the same stretch of a day differently, because exports may word a transfer
 * differently.
 */
import { canSum } from './overlap';
import type { Item, Line, Stretch } from './stretch';

/**
 * Returns the items, each with the lines that may be another wording of it. The balances show that two stretches are
 * the same, but their contents differ. The item that is not known yet waits for staff.
 */
export function markClashes(items: Item[], stretches: Stretch[]): Item[] {
  const clashes = new Map<Item, Line[]>();
  const add = (item: Item, others: Item[]) =>
    clashes.set(item, [...(clashes.get(item) ?? []), ...others.flatMap(({ lines }) => lines)]);
  for (const [at, one] of stretches.entries()) {
    for (const other of stretches.slice(at + 1)) {
      const isWhole = one.from === other.from && one.to === other.to;
      if (!isWhole && !overlap(one, other)) continue;
      const [ofOne, ofOther] = [onlyIn(one, other, items), onlyIn(other, one, items)];
      const mayBe = (item: Item) => (its: Item) => isWhole || its.amount === item.amount;
      for (const item of ofOne) add(item, ofOther.filter(mayBe(item)));
      for (const item of ofOther) add(item, ofOne.filter(mayBe(item)));
    }
  }
  return items.map((item) => ({ ...item, clashes: clashes.get(item) ?? [] }));
}

/**
 * Returns where the stretches end, the longest first. The beginning or end of a longer stretch in other words adds no
 * end.
 */
export function endsOf(stretches: Stretch[]): bigint[] {
  const isPartOf = (inner: Stretch) => (outer: Stretch) =>
    (inner.from === outer.from || inner.to === outer.to) && isInside(inner, outer);
  return stretches.filter((one, at) => !stretches.slice(0, at).some(isPartOf(one))).map(({ to }) => to);
}

const overlap = (one: Stretch, other: Stretch): boolean =>
  one.from === other.from || one.to === other.to || isInside(one, other) || isInside(other, one);

/** Compares only balances and amounts. */
function isInside(inner: Stretch, outer: Stretch): boolean {
  const rest = outer.items.map(({ amount }) => amount);
  for (const { amount } of inner.items) {
    const at = rest.indexOf(amount);
    if (at < 0) return false;
    rest.splice(at, 1);
  }
  return canSum(rest, inner.from - outer.from);
}

function onlyIn(one: Stretch, other: Stretch, items: Item[]): Item[] {
  const [its, others] = [linesOf(one), linesOf(other)];
  return items.filter(({ lines }) => lines.some((line) => its.has(line)) && !lines.some((line) => others.has(line)));
}

const linesOf = ({ items }: Stretch): Set<Line> => new Set(items.flatMap(({ lines }) => lines));
