/** Signs staff in at the command line with password and one-time code, under the limits of every sign-in. */
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { type Caller, minutesAfter } from '../../members/caller';
import { isStaff } from '../../members/permissions';
import { lockUser, type UserRow } from '../../members/users';
import { findTwoFactorReset } from '../security-changes';
import { auditSignIn } from '../sign-in/complete-sign-in';
import { forgiveAddress } from '../sign-in/password-attempts';
import { isStillTheirs, provePassword } from '../sign-in/sign-in';
import { spendTotp } from '../two-factor/two-factor';
import { countCodeAttempt } from '../two-factor/two-factor-attempts';
import { openStaffToken } from './staff-tokens';

/** How long the command line stays closed after a reset, so that its target can read the mail and object. */
const pauseMinutes = 24 * 60;

interface StaffSignIn {
  email: string;
  password: string;
  one_time_password: string;
}

/** Why a right password does not open the command line. */
export class NotAdmitted extends Error {
  override name = 'NotAdmitted';

  /** @param until when the reason ends, if it ends with time */
  constructor(
    readonly why: 'not_staff' | 'no_second_factor' | 'reset_lately' | 'wrong_code',
    readonly until: Date | null = null,
  ) {
    super(why);
  }
}

/**
 * Signs a member of staff in for 8 hours.
 * @throws Refused for a wrong address or password, TooManyAttempts and AttemptsUsedUp above the limits, NotAdmitted
 */
export async function signInStaff(
  deps: Deps,
  { email, password, one_time_password: code }: StaffSignIn,
  caller: Caller,
): Promise<{ user: UserRow; token: string; expiresAt: Date }> {
  const { user } = await provePassword(deps, { email, password }, caller);
  await forgiveAddress(deps.db, deps, user.email);
  const refuse = async (why: NotAdmitted['why'], until?: Date) => {
    const by = why === 'wrong_code' ? 'one_time_password' : why;
    await transaction(deps.db, (tx) => auditSignIn(tx, 'login.failed', user.id, caller, { by, at: 'command line' }));
    return new NotAdmitted(why, until);
  };
  if (!isStaff(user)) throw await refuse('not_staff');
  if (!user.google2faEnabledAt) throw await refuse('no_second_factor');
  const resetAt = await findTwoFactorReset(deps.db, user.id, minutesAfter(caller.now, -pauseMinutes));
  if (resetAt) throw await refuse('reset_lately', minutesAfter(resetAt, pauseMinutes));
  await countCodeAttempt(deps, user, caller);
  const opened = await transaction(deps.db, async (tx) => {
    const standing = await lockUser(tx, user.id);
    if (!(await isStillTheirs(tx, user)) || !(await spendTotp(tx, deps, standing, code, caller.now))) return null;
    const token = await openStaffToken(tx, user.id, caller.now);
    await auditSignIn(tx, 'login', user.id, caller, { by: 'one_time_password', at: 'command line' });
    return token;
  });
  if (!opened) throw await refuse('wrong_code');
  return { user, ...opened };
}
