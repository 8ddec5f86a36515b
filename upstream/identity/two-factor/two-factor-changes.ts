/** Changes of an enabled second factor: replaces the recovery codes, or disables it. */
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Verification } from '../../contract/verification';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { Conflict, InvalidFields } from '../../http/problems';
import type { Caller } from '../../members/caller';
import { clearTwoFactor } from '../../members/credentials';
import { users } from '../../members/members.tables';
import type { UserRow } from '../../members/users';
import { isRecoveryCode } from '../code-format';
import { recoveryCodes, twoFactorChallenges } from '../identity.tables';
import { textsIn } from '../identity.texts';
import { withVerification } from '../verification/verification';
import { newRecoveryCodes, spendRecoveryCode, storeRecoveryCodes } from './recovery-codes';
import { twoFactorTextsIn } from './two-factor.texts';
import { countCodeAttempt } from './two-factor-attempts';
import { auditTwoFactor, tellOfTwoFactor } from './two-factor-records';

/**
 * Replaces the recovery codes with ten new ones, after the verification step. `Conflict` if two-factor sign-in is off.
 */
export async function renewRecoveryCodes(
  deps: Deps,
  user: UserRow,
  given: Verification,
  caller: Caller,
): Promise<string[]> {
  requireOn(user, caller);
  const codes = newRecoveryCodes();
  const step = { user, action: 'recovery_codes.regenerate' as const, context: '', given };
  return withVerification(deps, step, caller, async (tx) => {
    const locked = await tx.select({ id: users.id }).from(users).where(isOn(user)).for('no key update');
    if (locked.length === 0) throw new Conflict('two_factor_off', twoFactorTextsIn(caller.language).isOff);
    await storeRecoveryCodes(tx, deps, user.id, codes, caller.now);
    await auditTwoFactor(tx, user, caller, 'recovery_codes.regenerate');
    await tellOfTwoFactor(tx, deps, user, 'recovery_codes', caller.now);
    return codes;
  });
}

/**
 * Disables two-factor sign-in after the verification step, or with a recovery code if the app is lost. The other
 * sessions stay, because both factors opened each of them. `Conflict` if it is off. `InvalidFields` at
 * `verification_code` or `recovery_code`.
 */
export async function disableTwoFactor(
  deps: Deps,
  user: UserRow,
  given: Verification & { recovery_code?: string | undefined },
  caller: Caller,
): Promise<void> {
  requireOn(user, caller);
  if (given.recovery_code === undefined) {
    const step = { user, action: 'two_factor.disable' as const, context: '', given };
    return withVerification(deps, step, caller, (tx) => switchOff(tx, deps, user, 'totp', caller));
  }
  const code = given.recovery_code.trim();
  const texts = textsIn(caller.language);
  if (code === '') throw new InvalidFields({ recovery_code: [texts.codeMissing] });
  if (!isRecoveryCode(code)) throw new InvalidFields({ recovery_code: [texts.recoveryCodeForm] });
  await countCodeAttempt(deps, user, caller);
  const isSpent = await transaction(deps.db, async (tx) => {
    const spent = await spendRecoveryCode(tx, deps, user.id, code, caller.now);
    if (spent) await switchOff(tx, deps, user, 'recovery_code', caller);
    else await auditTwoFactor(tx, user, caller, 'two_factor.disable_failed', { by: 'recovery_code' });
    return spent;
  });
  if (!isSpent) throw new InvalidFields({ recovery_code: [texts.wrongCode] });
}

async function switchOff(tx: Tx, deps: Deps, user: UserRow, by: string, caller: Caller): Promise<void> {
  if (!(await switchTwoFactorOff(tx, deps, user, caller.now)))
    throw new Conflict('two_factor_off', twoFactorTextsIn(caller.language).isOff);
  await auditTwoFactor(tx, user, caller, 'two_factor.disable', { by });
}

/**
 * Removes the second factor and tells the member. Returns false if it is off already.
 * @param reason why staff do it, in their words for the member
 */
export async function switchTwoFactorOff(
  tx: Tx,
  deps: Deps,
  user: UserRow,
  now: Date,
  reason?: string,
): Promise<boolean> {
  if (!(await clearTwoFactor(tx, user.id, now))) return false;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
  await tx.delete(twoFactorChallenges).where(eq(twoFactorChallenges.userId, user.id));
  await tellOfTwoFactor(tx, deps, user, 'two_factor_disabled', now, reason);
  return true;
}

function requireOn(user: UserRow, caller: Caller): void {
  if (!user.google2faEnabledAt) throw new Conflict('two_factor_off', twoFactorTextsIn(caller.language).isOff);
}

const isOn = (user: UserRow) => and(eq(users.id, user.id), isNotNull(users.google2faEnabledAt));
