/** How staff enter a member's area through a link, and how they leave it. */
import { randomUUID } from 'node:crypto';
import { writeAudit } from '../../database/audit';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import type { CurrentMember, GhostMode } from '../../http/env';
import { NotFound, Refused } from '../../http/problems';
import { type Caller, minutesAfter } from '../../members/caller';
import { ghostSessions } from '../../members/sessions.tables';
import { countNetwork } from '../../members/throttles';
import { countFirstline, showUser } from '../../members/users';
import { createNotification } from '../../notifications/notifications';
import { textsIn } from '../identity.texts';
import { endSession, openSession } from '../sessions/sessions';
import { ghostAccessNotice } from './ghost.notices';
import { findGhostLink, nameOf, spendGhostLink } from './ghost-links';

const ghostMinutes = 30;

/** Returns the purpose of a link. `NotFound` if it is no longer valid. */
export async function showGhostLink(deps: Deps, token: string, caller: Caller) {
  await countNetwork(deps.db, 'token.network', caller);
  const link = await findGhostLink(deps.db, token, caller.now);
  if (!link) throw new NotFound(textsIn(caller.language).ghostLinkOver);
  return {
    actor_name: nameOf(link.actor),
    member_name: nameOf(link.user),
    reason: link.reason,
    read_only: link.readOnly,
    minutes: ghostMinutes,
  };
}

/**
 * Uses the link up, opens a session of 30 minutes that no refresh prolongs, and tells the member who enters and why.
 * `Refused` if the link is not valid, or if somebody lost or gained a permission since it was made.
 */
export async function enterGhostMode(deps: Deps, token: string, caller: Caller) {
  const { now, ip, requestId } = caller;
  await countNetwork(deps.db, 'token.network', caller);
  return transaction(deps.db, async (tx) => {
    const link = await spendGhostLink(tx, token, now);
    if (!link) throw new Refused(textsIn(caller.language).ghostLinkOver);
    const { actor, user, reason, ticketId, readOnly } = link;
    const id = randomUUID();
    const expiresAt = minutesAfter(now, ghostMinutes);
    const ghost = { actorId: actor.id, actorName: nameOf(actor), reason, readOnly, expiresAt };
    const bearer = await openSession(tx, user.id, 'Ghost mode', caller, { id, minutes: ghostMinutes });
    await tx.insert(ghostSessions).values({ ...ghost, id, userId: user.id, ticketId, startedAt: now });
    await writeAudit(tx, now, {
      action: 'ghost.entered',
      actorId: actor.id,
      userId: user.id,
      ip,
      requestId,
      detail: { session: id, read_only: readOnly },
    });
    await createNotification({ ...deps, db: tx }, ghostAccessNotice(user.id, ghost, now));
    const shown = showUser(user, { firstline: await countFirstline(tx, user.id), ip });
    return { token: bearer, user: shown, ghost: showGhost(ghost) };
  });
}

/** Ends the ghost session at the request of its staff member. `NotFound` for a session of the member's own. */
export async function leaveGhostMode(
  deps: Deps,
  { id: userId, sessionId, ghost }: CurrentMember,
  { now, ip, requestId }: Caller,
): Promise<void> {
  if (!ghost) throw new NotFound();
  const { actorId } = ghost;
  await transaction(deps.db, async (tx) => {
    await endSession(tx, sessionId, 'ghost_left', now);
    const detail = { session: sessionId };
    await writeAudit(tx, now, { action: 'ghost.left', actorId, userId, ip, requestId, detail });
  });
}

/** Returns the ghost session in the shape of the contract. */
export const showGhost = ({ actorName, reason, expiresAt, readOnly }: GhostMode) => ({
  actor_name: actorName,
  reason,
  expires_at: expiresAt.toISOString(),
  read_only: readOnly,
});
