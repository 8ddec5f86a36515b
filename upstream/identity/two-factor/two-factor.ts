/** One-time codes of an app: TOTP (RFC 6238). Each code is valid once. */
import { Secret, TOTP } from 'otpauth';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { purposeKeys, seal, unseal } from '../../keys';
import { spendTwoFactorStep } from '../../members/credentials';
import type { UserRow } from '../../members/users';
import { bareCode } from '../code-format';

const stepSeconds = 30;

/** Accepts a code of this step or an adjacent one, once, because RFC 6238 5.2 forbids a second use. */
export async function spendTotp(tx: Tx, deps: Deps, user: UserRow, code: string, now: Date): Promise<boolean> {
  if (!user.google2faSecret) return false;
  const secret = findTwoFactorSecret(deps, user.id, user.google2faSecret);
  if (!secret) return false;
  const step = totpStep(secret, code, now);
  if (step === null) return false;
  return spendTwoFactorStep(tx, user.id, user.google2faSecret, step);
}

/** Returns the step (of 30 seconds, since 1970) of a code, or null if it is neither this nor an adjacent step. */
export function totpStep(base32: string, code: string, now: Date): number | null {
  const delta = new TOTP({ secret: Secret.fromBase32(base32), period: stepSeconds }).validate({
    token: bareCode(code),
    timestamp: now.getTime(),
    window: 1,
  });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / stepSeconds) + delta;
}

/** Without the secret of its day it does not open. No code is right then; a recovery code may be. */
function findTwoFactorSecret(deps: Deps, userId: number, sealed: string): string | null {
  try {
    return openTwoFactorSecret(deps, userId, sealed);
  } catch {
    deps.log.error('a two-factor secret does not open with SESSION_SECRET');
    return null;
  }
}

/** Seals a member's base32 secret for storage with AES-256-GCM, bound to the member. */
export const sealTwoFactorSecret = (deps: Deps, userId: number, base32: string): string =>
  seal(purposeKeys(deps.config.secrets, 'two-factor'), base32, secretContext(userId));

/** Returns the base32 secret that `sealTwoFactorSecret` sealed for this member. */
export const openTwoFactorSecret = (deps: Deps, userId: number, sealed: string): string =>
  unseal(purposeKeys(deps.config.secrets, 'two-factor'), sealed, secretContext(userId));

const secretContext = (userId: number): string => `two-factor ${userId}`;
