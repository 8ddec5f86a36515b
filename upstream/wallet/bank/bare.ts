/** Matches entries without details to the transfers that another statement gives for them. */
import { type Item, sumOf, uniteItems } from './stretch';

/** An entry that one statement gives without details, and the transfers that another statement gives for it. */
export interface DetailedEntry {
  bare: Item;
  details: Item[];
  isCertain: boolean;
}

export function listDetails(items: Item[], others: Item[]): DetailedEntry[] {
  const entries = new Map<string, Item[]>();
  for (const item of items)
    for (const { entry, isBare } of item.lines) if (!isBare) entries.set(entry, [...(entries.get(entry) ?? []), item]);
  const used = new Set<Item>();
  const found: DetailedEntry[] = [];
  for (const bare of others.filter(({ lines }) => lines.some(({ isBare }) => isBare))) {
    const isIt = (details: Item[]) =>
      sumOf(details) === bare.amount && !details.some((item) => used.has(item)) && mayBeOne(details, bare) !== 'no';
    const details = [...entries.values()].find(isIt);
    if (!details) continue;
    for (const item of details) used.add(item);
    found.push({ bare, details, isCertain: mayBeOne(details, bare) === 'yes' });
  }
  return found;
}

/** Compares the bank's references of the entry and of its details. */
function mayBeOne(details: Item[], bare: Item): 'yes' | 'no' | 'perhaps' {
  const given = (items: Item[]) =>
    items.flatMap(({ lines }) => lines.map((line) => line.bankReference)).filter(Boolean);
  const [ours, its] = [given(details), given([bare])];
  if (ours.length === 0 || its.length === 0) return 'perhaps';
  return ours.some((reference) => its.includes(reference)) ? 'yes' : 'no';
}

/** Keeps the older of the two readings and adds the lines of the other. */
export function mergeBare(old: Item[], added: Item[], found: DetailedEntry[]): Item[] {
  const grown = new Map(old.map((item) => [item, item]));
  const gone = new Set<Item>();
  for (const { bare, details, isCertain } of found) {
    const [kept, left] = old.includes(bare) ? [[bare], details] : [details, [bare]];
    for (const item of kept)
      for (const one of left) grown.set(item, uniteItems(grown.get(item) ?? item, one, isCertain));
    for (const item of left) gone.add(item);
  }
  return [...grown.values(), ...added.filter((item) => !gone.has(item))];
}
