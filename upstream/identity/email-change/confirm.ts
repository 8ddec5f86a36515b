/** The code that was mailed to a new address makes it the member's own. */
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import { isUniqueViolation } from '../../database/failures';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { Conflict, InvalidFields } from '../../http/problems';
import { sendMail } from '../../mail/mail';
import { createNotification } from '../../notifications/notifications';
import { type Caller, minutesAfter } from '../caller';
import { passwordResets, signInTokens, users } from '../identity.tables';
import { newToken, purposeKeys, tokenHash, verifyKeyedHash } from '../keys';
import { lockUser, type UserRow } from '../members';
import { forgetCodesOf } from '../verification/verification-code';
import {
  auditChange,
  codeMinutes,
  codeOf,
  codePurpose,
  type EmailChange,
  endPending,
  findPending,
  noChange,
} from './email-change';
import { emailChangedMail } from './email-change.mails';
import { emailChangedNotice } from './email-change.notices';
import { emailChanges } from './email-change.tables';
import { textsIn } from './email-change.texts';

const revertDays = 7;

/**
 * Makes the new address the member's own, once its code is right. The old one gets a notice with a link that takes it
 * back for seven days; links and codes that were mailed there stop working. Every attempt counts, five a code.
 * `InvalidFields` at `one_time_code`; `Conflict` with `no_email_change` where none waits, and with `email_taken` where
 * somebody else has come to have the address, which only its owner can get to see.
 */
export async function confirmEmailChange(deps: Deps, userId: number, typed: string, caller: Caller): Promise<UserRow> {
  const pending = await findPending(deps.db, userId, caller.now);
  if (!pending) throw noChange(caller);
  const code = typed.replace(/[\s-]/g, '');
  if (!(await reserveAttempt(deps, pending, caller)) || !isRight(deps, pending, code)) {
    throw new InvalidFields({ one_time_code: [textsIn(caller.language).wrongCode] });
  }
  try {
    return await transaction(deps.db, (tx) => changeAddress(tx, deps, pending, caller));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await transaction(deps.db, (tx) => endPending(tx, userId, caller.now));
    throw new Conflict('email_taken', textsIn(caller.language).taken);
  }
}

/** Counts before it compares, so that parallel guesses cannot pass together. False when the code is used up or late. */
async function reserveAttempt({ db }: Deps, { id, codeHash }: EmailChange, { now }: Caller): Promise<boolean> {
  const reserved = await db
    .update(emailChanges)
    .set({ attempts: sql`${emailChanges.attempts} + 1` })
    .where(
      and(
        eq(emailChanges.id, id),
        eq(emailChanges.codeHash, codeHash),
        lt(emailChanges.attempts, 5),
        gt(emailChanges.mailedAt, minutesAfter(now, -codeMinutes)),
      ),
    )
    .returning({ id: emailChanges.id });
  return reserved.length > 0;
}

const isRight = (deps: Deps, { id, codeHash }: EmailChange, code: string): boolean =>
  verifyKeyedHash(purposeKeys(deps.config.secrets, codePurpose), codeOf(id, code), codeHash);

async function changeAddress(tx: Tx, deps: Deps, pending: EmailChange, caller: Caller): Promise<UserRow> {
  const { now } = caller;
  const before = await lockUser(tx, pending.userId);
  // An address that was never confirmed may be a stranger's by a slip of the pen: it must not lead back into the account.
  const revertToken = before.emailVerifiedAt ? newToken() : null;
  const confirmed = await tx
    .update(emailChanges)
    .set({
      confirmedAt: now,
      ...(revertToken && {
        revertTokenHash: tokenHash(revertToken),
        revertExpiresAt: minutesAfter(now, revertDays * 24 * 60),
      }),
    })
    .where(
      and(
        eq(emailChanges.id, pending.id),
        eq(emailChanges.codeHash, pending.codeHash),
        eq(emailChanges.oldEmail, before.email),
        isNull(emailChanges.confirmedAt),
        isNull(emailChanges.endedAt),
      ),
    )
    .returning({ id: emailChanges.id });
  if (confirmed.length === 0) throw noChange(caller);
  const [user] = await tx
    .update(users)
    .set({ email: pending.newEmail, emailVerifiedAt: now, updatedAt: now })
    .where(eq(users.id, before.id))
    .returning();
  await voidMailedProofs(tx, before.id);
  await auditChange(tx, 'email.changed', before.id, caller);
  await sendMail(tx, deps, {
    to: before.email,
    language: before.language,
    template: emailChangedMail,
    data: {
      firstname: before.firstname,
      at: now,
      days: revertDays,
      revertUrl: revertToken && `${deps.config.publicUrl}/revert-email/${revertToken}`,
    },
  });
  await createNotification({ ...deps, db: tx }, emailChangedNotice(before.id, now));
  return user as UserRow;
}

/** What was mailed to the address before proves nothing any more; its verification links name the address themselves. */
export async function voidMailedProofs(tx: Tx, userId: number): Promise<void> {
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));
  await tx.delete(signInTokens).where(eq(signInTokens.userId, userId));
  await forgetCodesOf(tx, userId);
}
