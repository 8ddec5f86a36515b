/** `Idempotency-Key` as at Stripe (docs/product/README.md#wire-conventions): a repeated call is done only once. */
import { createHash } from 'node:crypto';
import { and, eq, gte, lt } from 'drizzle-orm';
import type { Database, Tx } from '../database/database';
import type { Deps } from '../deps';
import { idempotencyKeys } from './idempotency.tables';
import { InvalidFields } from './problems';

const keptMs = 24 * 3600_000;

export interface Answer<T = unknown> {
  status: number;
  body: T;
  /** True for the stored answer of an earlier call with the same key. */
  isRepeated?: true;
}

interface IdempotentRequest {
  userId: number;
  /** The header's key; without it nothing is remembered. */
  key: string | undefined;
  /** The call and all input that decides its effect. */
  request: unknown;
  now: Date;
  german: boolean;
}

/** Another call with the same key was answered while this one ran. The transaction is aborted. */
class AnsweredMeanwhile extends Error {}

/**
 * Runs `work` unless a call with this key was answered before; then returns that answer again. `work` passes its answer
 * to `remember` inside its own transaction, so that both are stored or neither is. Of parallel calls only one succeeds.
 * Refusals are not remembered, so that the member may correct the input under the same key.
 * @throws InvalidFields at `idempotency_key` if the key belongs to another request
 */
export async function once<T>(
  db: Database,
  incoming: IdempotentRequest,
  work: (remember: (tx: Tx, answer: Answer<T>) => Promise<void>) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const { key, userId, now } = incoming;
  if (!key) return work(async () => {});
  const requestHash = createHash('sha256').update(JSON.stringify(incoming.request)).digest('base64');
  const earlier = await findAnswer<T>(db, incoming, key, requestHash);
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
    // The call that came first may have used up what this one needs, such as a code.
    const first = await findAnswer<T>(db, incoming, key, requestHash);
    if (first) return first;
    throw error;
  }
}

/** The header that tells a stored answer from a new one, as at Stripe. */
export const repeatedHeader = ({ isRepeated }: Answer): Record<string, string> =>
  isRepeated ? { 'Idempotent-Replayed': 'true' } : {};

/** Whether a call with this key was answered before, so that another one does nothing more. */
export async function hasAnswer(db: Database, userId: number, key: string, now: Date): Promise<boolean> {
  const isKept = gte(idempotencyKeys.createdAt, oldest(now));
  return (await db.$count(idempotencyKeys, and(isKey(userId, key), isKept))) > 0;
}

/** Deletes answers older than a day. */
export async function tidyIdempotencyKeys({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, oldest(now)));
}

async function findAnswer<T>(
  db: Database,
  { userId, now, german }: IdempotentRequest,
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
  return { status: found.status, body: found.body as T, isRepeated: true };
}

const isKey = (userId: number, key: string) => and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));

const oldest = (now: Date) => new Date(now.getTime() - keptMs);
