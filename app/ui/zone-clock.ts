/**
 * When the clocks of a zone change. The server sends it with a page, because the first use of `Intl` costs a browser 26
 * milliseconds, and a slow phone four times that.
 *
 * The text counts in quarters of an hour. The first number is where it begins, counted from 1970. Then follow pairs:
 * how many minutes the clocks are ahead of UTC, and for how many quarters: `1753152,60,8540,120,20832,60,…`.
 */
const known = new Map<string, number[]>();

const QUARTER_MS = 900_000;

/** The server keeps the zones of all members. A zone that it forgets comes again with the next page. */
const MOST_KNOWN = 1000;

/** Keeps the changes of a zone for `knownOffset`. */
export function knowClock(timeZone: string, changes: string | undefined): void {
  if (!changes || known.has(timeZone)) return;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(timeZone, changes.split(',').map(Number));
}

/** Returns how many minutes the clocks of a zone are ahead of UTC. Null if it is not known for this moment. */
export function knownOffset(timeZone: string, at: number): number | null {
  const changes = known.get(timeZone) ?? [];
  let time = (changes[0] ?? 0) * QUARTER_MS;
  if (at < time) return null;
  for (let next = 1; next < changes.length; next += 2) {
    time += (changes[next + 1] ?? 0) * QUARTER_MS;
    if (at < time) return changes[next] ?? null;
  }
  return null;
}

/** Returns the moments at which the clocks of a zone change, after the first and before the last that are known. */
export function listChanges(timeZone: string): number[] {
  const changes = known.get(timeZone) ?? [];
  const moments: number[] = [];
  let time = 0;
  for (let at = 0; at < changes.length - 1; at += 2) {
    time += (changes[at] ?? 0) * QUARTER_MS;
    if (at > 0) moments.push(time);
  }
  return moments;
}

/** Writes the changes from one moment to another. `offsetAt` returns minutes ahead of UTC. */
export function writeClock(from: number, until: number, offsetAt: (at: number) => number): string {
  const quarters = (at: number) => Math.round(at / QUARTER_MS);
  const changes = [quarters(from), offsetAt(from)];
  let start = from;
  for (let at = from; at < until; at += 7 * 24 * 4 * QUARTER_MS) {
    const next = Math.min(at + 7 * 24 * 4 * QUARTER_MS, until);
    if (offsetAt(next) === offsetAt(at)) continue;
    const change = findChange(at, next, offsetAt);
    changes.push(quarters(change - start), offsetAt(change));
    start = change;
  }
  return [...changes, quarters(until - start)].join();
}

/** Returns the first moment with the offset of `until`, to the quarter of an hour. */
function findChange(from: number, until: number, offsetAt: (at: number) => number): number {
  let [before, after] = [from, until];
  while (after - before > QUARTER_MS) {
    const middle = before + Math.floor((after - before) / 2 / QUARTER_MS) * QUARTER_MS;
    if (offsetAt(middle) === offsetAt(before)) before = middle;
    else after = middle;
  }
  return after;
}
