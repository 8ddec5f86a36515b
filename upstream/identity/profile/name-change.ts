/** Changes a member's name. Withdraw accounts must be in that name, so the change is protected like the account. */
import { writeAudit } from '../../database/audit';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { sendMail } from '../../mail/mail';
import type { Caller } from '../../members/caller';
import { type Identity, renameMember } from '../../members/profile';
import type { UserRow } from '../../members/users';
import { createNotification } from '../../notifications/notifications';
import { nameChangedMail } from '../identity.mails';
import { nameChangedNotice } from '../identity.notices';

/**
 * Changes a member's name, with the country if given, and tells them. The audit log contains no names. Runs in the
 * transaction of the verification step. A trigger rejects it as `renameMember` says.
 */
export async function changeName(tx: Tx, deps: Deps, user: UserRow, name: Identity, caller: Caller): Promise<void> {
  const { now, ip, requestId } = caller;
  await renameMember(tx, user.id, name, now);
  await writeAudit(tx, now, { action: 'name.changed', actorId: user.id, userId: user.id, ip, requestId });
  // A mail to an unconfirmed address would show a stranger the way in.
  if (user.emailVerifiedAt) {
    await sendMail(tx, deps, {
      to: user.email,
      language: user.language,
      template: nameChangedMail,
      data: {
        firstname: user.firstname,
        name: `${name.firstname} ${name.lastname}`,
        at: now,
        recoverUrl: `${deps.config.publicUrl}/recover`,
      },
    });
  }
  await createNotification({ ...deps, db: tx }, nameChangedNotice(user.id, now));
}
