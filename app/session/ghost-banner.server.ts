import type { MemberSession } from '../platform/request/session.server';

/** Returns what the banner says of ghost mode: who sees whose area, and until when. Null outside ghost mode. */
export function ghostOf(session: MemberSession) {
  const ghost = session.get('ghost');
  const user = session.get('user');
  if (!ghost || !user) return null;
  return { actor: ghost.actor_name, name: user.name, until: ghost.expires_at, readOnly: ghost.read_only };
}
