/** Changes of a member's credentials: password, e-mail address, second factor. */
import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { users } from './members.tables';
import type { UserRow } from './users';

/** Sets a new password, whatever the old one is. */
export async function setPassword(tx: Tx, id: number, passwordHash: string, now: Date): Promise<void> {
  await tx.update(users).set({ passwordHash, updatedAt: now }).where(eq(users.id, id));
}

/** Replaces the password that `before` has. Returns false if it was replaced in the meantime. */
export async function replacePassword(
  tx: Tx,
  before: Pick<UserRow, 'id' | 'passwordHash'>,
  passwordHash: string,
  now: Date,
): Promise<boolean> {
  const unchanged = before.passwordHash ? eq(users.passwordHash, before.passwordHash) : isNull(users.passwordHash);
  const changed = await tx
    .update(users)
    .set({ passwordHash, updatedAt: now })
    .where(and(eq(users.id, before.id), unchanged))
    .returning({ id: users.id });
  return changed.length > 0;
}

/** Stores a stronger hash of the same password. */
export async function rehashPassword(tx: Tx, id: number, passwordHash: string): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, id));
}

/** Marks the address as confirmed. Returns false if it is confirmed already, or is no longer the member's address. */
export async function confirmEmail(tx: Tx, { id, email }: Pick<UserRow, 'id' | 'email'>, now: Date): Promise<boolean> {
  const verified = await tx
    .update(users)
    .set({ emailVerifiedAt: now, updatedAt: now })
    .where(and(eq(users.id, id), eq(users.email, email), isNull(users.emailVerifiedAt)))
    .returning({ id: users.id });
  return verified.length > 0;
}

/** Changes the member's address and marks it as confirmed. */
export async function changeEmail(tx: Tx, id: number, email: string, now: Date): Promise<UserRow> {
  const [user] = await tx
    .update(users)
    .set({ email, emailVerifiedAt: now, updatedAt: now })
    .where(eq(users.id, id))
    .returning();
  return user as UserRow;
}

/** Restores the member's former address and removes the password, because a stranger may have set it. */
export async function restoreEmail(tx: Tx, id: number, email: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ email, emailVerifiedAt: now, passwordHash: null, updatedAt: now })
    .where(eq(users.id, id));
}

/** Enables the second factor. Returns false if it is enabled already. */
export async function setTwoFactor(
  tx: Tx,
  id: number,
  { secret, step }: { secret: string; step: number },
  now: Date,
): Promise<boolean> {
  const enabled = await tx
    .update(users)
    .set({ google2faSecret: secret, google2faEnabledAt: now, google2faLastStep: step, updatedAt: now })
    .where(and(eq(users.id, id), isNull(users.google2faEnabledAt)))
    .returning({ id: users.id });
  return enabled.length > 0;
}

/** Disables the second factor. Returns false if it is disabled already. */
export async function clearTwoFactor(tx: Tx, id: number, now: Date): Promise<boolean> {
  const disabled = await tx
    .update(users)
    .set({ google2faSecret: null, google2faEnabledAt: null, google2faLastStep: null, updatedAt: now })
    .where(and(eq(users.id, id), isNotNull(users.google2faEnabledAt)))
    .returning({ id: users.id });
  return disabled.length > 0;
}

/** Uses up the code of a step. Returns false if this or a later step is used already, or the secret has changed. */
export async function spendTwoFactorStep(tx: Tx, id: number, secret: string, step: number): Promise<boolean> {
  const spent = await tx
    .update(users)
    .set({ google2faLastStep: step })
    .where(
      and(
        eq(users.id, id),
        eq(users.google2faSecret, secret),
        or(isNull(users.google2faLastStep), lt(users.google2faLastStep, step)),
      ),
    )
    .returning({ id: users.id });
  return spent.length > 0;
}
