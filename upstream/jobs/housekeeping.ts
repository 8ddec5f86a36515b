import { describeFailure } from '../database/failures';
import type { Deps } from '../deps';

/** Does what is due at `now`: deletes what a module needs no longer, say. */
type Chore = (deps: Deps, now: Date) => Promise<void>;

const hourMs = 60 * 60_000;

/** Does the chores now and then again and again; returns the way to stop. Several processes may do so side by side. */
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

/** A module that fails keeps none of the others from their work. */
async function doAll(deps: Deps, chores: Chore[]): Promise<void> {
  for (const chore of chores) {
    await chore(deps, new Date()).catch((error: unknown) =>
      deps.log.error(describeFailure(error), 'housekeeping failed'),
    );
  }
}
