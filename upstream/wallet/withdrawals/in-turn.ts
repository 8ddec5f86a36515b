const waiting = new Map<string, Promise<unknown>>();

/**
 * Does work with the same key one after the other in this process, so that a form that was sent fifty times at once costs
 * one attempt at its code and not fifty. What several processes must not do twice is up to the database.
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
