import { describeFailure } from '../database/failures';
import type { Deps } from '../deps';

/** Does what is due at `now`, such as deleting what a module no longer needs. */
type Chore = (deps: Deps, now: Date) => Promise<void>;

const hourMs = 60 * 60_000;

/**
 * Runs the chores now and then at each interval. Several processes may do so at once.
 * @returns the function that stops it
 */
export function startHousekeeping(deps: Deps, chores: Chore[], everyMs = hourMs): () => Promise<void> {
  let running: Promise<void> | null = null;
  const round = () => {
    running ??= doAll(deps, chores).finally(() => {
      running = null;
    });
  };
  round();
  const timer = setInterval(round, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Runs all chores; the failure of one does not stop the others. */
async function doAll(deps: Deps, chores: Chore[]): Promise<void> {
  for (const chore of chores) {
    await chore(deps, new Date()).catch((error: unknown) =>
      deps.log.error(describeFailure(error), 'housekeeping failed'),
    );
  }
}
