import { classNames } from './class-names';

/** The initials of a name. The name decides the colour. Decoration only: the name itself stands beside it. */
export function Avatar({ name, small }: { name: string; small?: boolean }) {
  return (
    <span className={classNames('avatar', variant(name), small && 'small')} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

/** Returns the first letters of the first and the last word. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}

const VARIANTS = [undefined, 'b', 'c', 'd'] as const;

function variant(name: string): string | undefined {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return VARIANTS[hash % VARIANTS.length];
}
