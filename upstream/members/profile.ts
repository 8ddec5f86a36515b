/** Changes of a member's data other than the credentials. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../database/database';
import { users } from './members.tables';
import type { UserRow } from './users';

export interface Identity {
  firstname: string;
  lastname: string;
  /** Absent: the country stays. */
  country?: string | undefined;
}

/**
 * Changes the member's name and country. A trigger rejects it after the first completed withdrawal, unless staff have
 * unlocked them for one change (`users_identity_locked`), and while a withdrawal is at the bank
 * (`users_identity_in_use`).
 */
export async function renameMember(
  tx: Tx,
  id: number,
  { firstname, lastname, country }: Identity,
  now: Date,
): Promise<void> {
  await tx.update(users).set({ firstname, lastname, country, updatedAt: now }).where(eq(users.id, id));
}

/** Lets the member change locked names and country once. A trigger rejects it without a proposal confirmed `now`. */
export async function unlockIdentity(tx: Tx, id: number, until: Date, now: Date): Promise<void> {
  await tx.update(users).set({ identityUnlockedUntil: until, updatedAt: now }).where(eq(users.id, id));
}

/** Returns until when the member may change locked names and country, or null. */
export const findUnlockedUntil = ({ identityUnlockedUntil: until }: UserRow, now: Date): Date | null =>
  until && until > now ? until : null;

/** Returns whether a withdrawal of the member is at the bank. */
export async function isIdentityInUse(db: Queryable, id: number): Promise<boolean> {
  const { rows } = await db.execute<{ in_use: boolean }>(sql`select is_identity_in_use(${id}) as in_use`);
  return rows[0]?.in_use === true;
}

/** Sets country and birthdate, and marks the address as filled. Returns null if there is no such member. */
export async function fillAddress(
  tx: Tx,
  id: number,
  { country, birthdate }: { country?: string | null | undefined; birthdate?: string | null | undefined },
  now: Date,
): Promise<UserRow | null> {
  const [user] = await tx
    .update(users)
    .set({ country, birthdate, addressIsFilled: true, updatedAt: now })
    .where(eq(users.id, id))
    .returning();
  return user ?? null;
}

/** Changes the given settings and leaves the others. */
export async function changeSettings(
  tx: Tx,
  id: number,
  settings: Partial<Pick<UserRow, 'language' | 'timezone' | 'ethAddress'>>,
  now: Date,
): Promise<UserRow> {
  const [user] = await tx
    .update(users)
    .set({ ...settings, updatedAt: now })
    .where(eq(users.id, id))
    .returning();
  return user as UserRow;
}

/** Sets the member's referrer. Returns null if there is one already. A trigger rejects circles. */
export async function nameReferrer(tx: Tx, id: number, referrerId: number, now: Date): Promise<UserRow | null> {
  const [named] = await tx
    .update(users)
    .set({ referrerId, referrerNamedAt: now, updatedAt: now })
    .where(and(eq(users.id, id), isNull(users.referrerId)))
    .returning();
  return named ?? null;
}

/** Replaces all permissions of the member. */
export async function setPermissions(tx: Tx, id: number, permissions: string[], now: Date): Promise<void> {
  await tx.update(users).set({ permissions, updatedAt: now }).where(eq(users.id, id));
}

/** Records or withdraws the consent to user tracking. Returns false if nothing changes. */
export async function changeTrackingConsent(tx: Tx, id: number, given: boolean, now: Date): Promise<boolean> {
  const { trackingConsentAt } = users;
  const changed = await tx
    .update(users)
    .set({ trackingConsentAt: given ? now : null, updatedAt: now })
    .where(and(eq(users.id, id), given ? isNull(trackingConsentAt) : isNotNull(trackingConsentAt)))
    .returning({ id: users.id });
  return changed.length > 0;
}

/** Records the first completed withdrawal, which fixes the member's name and country. Later calls change nothing. */
export async function notePaidWithdrawal(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ firstWithdrawalAt: now, updatedAt: now })
    .where(and(eq(users.id, id), isNull(users.firstWithdrawalAt)));
}
