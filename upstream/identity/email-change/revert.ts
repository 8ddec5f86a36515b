/** Reverts a change of e-mail address through the link of its notice, once, within seven days. */
import { and, eq, gt, isNull } from 'drizzle-orm';
import { reauthorizeAfter } from '../../broadcasting/broadcaster';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { tokenHash } from '../../keys';
import { sendMail } from '../../mail/mail';
import type { Caller } from '../../members/caller';
import { restoreEmail } from '../../members/credentials';
import { countNetwork } from '../../members/throttles';
import { lockUser, type UserRow } from '../../members/users';
import { createNotification } from '../../notifications/notifications';
import { revokeApiTokensOf } from '../api-tokens/api-tokens';
import { forgetDevices } from '../devices/devices';
import { twoFactorChallenges } from '../identity.tables';
import { createPasswordReset } from '../recovery/recovery';
import { endSessionsOf } from '../sessions/sessions';
import { forgiveAddress } from '../sign-in/password-attempts';
import { voidMailedProofs } from './confirm';
import { auditChange, type EmailChange, endPending } from './email-change';
import { emailRevertedMail } from './email-change.mails';
import { emailRevertedNotice } from './email-change.notices';
import { emailChanges } from './email-change.tables';

export type RevertStatus = 'success' | 'used' | 'overtaken' | 'expired' | 'invalid';

/**
 * Restores the address that a change replaced. Ends all sessions and API tokens, removes the password, forgets all
 * browsers, and mails a link to a new password. Later changes are undone too, and their links become `overtaken`.
 * Otherwise an attacker could change the address twice and make the first link worthless.
 */
export async function revertEmailChange(deps: Deps, token: string, caller: Caller): Promise<RevertStatus> {
  await countNetwork(deps.db, 'verify.network', caller);
  return transaction(deps.db, async (tx) => {
    const [named] = await tx
      .select()
      .from(emailChanges)
      .where(eq(emailChanges.revertTokenHash, tokenHash(token)));
    if (!named) return 'invalid';
    const before = await lockUser(tx, named.userId);
    const [change] = await tx.select().from(emailChanges).where(eq(emailChanges.id, named.id));
    const status = statusOf(change as EmailChange, caller.now);
    if (status === 'success') await restore(tx, deps, before, named, caller);
    return status;
  });
}

function statusOf(change: EmailChange, now: Date): RevertStatus {
  if (change.revertedAt) return 'used';
  if (change.overtakenAt) return 'overtaken';
  return change.revertExpiresAt && change.revertExpiresAt > now ? 'success' : 'expired';
}

async function restore(tx: Tx, deps: Deps, before: UserRow, change: EmailChange, caller: Caller): Promise<void> {
  const { now } = caller;
  const { id: userId } = before;
  await tx.update(emailChanges).set({ revertedAt: now }).where(eq(emailChanges.id, change.id));
  await overtakeLaterChanges(tx, change, now);
  await endPending(tx, userId, now);
  await restoreEmail(tx, userId, change.oldEmail, now);
  await endSessionsOf(tx, userId, 'email_reverted', now);
  await revokeApiTokensOf(tx, userId, 'email_reverted', now);
  reauthorizeAfter(tx, deps.broadcaster, userId);
  await voidMailedProofs(tx, userId);
  await tx.delete(twoFactorChallenges).where(eq(twoFactorChallenges.userId, userId));
  await forgetDevices(tx, userId);
  await forgiveAddress(tx, deps, change.oldEmail);
  await auditChange(tx, 'email.reverted', userId, caller, null);
  const { url, minutes } = await createPasswordReset(tx, deps, { id: userId, email: change.oldEmail }, now);
  await sendMail(tx, deps, {
    to: change.oldEmail,
    language: before.language,
    template: emailRevertedMail,
    data: { firstname: before.firstname, url, minutes, recoverUrl: `${deps.config.publicUrl}/recover` },
  });
  await createNotification({ ...deps, db: tx }, emailRevertedNotice(userId, now));
}

async function overtakeLaterChanges(tx: Tx, { userId, confirmedAt }: EmailChange, now: Date): Promise<void> {
  if (!confirmedAt) return;
  await tx
    .update(emailChanges)
    .set({ overtakenAt: now })
    .where(
      and(
        eq(emailChanges.userId, userId),
        gt(emailChanges.confirmedAt, confirmedAt),
        isNull(emailChanges.revertedAt),
        isNull(emailChanges.overtakenAt),
      ),
    );
}
