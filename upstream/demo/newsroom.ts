/** The news of a demo club: now and then a story appears. */
import { randomInt } from 'node:crypto';
import type { Deps } from '../deps';
import { publishNextOfDemo } from '../news/news';

const minuteMs = 60_000;
/** Time from the viewer's arrival, and then between two stories. */
const storyMs = { from: 5 * minuteMs, to: 10 * minuteMs };

/** Returns a newsroom whose `act` publishes what is due at `now`, while somebody is present. */
export function createNewsroom(deps: Deps) {
  let due: number | null = null;
  return {
    act: async (now: Date, present: number): Promise<void> => {
      if (present === 0) {
        due = null;
        return;
      }
      due ??= now.getTime() + randomInt(storyMs.from, storyMs.to);
      if (due > now.getTime()) return;
      due = now.getTime() + randomInt(storyMs.from, storyMs.to);
      await publishNextOfDemo(deps, now);
    },
  };
}
