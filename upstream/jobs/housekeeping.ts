import { describeFailure } from '../database/failures';
import type { Deps } from '../deps';

/** Deletes what a module needs no longer at `now`. */
type Tidy = (deps: Deps, now: Date) => Promise<void>;

/** Tidies now and every hour; returns the way to stop it. Several processes may do so side by side. */
export function startHousekeeping(deps: Deps, tidies: Tidy[]): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const tidy = () => {
    running = tidyAll(deps, tidies);
  };
  tidy();
  const timer = setInterval(tidy, 60 * 60_000);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}

/** A module that fails keeps none of the others from their work. */
async function tidyAll(deps: Deps, tidies: Tidy[]): Promise<void> {
  for (const tidy of tidies) {
    await tidy(deps, new Date()).catch((error: unknown) =>
      deps.log.error(describeFailure(error), 'housekeeping failed'),
    );
  }
}
