import { describeFailure } from '../database/failures';
import type { Deps } from '../deps';
import { appendToLog } from './log';

const everyMs = 1000;

/** Appends booked entries to the log within a second. Returns the function that stops it. */
export function startLogKeeper(deps: Pick<Deps, 'db' | 'config' | 'log'>): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let isStopped = false;
  let timer: NodeJS.Timeout;
  const append = () => {
    running = appendToLog(deps, new Date())
      .catch((error: unknown) => deps.log.error(describeFailure(error), 'the ledger’s log was not appended to'))
      .finally(() => {
        if (!isStopped) timer = setTimeout(append, everyMs);
      });
  };
  append();
  return async () => {
    isStopped = true;
    await running;
    clearTimeout(timer);
  };
}
