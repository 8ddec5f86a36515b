/** What is said on a line, in parts that PostgreSQL takes: a notification has less than 8,000 bytes. */

const MOST_CHARACTERS = 7900;

/** Yields the parts of a text: `+` if another one follows, `.` if it is the last, then ASCII text. */
export function* partsOf(words: string): Iterable<string> {
  const text = ascii(words);
  for (let at = 0; at === 0 || at < text.length; at += MOST_CHARACTERS) {
    const isLast = at + MOST_CHARACTERS >= text.length;
    yield `${isLast ? '.' : '+'}${text.slice(at, at + MOST_CHARACTERS)}`;
  }
}

/** JSON text means the same with its other characters escaped, and each of them is one byte then. */
const ascii = (json: string) =>
  json.replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

interface Heard {
  from: string;
  /** True for a process that also listens. */
  isListening: boolean;
  /** A part before this one is missing. */
  isGap: boolean;
  /** The whole text; undefined until its last part. */
  words: string | undefined;
}

/** Puts the parts of each process together. */
export class Parts {
  readonly #begun = new Map<string, { number: number; text: string }>();

  /** Reads a notification. Returns null for a part that was heard before, and for what no process of ours says. */
  read(payload: string): Heard | null {
    const [, from, kind, digits, mark, text = ''] = /^([\da-f]+) ([LS])(\d+) ([.+])(.*)$/.exec(payload) ?? [];
    if (!from || !digits) return null;
    const number = Number(digits);
    const before = this.#begun.get(from);
    if (before && number <= before.number) return null;
    const isGap = before !== undefined && number !== before.number + 1;
    const whole = (isGap ? '' : (before?.text ?? '')) + text;
    const isListening = kind === 'L';
    this.#begun.set(from, { number, text: mark === '+' ? whole : '' });
    // Nobody notices the end of a process that has no pulse.
    if (!isListening && mark === '.') this.#begun.delete(from);
    return { from, isListening, isGap, words: mark === '+' ? undefined : whole };
  }

  forget(from: string): void {
    this.#begun.delete(from);
  }

  clear(): void {
    this.#begun.clear();
  }
}
