/** Confirms a new e-mail address with the code that was mailed to it. */
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import { isUniqueViolation } from '../../database/failures';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { Conflict, InvalidFields } from '../../http/problems';
import { newToken, purposeKeys, tokenHash, verifyKeyedHash } from '../../keys';
import { sendMail } from '../../mail/mail';
import { type Caller, minutesAfter } from '../../members/caller';
import { changeEmail } from '../../members/credentials';
import { lockUser, type UserRow } from '../../members/users';
import { createNotification } from '../../notifications/notifications';
import { bareCode, isOneTimeCode } from '../code-format';
import { passwordResets, signInTokens } from '../identity.tables';
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
 * Makes the new address the member's address if the code is right. The old address gets a notice with a link that
 * reverts the change for seven days. Links and codes mailed to the old address stop working. Every attempt
 * with six digits counts, and each code allows five. `InvalidFields` at `one_time_code`. `Conflict` with `no_email_change` if no change is pending,
 * and with `email_taken` if another member has got the address in the meantime. Only the owner of the address can see
 * that.
 */
export async function confirmEmailChange(deps: Deps, userId: number, typed: string, caller: Caller): Promise<UserRow> {
  const pending = await findPending(deps.db, userId, caller.now);
  if (!pending) throw noChange(caller);
  if (!isOneTimeCode(typed)) throw new InvalidFields({ one_time_code: [textsIn(caller.language).codeForm] });
  const code = bareCode(typed);
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

/**
 * Counts before it compares, so that parallel guesses cannot all pass. Returns false if the code is used up or too old.
 */
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
  // An unconfirmed address may belong to a stranger because of a typo, so it must not lead back into the account.
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
  const user = await changeEmail(tx, before.id, pending.newEmail, now);
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
    ...(revertToken && { until: minutesAfter(now, revertDays * 24 * 60) }),
  });
  await createNotification({ ...deps, db: tx }, emailChangedNotice(before.id, now));
  return user;
}

/** Voids the proofs mailed to the old address. Verification links need no voiding, because they contain the address. */
export async function voidMailedProofs(tx: Tx, userId: number): Promise<void> {
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));
  await tx.delete(signInTokens).where(eq(signInTokens.userId, userId));
  await forgetCodesOf(tx, userId);
}
