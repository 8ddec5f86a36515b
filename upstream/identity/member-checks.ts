import type { Deps } from '../deps';
import type { MemberChecks, MemberColumns } from '../http/env';
import { users } from '../members/members.tables';
import { keptCount } from '../notifications/notifications';
import { hasTermUpdates, requireAcceptedTerms } from '../terms/terms';
import { admitApiToken } from './api-tokens/admission';
import { passGhost } from './ghost/ghost-gate';

/**
 * Returns what the gate of members needs from API tokens, ghost mode, terms and notifications.
 * @param ofOthers columns of modules above this one
 */
export function memberChecks(
  deps: Deps,
  ofOthers: Pick<MemberColumns, 'tickets' | 'chat' | 'news'> = {},
): MemberChecks {
  return {
    columns: (db, now) => ({
      hasTermUpdates: hasTermUpdates(db, now),
      ...ofOthers,
      notifications: { unread_count: keptCount('unread', users.id), read_count: keptCount('read', users.id) },
    }),
    admitApiToken: (call, token, c) => admitApiToken(deps, call, token, c),
    passGhost: (c, member) => passGhost(deps.db, c, member),
    requireAcceptedTerms: (call, member, c) => requireAcceptedTerms(deps.db, call, member, c),
  };
}
