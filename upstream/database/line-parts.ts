/**
 * What is said on a line, in sealed parts that PostgreSQL takes. They are sealed because every role that may connect to
 * the database can hear notifications and make some.
 */
import { purposeKeys, seal, unseal } from '../keys';

/** A notification has less than 8,000 bytes. Head and seal add up to 76 bytes to the text, base64 a third to all. */
const MOST_BYTES = 5900;
/** An older part was recorded, and somebody sends it again. The clocks of two machines must not differ by more. */
const LIFETIME_MS = 5 * 60_000;
const PURPOSE = 'line';

/** Yields the parts of a text: `+` if another one follows, `.` if it is the last, then the text. */
export function* partsOf(words: string): Iterable<string> {
  const bytes = Buffer.from(words);
  let at = 0;
  do {
    let end = at + MOST_BYTES;
    // A character with several bytes stays whole.
    while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
    yield `${end < bytes.length ? '+' : '.'}${bytes.toString('utf8', at, end)}`;
    at = end;
  } while (at < bytes.length);
}

/** Returns the payload of a notification: a part with who says it, its kind and number, under the newest secret. */
export const sealPart = (secrets: string[], part: string, now: number): string =>
  seal(purposeKeys(secrets, PURPOSE), `${now} ${part}`, PURPOSE);

interface Heard {
  from: string;
  /** True for a process that also listens. */
  isListening: boolean;
  /** A part before this one is missing. */
  isGap: boolean;
  /** The whole text; undefined until its last part. */
  words: string | undefined;
}

interface Begun {
  number: number;
  text: string;
  /** The next part may have any greater number. */
  mayJump: boolean;
  heardAt: number;
}

/** Puts the parts of each process together. */
export class Parts {
  readonly #begun = new Map<string, Begun>();

  constructor(private readonly secrets: string[]) {}

  /**
   * Reads a notification. Returns `known` for a part that was heard before, and `foreign` for what no process with one
   * of the secrets has said in the last minutes.
   */
  read(payload: string, now: number): Heard | 'known' | 'foreign' {
    const part = this.#open(payload);
    const [, at, from, kind, digits, mark, text = ''] =
      /^(\d+) ([\da-f]+) ([LS])(\d+) ([.+])(.*)$/s.exec(part ?? '') ?? [];
    if (!from || !digits || Math.abs(now - Number(at)) > LIFETIME_MS) return 'foreign';
    const number = Number(digits);
    const before = this.#begun.get(from);
    if (before && number <= before.number) return 'known';
    const isGap = before !== undefined && !before.mayJump && number !== before.number + 1;
    const whole = (isGap ? '' : (before?.text ?? '')) + text;
    const isListening = kind === 'L';
    const isWhole = mark === '.';
    // Nobody notices the end of a process that has no pulse.
    const mayJump = isWhole && !isListening;
    this.#begun.set(from, { number, text: isWhole ? '' : whole, mayJump, heardAt: now });
    return { from, isListening, isGap, words: isWhole ? whole : undefined };
  }

  #open(payload: string): string | null {
    try {
      return unseal(purposeKeys(this.secrets, PURPOSE), payload, PURPOSE);
    } catch {
      return null;
    }
  }

  /** Expects nothing more of a process. Its number stays, so that nobody can say its parts again. */
  rest(from: string): void {
    const begun = this.#begun.get(from);
    if (begun) this.#begun.set(from, { ...begun, text: '', mayJump: true });
  }

  restAll(): void {
    for (const from of this.#begun.keys()) this.rest(from);
  }

  /** Forgets processes whose parts are all too old to be said again. */
  tidy(now: number): void {
    for (const [from, { heardAt }] of this.#begun) if (now - heardAt > 2 * LIFETIME_MS) this.#begun.delete(from);
  }
}
