/** `Idempotency-Key` as Stripe keeps it (product/README.md, "Wire conventions"): a call that is repeated is done once. */
import { createHash } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import type { Database, Tx } from '../database/database';
import type { Deps } from '../deps';
import { idempotencyKeys } from './idempotency.tables';
import { InvalidFields } from './problems';

const keptMs = 24 * 3600_000;

export interface Answer<T = unknown> {
  status: number;
  body: T;
}

interface Asked {
  userId: number;
  /** Of the header; without one nothing is remembered. */
  key: string | undefined;
  /** The call and all that decides what it does. */
  request: unknown;
  now: Date;
  german: boolean;
}

/** Another call with the same key has been answered while this one was at work; the transaction is over. */
class AnsweredMeanwhile extends Error {}

/**
 * Does `work` unless a call with this key was answered before, and then gives that answer again. `work` hands its answer
 * to `remember` inside the transaction that does it, so that both last or neither; of parallel calls one is done.
 * Refusals are not remembered: the member may mend what was wrong under the same key.
 * @throws InvalidFields at `idempotency_key` where the key belongs to another request
 */
export async function once<T>(
  db: Database,
  asked: Asked,
  work: (remember: (tx: Tx, answer: Answer<T>) => Promise<void>) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const { key, userId, now } = asked;
  if (!key) return work(async () => {});
  const requestHash = createHash('sha256').update(JSON.stringify(asked.request)).digest('base64');
  const earlier = await findAnswer<T>(db, asked, key, requestHash);
  if (earlier) return earlier;
  try {
    return await work(async (tx, answer) => {
      await tx.delete(idempotencyKeys).where(and(isKey(userId, key), lt(idempotencyKeys.createdAt, oldest(now))));
      const [written] = await tx
        .insert(idempotencyKeys)
        .values({ userId, key, requestHash, status: answer.status, body: answer.body, createdAt: now })
        .onConflictDoNothing()
        .returning({ key: idempotencyKeys.key });
      if (!written) throw new AnsweredMeanwhile();
    });
  } catch (error) {
    // What it spent, such as a code, may have been spent by the call that came first.
    const first = await findAnswer<T>(db, asked, key, requestHash);
    if (first) return first;
    throw error;
  }
}

/** Forgets answers that are older than a day. */
export async function tidyIdempotencyKeys({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, oldest(now)));
}

async function findAnswer<T>(
  db: Database,
  { userId, now, german }: Asked,
  key: string,
  requestHash: string,
): Promise<Answer<T> | null> {
  const [found] = await db.select().from(idempotencyKeys).where(isKey(userId, key));
  if (!found || found.createdAt < oldest(now)) return null;
  if (found.requestHash !== requestHash) {
    const words = german
      ? 'Dieser Schlüssel gehört schon zu einer anderen Anfrage.'
      : 'This key belongs to another request already.';
    throw new InvalidFields({ idempotency_key: [words] });
  }
  return { status: found.status, body: found.body as T };
}

const isKey = (userId: number, key: string) => and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));

const oldest = (now: Date) => new Date(now.getTime() - keptMs);
