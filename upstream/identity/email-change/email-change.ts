/**
 * A pending change of a member's e-mail address, until the code mailed to the new address confirms it. It must not show
 * whether another member has the address: the answer, the number of mails and the work are the same. Rules:
 * docs/product/settings.md#account.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { type Verification, verificationContext } from '../../contract/verification';
import { writeAudit } from '../../database/audit';
import type { Queryable, Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { Conflict, InvalidFields, TooManyAttempts } from '../../http/problems';
import { keyedHash, newestKey } from '../../keys';
import { sendMail } from '../../mail/mail';
import { type Caller, minutesAfter } from '../../members/caller';
import { users } from '../../members/members.tables';
import { canonicalEmail, findUser, lockUser, type UserRow } from '../../members/users';
import { withVerification } from '../verification/verification';
import { addressWantedMail, emailCodeMail } from './email-change.mails';
import { emailChanges } from './email-change.tables';
import { textsIn } from './email-change.texts';

export type EmailChange = typeof emailChanges.$inferSelect;

/** How long a code is valid. */
export const codeMinutes = 10;
/** How long a change waits for the right code, over all mailed codes. */
export const pendingMinutes = 60;
const resendMinutes = 1;
const mailsAnHour = 5;
/** Mails from all members to one address. The limit is so high that one member cannot use it up. */
const mailsAnHourTo = 20;
export const codePurpose = 'email-change';

/** The text for a code's HMAC. It binds the code to its change. */
export const codeOf = (changeId: string, code: string): string => `${changeId} ${code}`;

/** Returns the pending change, or null. */
export async function findPending(db: Queryable, userId: number, now: Date): Promise<EmailChange | null> {
  const [pending] = await db
    .select()
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.userId, userId),
        isNull(emailChanges.confirmedAt),
        isNull(emailChanges.endedAt),
        gt(emailChanges.createdAt, minutesAfter(now, -pendingMinutes)),
      ),
    );
  return pending ?? null;
}

/**
 * Begins a change that replaces a pending one and mails a code to the new address. The address changes only with the
 * code. `InvalidFields` for the member's own address and for a wrong verification code. `TooManyAttempts` for a second
 * mail within 60 seconds and a sixth within an hour. An address that many members have mailed gets no more mails for a
 * while, but the answer stays the same, because it must not reveal the requests of others.
 */
export async function requestEmailChange(
  deps: Deps,
  user: UserRow,
  input: { email: string; verification: Verification },
  caller: Caller,
): Promise<EmailChange> {
  const newEmail = canonicalEmail(input.email);
  if (newEmail === user.email) throw new InvalidFields({ email: [textsIn(caller.language).sameAddress] });
  const context = verificationContext.emailChange(newEmail);
  const step = { user, action: 'email.change', context, given: input.verification } as const;
  return withVerification(deps, step, caller, async (tx) => {
    const now = caller.now;
    const standing = await lockUser(tx, user.id);
    await refuseTooManyMails(tx, user.id, now);
    const mayMail = await hasRoomForMail(tx, newEmail, now);
    await endPending(tx, user.id, now);
    const id = randomUUID();
    const code = newCode();
    const [pending] = await tx
      .insert(emailChanges)
      .values({ ...row(deps, id, code, now), id, userId: user.id, oldEmail: standing.email, newEmail, createdAt: now })
      .returning();
    await auditChange(tx, 'email.change_requested', user.id, caller);
    if (mayMail) await mailNewAddress(tx, deps, standing, newEmail, code, now);
    return pending as EmailChange;
  });
}

/** Mails a new code for the pending change. The code before stops working. `Conflict` if no change is pending. */
export async function resendEmailCode(deps: Deps, userId: number, caller: Caller): Promise<EmailChange> {
  return transaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    const pending = await findPending(tx, userId, caller.now);
    if (!pending) throw noChange(caller);
    await refuseTooManyMails(tx, userId, caller.now);
    const mayMail = await hasRoomForMail(tx, pending.newEmail, caller.now);
    const code = newCode();
    const [renewed] = await tx
      .update(emailChanges)
      .set({ ...row(deps, pending.id, code, caller.now), attempts: 0, mails: pending.mails + 1 })
      .where(eq(emailChanges.id, pending.id))
      .returning();
    if (mayMail) await mailNewAddress(tx, deps, user, pending.newEmail, code, caller.now);
    return renewed as EmailChange;
  });
}

/** Cancels the pending change, if any. */
export async function cancelEmailChange(deps: Deps, userId: number, caller: Caller): Promise<void> {
  await transaction(deps.db, async (tx) => {
    await lockUser(tx, userId);
    const ended = await endPending(tx, userId, caller.now);
    if (ended) await auditChange(tx, 'email.change_cancelled', userId, caller);
  });
}

/** Returns the 409 for a change that is not pending, or no longer pending. */
export const noChange = (caller: Caller): Conflict =>
  new Conflict('no_email_change', textsIn(caller.language).nonePending);

/** Ends the pending change. Returns false if there is none. */
export async function endPending(tx: Tx, userId: number, now: Date): Promise<boolean> {
  const ended = await tx
    .update(emailChanges)
    .set({ endedAt: now })
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.confirmedAt), isNull(emailChanges.endedAt)))
    .returning({ id: emailChanges.id });
  return ended.length > 0;
}

export const auditChange = (tx: Tx, action: string, userId: number, caller: Caller, actorId: number | null = userId) =>
  writeAudit(tx, caller.now, { action, actorId, userId, ip: caller.ip, requestId: caller.requestId });

/** Returns whether the address is below its limit of mails an hour, over all members. */
async function hasRoomForMail(tx: Tx, newEmail: string, now: Date): Promise<boolean> {
  const [sent] = await tx
    .select({ mails: sql<number>`coalesce(sum(${emailChanges.mails}), 0)::int` })
    .from(emailChanges)
    .where(and(eq(emailChanges.newEmail, newEmail), gt(emailChanges.createdAt, minutesAfter(now, -60))));
  return (sent?.mails ?? 0) < mailsAnHourTo;
}

async function refuseTooManyMails(tx: Tx, userId: number, now: Date): Promise<void> {
  const [sent] = await tx
    .select({
      mails: sql<number>`coalesce(sum(${emailChanges.mails}), 0)::int`,
      first: sql<Date | null>`min(${emailChanges.createdAt})`.mapWith(emailChanges.createdAt),
      last: sql<Date | null>`max(${emailChanges.mailedAt})`.mapWith(emailChanges.mailedAt),
    })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gt(emailChanges.createdAt, minutesAfter(now, -60))));
  if (!sent?.first || !sent.last) return;
  if (sent.mails >= mailsAnHour) throw new TooManyAttempts(mailsAnHour, minutesAfter(sent.first, 60), now);
  const next = minutesAfter(sent.last, resendMinutes);
  if (next > now) throw new TooManyAttempts(1, next, now);
}

const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

const row = (deps: Deps, id: string, code: string, now: Date) => ({
  codeHash: keyedHash(newestKey(deps.config.secrets, codePurpose), codeOf(id, code)),
  mailedAt: now,
});

/** If another member has the address, tells that owner instead, and nobody gets the code. */
async function mailNewAddress(tx: Tx, deps: Deps, user: UserRow, to: string, code: string, now: Date): Promise<void> {
  const owner = await findOwner(tx, to, user.id, now);
  if (owner) {
    const data = { firstname: owner.firstname, loginUrl: `${deps.config.publicUrl}/login` };
    await sendMail(tx, deps, { to, language: owner.language, template: addressWantedMail, data });
  } else {
    const data = { firstname: user.firstname, code, minutes: codeMinutes };
    await sendMail(tx, deps, {
      to,
      language: user.language,
      template: emailCodeMail,
      data,
      until: minutesAfter(now, codeMinutes),
    });
  }
}

/** Returns another member who has the address or can still get it back, or null. */
async function findOwner(tx: Tx, email: string, userId: number, now: Date): Promise<UserRow | null> {
  const [owner] = await tx
    .select()
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, userId)));
  if (owner) return owner;
  const [kept] = await tx
    .select({ userId: emailChanges.userId })
    .from(emailChanges)
    .where(and(eq(emailChanges.oldEmail, email), ne(emailChanges.userId, userId), canBeReverted(now)));
  return kept ? findUser(tx, kept.userId) : null;
}

/** Condition for confirmed changes that can still be reverted. */
const canBeReverted = (now: Date) =>
  and(gt(emailChanges.revertExpiresAt, now), isNull(emailChanges.revertedAt), isNull(emailChanges.overtakenAt));
