/** The news of a demo club: now and then a story appears. */
import { randomInt } from 'node:crypto';
import type { Deps } from '../deps';
import { publishNextOfDemo } from '../news/news';
import type { Deed } from './diary';

const minuteMs = 60_000;
/** Time from the viewer's arrival. */
const firstMs = { from: minuteMs, to: 1.5 * minuteMs };
/** Time between two stories. */
const storyMs = { from: 5 * minuteMs, to: 10 * minuteMs };

/** Returns a newsroom whose `act` publishes what is due at `now`, while somebody is present. */
export function createNewsroom(deps: Deps) {
  let due: number | null = null;
  return {
    act: async (now: Date, present: number): Promise<Deed[]> => {
      if (present === 0) {
        due = null;
        return [];
      }
      due ??= now.getTime() + randomInt(firstMs.from, firstMs.to);
      if (due > now.getTime()) return [];
      due = now.getTime() + randomInt(storyMs.from, storyMs.to);
      return (await publishNextOfDemo(deps, now)) ? [{ what: 'story', path: '/posts' }] : [];
    },
  };
}
