/** What statements say about a day, and the transfers that they tell of. */

/** What one statement says about one transfer. */
export interface Line {
  /** The id in the database. Null before the line is stored, and for a transfer that is known without a statement. */
  id: number | null;
  facts: string;
  amount: bigint;
  /** The bank's reference, if no other transfer of its statement has it. */
  reference: string | null;
  /** The reference as the file has it. */
  bankReference: string | null;
  /** The remittance as it is shown. */
  text: string;
  /** The entry of the statement. */
  entry: string;
  isBare: boolean;
  /** The transfer that it was identified with. */
  transferId: number | null;
  /** The identity is assumed and waits for a decision of staff. */
  isDoubtful: boolean;
}

/** One transfer, with every line about it. */
export interface Item {
  facts: string;
  amount: bigint;
  lines: Line[];
  /**
   * The lines of one group are proven to be about one transfer. That all groups are about the same one is assumed,
   * because neither balances nor references prove it.
   */
  groups: Line[][];
  /** Lines that should be about this transfer by the balances, but say something else. */
  clashes: Line[];
}

export interface Stretch {
  from: bigint;
  to: bigint;
  /** Position of its first statement in the order of the imports. */
  at: number;
  items: Item[];
}

export const sumOf = (items: Item[]): bigint => items.reduce((total, { amount }) => total + amount, 0n);

/** Makes one transfer of two. It is assumed, unless balances or references prove it. */
export function uniteItems(one: Item, other: Item, isProven: boolean): Item {
  const lines = [...one.lines, ...other.lines];
  if (!isProven) return { ...one, lines, groups: [...one.groups, ...other.groups] };
  const references = referencesOf(other);
  const named = one.groups.findIndex((group) => referencesOf({ lines: group }).some((it) => references.includes(it)));
  const groups = one.groups.map((group, at) => (at === Math.max(named, 0) ? [...group, ...other.lines] : group));
  return { ...one, lines, groups };
}

export const referencesOf = ({ lines }: Pick<Item, 'lines'>): string[] =>
  lines.map(({ reference }) => reference).filter((reference) => reference !== null);
