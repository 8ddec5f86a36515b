/** A second factor for tests. */
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { users } from './identity.tables';
import { sealTwoFactorSecret, storeRecoveryCodes } from './two-factor';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
export const recoveryCode = '7KQ2M-W0XRA';

export const totpAt = (at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

/** Switches the second factor on for a member, with one recovery code. */
export async function seedTwoFactor(deps: Deps, userId: number): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const sealed = sealTwoFactorSecret(deps, userId, secret);
    await tx.update(users).set({ google2faSecret: sealed, google2faEnabledAt: new Date() }).where(eq(users.id, userId));
    await storeRecoveryCodes(tx, deps, userId, [recoveryCode], new Date());
  });
}
