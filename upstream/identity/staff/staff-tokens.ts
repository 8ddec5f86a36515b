/** Staff tokens. `club login` creates one and every later command presents it. Only its digest is stored. */
import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Actor } from '../../club/command';
import type { Database, Tx } from '../../database/database';
import { newToken, tokenHash } from '../../keys';
import { minutesAfter } from '../../members/caller';
import { users } from '../../members/members.tables';
import { isStaff } from '../../members/permissions';
import type { UserRow } from '../../members/users';
import { staffTokens } from './staff.tables';

const tokenMinutes = 8 * 60;

export const actorNameOf = ({ firstname, lastname }: Pick<UserRow, 'firstname' | 'lastname'>): string =>
  `${firstname} ${lastname}`;

/** Makes a token of 8 hours and returns it. The caller has proven both factors. */
export async function openStaffToken(tx: Tx, userId: number, now: Date): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken();
  const expiresAt = minutesAfter(now, tokenMinutes);
  const row = { tokenHash: tokenHash(token), userId, createdAt: now, expiresAt, lastUsedAt: now };
  await tx.insert(staffTokens).values(row);
  return { token, expiresAt };
}

/**
 * Returns the actor who has a staff token. Null if it is unknown, expired or revoked, or if the account is no longer
 * staff with two-factor sign-in.
 */
export async function findActor(db: Database, token: string, now: Date): Promise<Actor | null> {
  const [found] = await db
    .update(staffTokens)
    .set({ lastUsedAt: now })
    .from(users)
    .where(and(eq(staffTokens.tokenHash, tokenHash(token)), eq(users.id, staffTokens.userId), isGood(now)))
    .returning({
      id: users.id,
      firstname: users.firstname,
      lastname: users.lastname,
      permissions: users.permissions,
      tokenId: staffTokens.id,
    });
  if (!found || !isStaff(found)) return null;
  const { id, permissions, tokenId } = found;
  return { id, name: actorNameOf(found), permissions, tokenId };
}

/** Returns the valid tokens with their owners. */
export const listStaffTokens = (tx: Tx, now: Date) =>
  tx
    .select({
      id: staffTokens.id,
      userId: staffTokens.userId,
      firstname: users.firstname,
      lastname: users.lastname,
      createdAt: staffTokens.createdAt,
      lastUsedAt: staffTokens.lastUsedAt,
      expiresAt: staffTokens.expiresAt,
    })
    .from(staffTokens)
    .innerJoin(users, eq(users.id, staffTokens.userId))
    .where(isGood(now))
    .orderBy(asc(staffTokens.id));

/** Revokes one token and returns its owner, or null if it was over already. */
export async function revokeStaffToken(tx: Tx, id: number, now: Date): Promise<{ userId: number } | null> {
  const [revoked] = await tx
    .update(staffTokens)
    .set({ revokedAt: now })
    .where(and(eq(staffTokens.id, id), isNull(staffTokens.revokedAt), gt(staffTokens.expiresAt, now)))
    .returning({ userId: staffTokens.userId });
  return revoked ?? null;
}

/** Revokes all tokens of a member whose password or second factor changed, or whose account is closed. */
export async function revokeStaffTokensOf(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx
    .update(staffTokens)
    .set({ revokedAt: now })
    .where(and(eq(staffTokens.userId, userId), isNull(staffTokens.revokedAt)));
}

const isGood = (now: Date) =>
  and(isNull(staffTokens.revokedAt), gt(staffTokens.expiresAt, now), isNotNull(users.google2faEnabledAt));
