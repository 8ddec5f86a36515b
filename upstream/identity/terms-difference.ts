/**
 * The difference between two versions of a text as a person reads it: paragraph by paragraph, and within a changed
 * paragraph word by word. Rule: product/README.md, point 7.
 */
export interface Paragraph {
  heading: boolean;
  change: 'same' | 'added' | 'removed' | 'changed';
  /** In reading order; what was removed stands before what came in its place. */
  parts: Part[];
}

export interface Part {
  change: 'same' | 'added' | 'removed';
  text: string;
}

/** Longer lists are not compared but replaced: the table of pairs would take all memory. */
const MOST_CELLS = 4_000_000;

/** Two paragraphs with less than this in common are two, not one that was changed. */
const LEAST_LIKENESS = 0.4;

/** Published texts never change, and every header of a member whose terms wait asks for the same few. */
const known = new Map<string, Paragraph[]>();
const MOST_KNOWN = 50;

/** Compares texts of paragraphs parted by blank lines, where `# ` starts a heading. */
export function compareTexts(before: string, after: string): Paragraph[] {
  const key = JSON.stringify([before, after]);
  const paragraphs = known.get(key) ?? compare(before, after);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, paragraphs);
  return paragraphs;
}

function compare(before: string, after: string): Paragraph[] {
  const compared: Paragraph[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = () => {
    compared.push(...inSections(removed, added));
    removed = [];
    added = [];
  };
  for (const [old, next] of align(paragraphsOf(before), paragraphsOf(after), likeness)) {
    if (old === null) added.push(next ?? '');
    else if (next === null) removed.push(old);
    else {
      flush();
      compared.push(paired(old, next));
    }
  }
  flush();
  return compared;
}

/** What belongs to the section before it comes first; whole sections follow. */
function inSections(removed: string[], added: string[]): Paragraph[] {
  const [oldRest, oldSections] = atHeading(removed);
  const [newRest, newSections] = atHeading(added);
  return [
    ...oldRest.map((text) => whole('removed', text)),
    ...newRest.map((text) => whole('added', text)),
    ...oldSections.map((text) => whole('removed', text)),
    ...newSections.map((text) => whole('added', text)),
  ];
}

function atHeading(paragraphs: string[]): [before: string[], from: string[]] {
  const first = paragraphs.findIndex(isHeading);
  return first < 0 ? [paragraphs, []] : [paragraphs.slice(0, first), paragraphs.slice(first)];
}

const whole = (change: 'same' | 'added' | 'removed', text: string): Paragraph => ({
  heading: isHeading(text),
  change,
  parts: [{ change, text: wordsOnly(text) }],
});

function paired(old: string, next: string): Paragraph {
  if (old === next) return whole('same', next);
  return { heading: isHeading(next), change: 'changed', parts: compareWords(wordsOnly(old), wordsOnly(next)) };
}

/** The headings, as they are now, of the sections in which something changed. */
export function changedSections(paragraphs: Paragraph[]): string[] {
  const sections = new Set<string>();
  let section = '';
  for (const { heading, change, parts } of paragraphs) {
    if (heading) section = joined(change === 'removed' ? parts : parts.filter((part) => part.change !== 'removed'));
    if (change !== 'same' && section) sections.add(section);
  }
  return [...sections];
}

const paragraphsOf = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim().replace(/\s+/g, ' '))
    .filter(Boolean);

const isHeading = (paragraph: string) => paragraph.startsWith('# ');

const wordsOnly = (paragraph: string) => paragraph.replace(/^# /, '');

const joined = (parts: Part[]) => parts.map(({ text }) => text.trim()).join(' ');

/** 1 for equal paragraphs, 0 for those that have too little in common; between them by the words that both have. */
function likeness(before: string, after: string): number {
  if (before === after) return 1;
  if (isHeading(before) !== isHeading(after)) return 0;
  const old = wordsOnly(before).split(' ');
  const left = new Map<string, number>();
  for (const word of old) left.set(word, (left.get(word) ?? 0) + 1);
  const next = wordsOnly(after).split(' ');
  const common = next.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
  const dice = (2 * common.length) / (old.length + next.length);
  return dice >= LEAST_LIKENESS ? dice : 0;
}

function compareWords(before: string, after: string): Part[] {
  const pairs = align(before.split(' '), after.split(' '), (old, next) => (old === next ? 1 : 0));
  const parts: Part[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = () => {
    if (removed.length > 0) parts.push({ change: 'removed', text: removed.join(' ') });
    if (added.length > 0) parts.push({ change: 'added', text: added.join(' ') });
    removed = [];
    added = [];
  };
  for (const [old, next] of pairs) {
    const last = parts.at(-1);
    if (old === null) added.push(next ?? '');
    else if (next === null) removed.push(old);
    else if (removed.length + added.length === 0 && last?.change === 'same') last.text += ` ${next}`;
    else {
      flush();
      parts.push({ change: 'same', text: next });
    }
  }
  flush();
  return parts;
}

/** Pairs of two lists in order, so that the likeness of the pairs is greatest in sum; what has no partner has null. */
function align(
  before: string[],
  after: string[],
  likenessOf: (before: string, after: string) => number,
): [string | null, string | null][] {
  if (before.length * after.length > MOST_CELLS) {
    return [...before.map((old) => [old, null] as const), ...after.map((next) => [null, next] as const)].map((pair) => [
      ...pair,
    ]);
  }
  const columns = after.length + 1;
  /** By row and column: the best sum from there to the end, and the likeness of the pair itself. */
  const best = new Float64Array((before.length + 1) * columns);
  const own = new Float64Array(before.length * columns);
  const at = (table: Float64Array, row: number, column: number) => table[row * columns + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const alike = likenessOf(before[row] ?? '', after[column] ?? '');
      own[row * columns + column] = alike;
      const paired = alike > 0 ? alike + at(best, row + 1, column + 1) : 0;
      best[row * columns + column] = Math.max(paired, at(best, row + 1, column), at(best, row, column + 1));
    }
  }
  const pairs: [string | null, string | null][] = [];
  let row = 0;
  let column = 0;
  while (row < before.length || column < after.length) {
    const old = before[row] ?? null;
    const next = after[column] ?? null;
    const alike = old !== null && next !== null ? at(own, row, column) : 0;
    if (alike > 0 && at(best, row, column) === alike + at(best, row + 1, column + 1)) {
      pairs.push([old, next]);
      row++;
      column++;
    } else if (next === null || (old !== null && at(best, row, column) === at(best, row + 1, column))) {
      pairs.push([old, null]);
      row++;
    } else {
      pairs.push([null, next]);
      column++;
    }
  }
  return pairs;
}
