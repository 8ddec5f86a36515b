import { type Finding, findingsOf } from './finding';

/** One-time passwords allow 30 seconds, and a signed request of realtime ten minutes. */
const WRONG_MS = 20_000;
const RISKY_MS = 2000;

/** Compares this machine's clock with another one, which was read between `before` and `after`. Times are milliseconds. */
export function checkClock(
  part: Finding['part'],
  name: string,
  theirs: number,
  before: number,
  after: number,
): Finding[] {
  const off = theirs < before ? before - theirs : Math.max(0, theirs - after);
  const { risky, wrong } = findingsOf(part);
  if (off <= RISKY_MS) return [];
  const what = `The clock of ${name} differs from this machine's by ${Math.round(off / 1000)} s.`;
  return [(off > WRONG_MS ? wrong : risky)(what, 'Let both follow a time server (timedatectl set-ntp true).')];
}

/** The same for a header `Date`, which counts whole seconds. */
export function checkClockOf(part: Finding['part'], name: string, answer: Response, before: number): Finding[] {
  const date = Date.parse(answer.headers.get('date') ?? '');
  return Number.isNaN(date) ? [] : checkClock(part, name, date, before - 1000, Date.now());
}
