import { type ChangeObject, diffArrays } from 'diff';

/**
 * One paragraph of the difference between two versions of a text. Changed paragraphs are compared word by word. Rule:
 * docs/product/shell.md#terms-update.
 */
export interface Paragraph {
  heading: boolean;
  change: 'same' | 'added' | 'removed' | 'changed';
  /** In reading order. A removed part comes before the part that replaces it. */
  parts: Part[];
}

export interface Part {
  change: 'same' | 'added' | 'removed';
  text: string;
}

/** Above this number of edits the texts are replaced instead of compared. */
const MOST_EDITS = 4000;

/** Two paragraphs with less in common than this are different paragraphs, not one changed paragraph. */
const LEAST_LIKENESS = 0.4;

/**
 * A cache. Published texts never change, and the headers of all members with waiting terms need the same few results.
 */
const known = new Map<string, Paragraph[]>();
const MOST_KNOWN = 50;

/** Compares two texts. Blank lines separate their paragraphs, and `# ` starts a heading. */
export function compareTexts(before: string, after: string): Paragraph[] {
  const key = JSON.stringify([before, after]);
  const paragraphs = known.get(key) ?? compare(before, after);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, paragraphs);
  return paragraphs;
}

function compare(before: string, after: string): Paragraph[] {
  const compared: Paragraph[] = [];
  let gap: Gap = { removed: [], added: [] };
  const close = () => {
    compared.push(...compareGap(gap));
    gap = { removed: [], added: [] };
  };
  for (const { value, removed, added } of differenceOf(paragraphsOf(before), paragraphsOf(after))) {
    if (removed) gap.removed.push(...value);
    else if (added) gap.added.push(...value);
    else {
      close();
      compared.push(...value.map((text) => whole('same', text)));
    }
  }
  close();
  return compared;
}

/** The paragraphs between two paragraphs that both texts share. */
interface Gap {
  removed: string[];
  added: string[];
}

/** Treats similar paragraphs as one changed paragraph. */
function compareGap({ removed, added }: Gap): Paragraph[] {
  const compared: Paragraph[] = [];
  let gap: Gap = { removed: [], added: [] };
  const close = () => {
    compared.push(...inSections(gap));
    gap = { removed: [], added: [] };
  };
  let old = 0;
  for (const change of differenceOf(removed, added, isAlike)) {
    if (change.removed) gap.removed.push(...change.value);
    else if (change.added) gap.added.push(...change.value);
    else {
      close();
      compared.push(...change.value.map((text, index) => changed(removed[old + index] ?? '', text)));
    }
    if (!change.added) old += change.value.length;
  }
  close();
  return compared;
}

/** Puts the rest of the section before the gap first, then the whole sections. */
function inSections({ removed, added }: Gap): Paragraph[] {
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

const changed = (old: string, next: string): Paragraph => ({
  heading: isHeading(next),
  change: 'changed',
  parts: compareWords(wordsOnly(old), wordsOnly(next)),
});

/** Returns the present headings of the sections that changed. */
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

/** Returns whether both are headings, or both are paragraphs with enough words in common. */
function isAlike(before: string, after: string): boolean {
  if (isHeading(before) !== isHeading(after)) return false;
  const old = wordsOnly(before).split(' ');
  const next = wordsOnly(after).split(' ');
  const left = new Map<string, number>();
  for (const word of old) left.set(word, (left.get(word) ?? 0) + 1);
  const common = next.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
  return (2 * common.length) / (old.length + next.length) >= LEAST_LIKENESS;
}

const compareWords = (before: string, after: string): Part[] =>
  differenceOf(before.split(' '), after.split(' ')).map(({ value, removed, added }) => ({
    change: removed ? 'removed' : added ? 'added' : 'same',
    text: value.join(' '),
  }));

type Change = Pick<ChangeObject<string[]>, 'value' | 'removed' | 'added'>;

/** Returns the runs of two lists in order. Removed items come before the items that replace them. */
function differenceOf(
  before: string[],
  after: string[],
  comparator?: (before: string, after: string) => boolean,
): Change[] {
  const changes: Change[] | undefined = diffArrays(before, after, { comparator, maxEditLength: MOST_EDITS });
  return (
    changes ?? [
      { value: before, removed: true, added: false },
      { value: after, removed: false, added: true },
    ]
  );
}
