import type { Deps } from '../deps';
import type { Admission } from '../http/body';
import { callerOf } from './caller';
import { findMember } from './member-gate';
import { countNetwork } from './throttles';

/**
 * Admits a body under the limits of a member if the call comes with a session, otherwise under those of a guest. A
 * guest's network is counted before the body is read. A program with an API token counts as a guest, because it sends
 * little.
 */
export function admitBody(deps: Pick<Deps, 'db'>): Admission {
  return async (c) => {
    if (await findMember(c, deps)) return true;
    await countNetwork(deps.db, 'guest.network', callerOf(c));
    return false;
  };
}
