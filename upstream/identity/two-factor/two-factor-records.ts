/** What a change of the second factor leaves behind: a row of the audit log, a mail, and a notification. */
import { writeAudit } from '../../database/audit';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { sendMail } from '../../mail/mail';
import { createNotification } from '../../notifications/notifications';
import type { Caller } from '../caller';
import type { UserRow } from '../members';
import { twoFactorMails } from './two-factor.mails';
import { type TwoFactorChange, twoFactorNotice } from './two-factor.notices';

/** The member did it, or tried to. */
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
 * Tells the member on the pages, there also why staff did it, and by mail where the address is confirmed: its link would
 * show a stranger the way in.
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
