const waiting = new Map<string, Promise<unknown>>();

/**
 * Runs work with the same key one after the other in this process. A form that is sent fifty times at once then costs
 * one attempt at its code and not fifty. The database prevents duplicates from several processes.
 */
export async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const turn = (waiting.get(key) ?? Promise.resolve()).then(work, work);
  waiting.set(key, turn);
  try {
    return await turn;
  } finally {
    if (waiting.get(key) === turn) waiting.delete(key);
  }
}
