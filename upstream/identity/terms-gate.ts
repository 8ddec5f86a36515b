/** No member acts before agreeing to the terms that wait (product/shell.md, "Terms update"). */
import type { Context } from 'hono';
import type { Database } from '../database/database';
import type { Env } from '../http/env';
import { Forbidden } from '../http/problems';
import { textsIn } from './identity.texts';
import { listTermUpdates } from './term-updates';

/** Reading goes on, so that nobody has to agree to what they cannot look at. Of all other calls, these, and why. */
export const goesOn: Record<string, string> = {
  'POST /auth/logout': 'whoever does not agree can leave',
  'POST /auth/refresh': 'the session does not end while somebody reads',
  'POST /broadcasting/auth': 'changes nothing',
  'POST /user/terms/agree-updates': 'the agreement itself',
};

/** Throws `Forbidden` with the code `terms_not_accepted` for a call that has to wait for the member's agreement. */
export async function requireAcceptedTerms(
  db: Database,
  call: { method: string; path: string },
  userId: number,
  c: Context<Env>,
): Promise<void> {
  if (call.method === 'get' || `${call.method.toUpperCase()} ${call.path}` in goesOn) return;
  const updates = await listTermUpdates(db, userId, c.var.now);
  if (updates.length > 0) throw new Forbidden('terms_not_accepted', textsIn(c.var.language).termsWait);
}
