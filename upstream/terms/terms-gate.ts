/** Members cannot act before they agree to the waiting terms (docs/product/shell.md#terms-update). */
import type { Context } from 'hono';
import type { Database } from '../database/database';
import type { Env } from '../http/env';
import { Forbidden } from '../http/problems';
import { listTermUpdates } from './term-updates';
import { textsIn } from './terms.texts';

/** Reads stay open, so that members can read the terms first. These other calls stay open too, each with its reason. */
export const goesOn: Record<string, string> = {
  'POST /auth/logout': 'whoever does not agree can leave',
  'POST /auth/refresh': 'the session does not end while somebody reads',
  'POST /broadcasting/auth': 'changes nothing',
  'POST /broadcasting/user-auth': 'changes nothing',
  'POST /user/terms/agree-updates': 'the agreement itself',
};

/** Throws `Forbidden` with the code `terms_not_accepted` if the call has to wait for the member's agreement. */
export async function requireAcceptedTerms(
  db: Database,
  call: { method: string; path: string },
  member: { id: number; hasTermUpdates?: boolean },
  c: Context<Env>,
): Promise<void> {
  if (call.method === 'get' || `${call.method.toUpperCase()} ${call.path}` in goesOn) return;
  const mustAgree = member.hasTermUpdates ?? (await listTermUpdates(db, member.id, c.get('now'))).length > 0;
  if (mustAgree) throw new Forbidden('terms_not_accepted', textsIn(c.get('language')).termsWait);
}
