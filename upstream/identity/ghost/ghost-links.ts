/**
 * The links that let staff into a member's area: creates, shows and uses them. Rules:
 * docs/product/session.md#ghost-mode.
 */
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../database/database';
import { newToken, tokenHash } from '../../keys';
import { minutesAfter } from '../../members/caller';
import { isStaff } from '../../members/permissions';
import { findUser, type UserRow } from '../../members/users';
import { ghostLinks } from './ghost.tables';

const linkMinutes = 1;

export interface GhostPurpose {
  reason: string;
  ticketId: number | null;
  readOnly: boolean;
}

/** A valid link with its two people. */
export interface GoodLink extends GhostPurpose {
  actor: UserRow;
  user: UserRow;
}

/** Returns why this member of staff may not see the area of that member, or null. */
export function objectionTo(
  actor: UserRow,
  user: UserRow,
  { readOnly }: Pick<GhostPurpose, 'readOnly'>,
): 'ghost.enter' | 'ghost.write' | 'oneself' | 'staff' | null {
  if (!actor.permissions.includes('ghost.enter')) return 'ghost.enter';
  if (!readOnly && !actor.permissions.includes('ghost.write')) return 'ghost.write';
  if (actor.id === user.id) return 'oneself';
  return isStaff(user) ? 'staff' : null;
}

/**
 * Makes a link that is valid once, for 60 seconds. Callers check `objectionTo` first. Returns its token and its expiry.
 */
export async function mintGhostLink(
  tx: Tx,
  { actor, user, ...purpose }: GoodLink,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken();
  const expiresAt = minutesAfter(now, linkMinutes);
  await tx.insert(ghostLinks).values({
    ...purpose,
    tokenHash: tokenHash(token),
    actorId: actor.id,
    userId: user.id,
    createdAt: now,
    expiresAt,
  });
  return { token, expiresAt };
}

/**
 * Returns the link's purpose. Null if the link is not valid, or if somebody lost or gained a permission in the
 * meantime.
 */
export async function findGhostLink(db: Queryable, token: string, now: Date): Promise<GoodLink | null> {
  const [link] = await db.select().from(ghostLinks).where(isGood(token, now));
  return link ? withPeople(db, link) : null;
}

/** Does the same and uses the link up. Of several parallel calls, one gets the link. */
export async function spendGhostLink(tx: Tx, token: string, now: Date): Promise<GoodLink | null> {
  const [link] = await tx.update(ghostLinks).set({ usedAt: now }).where(isGood(token, now)).returning();
  return link ? withPeople(tx, link) : null;
}

const isGood = (token: string, now: Date) =>
  and(eq(ghostLinks.tokenHash, tokenHash(token)), isNull(ghostLinks.usedAt), gt(ghostLinks.expiresAt, now));

async function withPeople(db: Queryable, link: typeof ghostLinks.$inferSelect): Promise<GoodLink | null> {
  const actor = await findUser(db, link.actorId);
  const user = await findUser(db, link.userId);
  if (!actor || !user || objectionTo(actor, user, link)) return null;
  const { reason, ticketId, readOnly } = link;
  return { actor, user, reason, ticketId, readOnly };
}

/** Returns the name that the member is shown, such as "Greta Holm". */
export const nameOf = ({ firstname, lastname }: UserRow): string => `${firstname} ${lastname}`;
