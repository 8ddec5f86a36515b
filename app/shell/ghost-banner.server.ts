import type { MemberSession } from '../platform/session.server';

/** What the banner says of ghost mode: who looks at whose area, until when; null while nobody does. */
export function ghostOf(session: MemberSession) {
  const ghost = session.get('ghost');
  const user = session.get('user');
  if (!ghost || !user) return null;
  return { actor: ghost.actor_name, name: user.name, until: ghost.expires_at, readOnly: ghost.read_only };
}
