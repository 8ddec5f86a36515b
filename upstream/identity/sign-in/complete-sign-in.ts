/** Completes a sign-in after all factors are proven. */
import type { z } from '@hono/zod-openapi';
import { and, eq } from 'drizzle-orm';
import type { LoginAnswer } from '../../contract/identity';
import { writeAudit } from '../../database/audit';
import { auditLog } from '../../database/audit.tables';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import type { Language } from '../../http/env';
import { sendMail } from '../../mail/mail';
import type { Caller } from '../../members/caller';
import { deviceName } from '../../members/device-names';
import { countFirstline, showUser, type UserRow } from '../../members/users';
import { createNotification } from '../../notifications/notifications';
import { findKnownDevice, rememberDevice, touchDevice } from '../devices/devices';
import { newDeviceMail } from '../identity.mails';
import { newDeviceNotice } from '../identity.notices';
import { openSession } from '../sessions/sessions';

export type SignInResult = z.infer<typeof LoginAnswer>;

/** Opens the session. The member is told by mail and notification about a sign-in from a new browser. */
export async function completeSignIn(
  tx: Tx,
  deps: Deps,
  user: UserRow,
  givenName: string | null | undefined,
  by: string,
  caller: Caller,
): Promise<SignInResult> {
  const { now } = caller;
  const found = await findKnownDevice(tx, deps, user.id, caller.deviceTokens);
  const name = deviceName(givenName, caller.userAgent, user.language);
  const known = found && (await touchDevice(tx, found, now)) ? found : null;
  const device = known ?? (await rememberDevice(tx, deps, user.id, now));
  if (!known && (await hasSignedInBefore(tx, user.id))) {
    await sendMail(tx, deps, {
      to: user.email,
      language: user.language,
      template: newDeviceMail,
      data: {
        firstname: user.firstname,
        device: name,
        ip: caller.ip,
        at: now,
        devicesUrl: `${deps.config.publicUrl}/settings/devices`,
        recoverUrl: `${deps.config.publicUrl}/recover`,
      },
    });
    const nameIn = (language: Language) => deviceName(givenName, caller.userAgent, language);
    await createNotification(
      { ...deps, db: tx },
      newDeviceNotice(user.id, { en: nameIn('en'), de: nameIn('de') }, caller.ip, now),
    );
  }
  const token = await openSession(tx, user.id, name, caller, { knownDeviceId: device.id });
  await auditSignIn(tx, 'login', user.id, caller, { by });
  const shown = showUser(user, { firstline: await countFirstline(tx, user.id), ip: caller.ip });
  return { token, user: shown, device_token: device.token };
}

async function hasSignedInBefore(tx: Tx, userId: number): Promise<boolean> {
  const found = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(eq(auditLog.userId, userId), eq(auditLog.action, 'login')))
    .limit(1);
  return found.length > 0;
}

/** Writes a sign-in or a failed sign-in to the audit log. `by` is the factor, `at` the place if not a browser. */
export const auditSignIn = (
  tx: Tx,
  action: 'login' | 'login.failed',
  userId: number | null,
  caller: Caller,
  detail: { by: string; at?: 'command line' },
): Promise<void> =>
  writeAudit(tx, caller.now, {
    action,
    actorId: action === 'login' ? userId : null,
    userId,
    ip: caller.ip,
    requestId: caller.requestId,
    detail,
  });
