/** Counts the limits of `contract/write-limits` for each member, over all their sessions, tokens and processes. */
import type { RouteConfig } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { idempotency } from '../contract/wallet';
import { writeKinds } from '../contract/write-limits';
import type { Database } from '../database/database';
import type { Env } from '../http/env';
import { hasAnswer } from '../http/idempotency';
import { TooManyAttempts } from '../http/problems';
import { showAllowance } from '../http/throttle';
import { countAttempt } from './throttles';

type Call = Pick<RouteConfig, 'method' | 'operationId' | 'request'>;

/**
 * Counts a call that writes. A repeated call with a used `Idempotency-Key` also passes above the limit, because it only
 * gets the stored answer again.
 * @param who the member, or the member of staff who acts in ghost mode
 * @throws TooManyAttempts
 */
export async function countWrite(
  db: Database,
  { method, operationId, request }: Call,
  who: { memberId: number; ghostId: number | undefined },
  c: Context<Env>,
): Promise<void> {
  const kind = writeKinds[operationId ?? ''];
  if (method === 'get' && !kind) return;
  if (!kind || kind === 'guest') throw new Error(`The call ${operationId} has no limits: see contract/write-limits.ts`);
  const key = who.ghostId === undefined ? String(who.memberId) : `ghost ${who.ghostId}`;
  try {
    // The minute comes first, so that a call it rejects does not count towards the day.
    const allowance = await countAttempt(db, `write.${kind}.minute`, key);
    await countAttempt(db, `write.${kind}.day`, key);
    showAllowance(c, allowance);
  } catch (error) {
    // A call that stores no answers under a key would be executed again.
    const idempotencyKey = request?.headers === idempotency ? c.req.header('idempotency-key') : undefined;
    if (!(error instanceof TooManyAttempts) || !idempotencyKey) throw error;
    if (!(await hasAnswer(db, who.memberId, idempotencyKey, c.get('now')))) throw error;
  }
}
