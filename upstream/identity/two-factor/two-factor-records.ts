/** Records of a change of the second factor: a row of the audit log, a mail and a notification. */
import { writeAudit } from '../../database/audit';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { sendMail } from '../../mail/mail';
import type { Caller } from '../../members/caller';
import type { UserRow } from '../../members/users';
import { createNotification } from '../../notifications/notifications';
import { twoFactorMails } from './two-factor.mails';
import { type TwoFactorChange, twoFactorNotice } from './two-factor.notices';

/** Writes a change or an attempt by the member to the audit log. */
export const auditTwoFactor = (
  tx: Tx,
  user: UserRow,
  caller: Caller,
  action: string,
  detail?: { by: string },
): Promise<void> =>
  writeAudit(tx, caller.now, {
    action,
    actorId: user.id,
    userId: user.id,
    ip: caller.ip,
    requestId: caller.requestId,
    detail,
  });

/**
 * Tells the member by notification, with the reason of the staff, and by mail if the address is confirmed. In an
 * unconfirmed mailbox, the mail's link would show a stranger the way in.
 */
export async function tellOfTwoFactor(
  tx: Tx,
  deps: Deps,
  user: UserRow,
  change: TwoFactorChange,
  now: Date,
  reason?: string,
): Promise<void> {
  if (user.emailVerifiedAt) {
    await sendMail(tx, deps, {
      to: user.email,
      language: user.language,
      template: twoFactorMails[change],
      data: { firstname: user.firstname, at: now, publicUrl: deps.config.publicUrl },
    });
  }
  await createNotification({ ...deps, db: tx }, twoFactorNotice(user.id, change, now, reason));
}
