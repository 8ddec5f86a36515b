/** One-time codes of an app: TOTP (RFC 6238), each good once. */
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { users } from '../identity.tables';
import { purposeKeys, seal, unseal } from '../keys';
import type { UserRow } from '../members';

const stepSeconds = 30;

/** Accepts a code of this step or one beside it, once: RFC 6238 5.2 asks that a step is not accepted again. */
export async function spendTotp(tx: Tx, deps: Deps, user: UserRow, code: string, now: Date): Promise<boolean> {
  if (!user.google2faSecret) return false;
  const step = totpStep(openTwoFactorSecret(deps, user.id, user.google2faSecret), code, now);
  if (step === null) return false;
  const spent = await tx
    .update(users)
    .set({ google2faLastStep: step })
    .where(
      and(
        eq(users.id, user.id),
        eq(users.google2faSecret, user.google2faSecret),
        or(isNull(users.google2faLastStep), lt(users.google2faLastStep, step)),
      ),
    )
    .returning({ id: users.id });
  return spent.length > 0;
}

/** The step (of 30 seconds, since 1970) that a code belongs to, of this one and the two beside it; null for any other code. */
export function totpStep(base32: string, code: string, now: Date): number | null {
  const delta = new TOTP({ secret: Secret.fromBase32(base32), period: stepSeconds }).validate({
    token: code.replace(/\s/g, ''),
    timestamp: now.getTime(),
    window: 1,
  });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / stepSeconds) + delta;
}

/** How the base32 secret of a member is stored: AES-256-GCM, bound to the member. */
export const sealTwoFactorSecret = (deps: Deps, userId: number, base32: string): string =>
  seal(purposeKeys(deps.config.secrets, 'two-factor'), base32, secretContext(userId));

/** The base32 secret that `sealTwoFactorSecret` sealed for this member. */
export const openTwoFactorSecret = (deps: Deps, userId: number, sealed: string): string =>
  unseal(purposeKeys(deps.config.secrets, 'two-factor'), sealed, secretContext(userId));

const secretContext = (userId: number): string => `two-factor ${userId}`;
