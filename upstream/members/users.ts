/** The member in the shape that the calls return. */

import type { z } from '@hono/zod-openapi';
import { eq, sql } from 'drizzle-orm';
import type { User } from '../contract/member';
import type { Queryable, Tx } from '../database/database';
import { users } from './members.tables';

export type UserRow = typeof users.$inferSelect;
export type ShownUser = z.infer<typeof User>;

/** Returns the form in which an address is stored and compared: trimmed and lower-cased. */
export const canonicalEmail = (email: string): string => email.trim().toLowerCase();

/** The number of members that a member referred directly, as a column of a query on `users`. */
export const firstline = sql<number>`(select count(*)::int from ${users} as referred where referred.referrer_id = ${users}.id)`;

/** Returns the member with this address, or null. */
export async function findUserByEmail(db: Queryable, email: string): Promise<UserRow | null> {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(users.email, canonicalEmail(email)));
  return user ?? null;
}

/** Returns the member with this id, or null. */
export async function findUser(db: Queryable, id: number): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  return user ?? null;
}

/** Locks the member's row and returns it. Transactions that lock the same member run one after another. */
export async function lockUser(tx: Tx, id: number): Promise<UserRow> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  if (!user) throw new Error('The member is gone.');
  return user;
}

/** Returns the number of members that this one referred directly. */
export async function countFirstline(db: Queryable, userId: number): Promise<number> {
  return db.$count(users, eq(users.referrerId, userId));
}

/** Returns the member in the shape of the contract. */
export function showUser(user: UserRow, seen: { firstline: number; ip: string | null }): ShownUser {
  return {
    id: user.id,
    name: `${user.firstname} ${user.lastname}`,
    email: user.email,
    language: user.language,
    ip_address: seen.ip,
    timezone: user.timezone,
    address: { firstname: user.firstname, lastname: user.lastname, country: user.country },
    firstline: seen.firstline,
    permissions: user.permissions,
    nft: { address: user.ethAddress },
    address_is_filled: user.addressIsFilled,
    email_verified: user.emailVerifiedAt !== null,
    google2fa_enabled_at: user.google2faEnabledAt?.toISOString() ?? null,
    instruction_state: user.instructionState,
    has_password: user.passwordHash !== null,
    tracking_consent_at: user.trackingConsentAt?.toISOString() ?? null,
    deletion_due_at: user.deletionDueAt?.toISOString() ?? null,
  };
}
