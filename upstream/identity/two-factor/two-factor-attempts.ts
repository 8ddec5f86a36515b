import type { Deps } from '../../deps';
import type { Caller } from '../caller';
import { findKnownDevice } from '../devices';
import type { UserRow } from '../members';
import { countAttempt } from '../throttles';

/** Counts a guess at a member's codes, over all sign-ins; a known browser has its own allowance. `TooManyAttempts`. */
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
