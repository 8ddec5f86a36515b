import type { Deps } from '../../deps';
import type { Caller } from '../../members/caller';
import { countAttempt } from '../../members/throttles';
import type { UserRow } from '../../members/users';
import { findKnownDevice } from '../devices/devices';

/** Counts a guess at a member's codes, over all sign-ins. A known browser has its own allowance. `TooManyAttempts`. */
export async function countCodeAttempt(deps: Deps, user: UserRow, caller: Caller): Promise<void> {
  const device = await findKnownDevice(deps.db, deps, user.id, caller.deviceTokens);
  if (device) {
    await countAttempt(deps.db, 'two-factor.device', device.id);
    await countAttempt(deps.db, 'two-factor.device.day', device.id);
    return;
  }
  await countAttempt(deps.db, 'two-factor.member', String(user.id));
  await countAttempt(deps.db, 'two-factor.member.day', String(user.id));
}
