/** How a membership begins and ends. */
import { randomInt } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { isUniqueViolation } from '../database/failures';
import { transaction } from '../database/transaction';
import type { Language } from '../http/env';
import { users } from './members.tables';
import type { UserRow } from './users';

type NewMember = Omit<typeof users.$inferInsert, 'refHash' | 'createdAt' | 'updatedAt'>;

/** Adds a member. Returns null if the address belongs to a member or is reserved for its former account. */
export async function addMember(tx: Tx, member: NewMember, now: Date): Promise<UserRow | null> {
  const values = { ...member, refHash: newRefHash(), createdAt: now, updatedAt: now };
  // A savepoint, because a trigger rejects a reserved address and its error would abort the transaction.
  const inserted = await transaction(tx, (inner) =>
    inner.insert(users).values(values).onConflictDoNothing({ target: users.email }).returning(),
  ).catch((error: unknown) => {
    if (isUniqueViolation(error, 'users_email_reserved')) return [];
    throw error;
  });
  return inserted[0] ?? null;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns ten random letters and digits: the member's part of their referral link. */
export const newRefHash = (): string => Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Schedules the deletion of the account. Returns null if it is scheduled already, or the member is deleted. */
export async function scheduleDeletion(tx: Tx, id: number, dueAt: Date, now: Date): Promise<UserRow | null> {
  const [user] = await tx
    .update(users)
    .set({ deletionRequestedAt: now, deletionDueAt: dueAt, deletionRemindedAt: null, updatedAt: now })
    .where(and(eq(users.id, id), isNull(users.deletionDueAt), isNull(users.deletedAt)))
    .returning();
  return user ?? null;
}

const notLeaving = { deletionRequestedAt: null, deletionDueAt: null, deletionRemindedAt: null };

/** Cancels a scheduled deletion. Returns false if none is scheduled. */
export async function unscheduleDeletion(tx: Tx, id: number, now: Date): Promise<boolean> {
  const kept = await tx
    .update(users)
    .set({ ...notLeaving, updatedAt: now })
    .where(and(eq(users.id, id), isNotNull(users.deletionDueAt)))
    .returning({ id: users.id });
  return kept.length > 0;
}

/** Condition for members whose deletion is due by `until` and who got no reminder yet. */
export const hasToBeReminded = (until: Date, now: Date) =>
  and(gt(users.deletionDueAt, now), lte(users.deletionDueAt, until), isNull(users.deletionRemindedAt));

/** Marks the member as reminded. Returns null if `hasToBeReminded` no longer holds. */
export async function noteDeletionReminder(tx: Tx, id: number, until: Date, now: Date): Promise<UserRow | null> {
  const [user] = await tx
    .update(users)
    .set({ deletionRemindedAt: now })
    .where(and(eq(users.id, id), hasToBeReminded(until, now)))
    .returning();
  return user ?? null;
}

/**
 * Selects the `id` of the member unless the account is deleted, and holds the row: a deletion that is under way comes
 * first, and one that begins later waits. What a request writes about its member goes through it, so that none of it
 * stays after the deletion.
 */
export const memberStillThere = (id: number): SQL =>
  sql`select ${users.id} from ${users} where ${users.id} = ${id} and ${users.deletedAt} is null for key share`;

const neutralName = {
  en: { firstname: 'Former', lastname: 'member' },
  de: { firstname: 'Ehemaliges', lastname: 'Mitglied' },
};

/**
 * Removes the personal data from a member's row, which stays because bookings and the audit log refer to it. The
 * address becomes free. The row gets an address that does not exist, so that nobody can sign in, register or get mail
 * with it. The names of the member's campaigns go from those who joined by them.
 */
export async function anonymiseMember(
  tx: Tx,
  { id, language }: { id: number; language: Language },
  now: Date,
): Promise<void> {
  await tx
    .update(users)
    .set({
      ...neutralName[language],
      ...notLeaving,
      email: `deleted-${id}`,
      passwordHash: null,
      timezone: null,
      country: null,
      birthdate: null,
      emailVerifiedAt: null,
      google2faSecret: null,
      google2faEnabledAt: null,
      google2faLastStep: null,
      permissions: [],
      refHash: newRefHash(),
      instructionState: {},
      ethAddress: null,
      referralCampaign: null,
      addressIsFilled: false,
      trackingConsentAt: null,
      deletedAt: now,
      updatedAt: now,
    })
    .where(eq(users.id, id));
  await tx
    .update(users)
    .set({ referralCampaign: null })
    .where(and(eq(users.referrerId, id), isNotNull(users.referralCampaign)));
}
