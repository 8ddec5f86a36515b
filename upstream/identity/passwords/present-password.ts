import { writeAudit } from '../../database/audit';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { InvalidFields } from '../../http/problems';
import type { Caller } from '../../members/caller';
import { countAttempt } from '../../members/throttles';
import type { UserRow } from '../../members/users';
import { textsIn } from '../identity.texts';
import { verifyPassword } from './passwords';

/**
 * Checks the current password of a signed-in member, so that a stolen session is not enough. Members without a password
 * need none. `InvalidFields` at `field` if it is wrong. `TooManyAttempts` after ten attempts in 15 minutes or fifty in
 * a day, whatever the password.
 */
export async function checkPresentPassword(
  deps: Deps,
  user: UserRow,
  given: { field: string; password: string | undefined },
  caller: Caller,
): Promise<void> {
  if (user.passwordHash === null) return;
  await countAttempt(deps.db, 'present-password.member', String(user.id));
  await countAttempt(deps.db, 'present-password.member.day', String(user.id));
  if (await verifyPassword(user.passwordHash, given.password ?? '')) return;
  const { now, ip, requestId } = caller;
  const entry = { action: 'present_password.wrong', actorId: user.id, userId: user.id, ip, requestId };
  await transaction(deps.db, (tx) => writeAudit(tx, now, entry));
  throw new InvalidFields({ [given.field]: [textsIn(caller.language).presentPasswordWrong] });
}
