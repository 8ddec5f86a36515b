/** One-time codes: TOTP (RFC 6238) and recovery codes. Each is good once. */
import { randomInt } from 'node:crypto';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Tx } from '../database/database';
import type { Deps } from '../deps';
import { recoveryCodes, users } from './identity.tables';
import { keyedHash, newestKey, purposeKeys, seal, unseal } from './keys';
import type { UserRow } from './members';

const stepSeconds = 30;

/** Accepts a code of this step or one beside it, once: RFC 6238 5.2 asks that a step is not accepted again. */
export async function spendTotp(tx: Tx, deps: Deps, user: UserRow, code: string, now: Date): Promise<boolean> {
  if (!user.google2faSecret) return false;
  const secret = unseal(purposeKeys(deps.config.secrets, 'two-factor'), user.google2faSecret, secretContext(user.id));
  const delta = new TOTP({ secret: Secret.fromBase32(secret), period: stepSeconds }).validate({
    token: code.replace(/\s/g, ''),
    timestamp: now.getTime(),
    window: 1,
  });
  if (delta === null) return false;
  const step = Math.floor(now.getTime() / 1000 / stepSeconds) + delta;
  const spent = await tx
    .update(users)
    .set({ google2faLastStep: step })
    .where(and(eq(users.id, user.id), or(isNull(users.google2faLastStep), lt(users.google2faLastStep, step))))
    .returning({ id: users.id });
  return spent.length > 0;
}

/** Accepts a recovery code of the member, once; spelling of 0/O, 1/I/L, hyphens and case do not matter. */
export async function spendRecoveryCode(tx: Tx, deps: Deps, userId: number, code: string, now: Date): Promise<boolean> {
  const hashes = purposeKeys(deps.config.secrets, 'recovery-codes').map((key) => recoveryCodeHash(key, code));
  const spent = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        or(...hashes.map((hash) => eq(recoveryCodes.codeHash, hash))),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId });
  return spent.length > 0;
}

/** How the base32 secret of a member is stored: AES-256-GCM, bound to the member. */
export const sealTwoFactorSecret = (deps: Deps, userId: number, base32: string): string =>
  seal(purposeKeys(deps.config.secrets, 'two-factor'), base32, secretContext(userId));

/** Eight codes such as `7KQ2M-W0XRA` with 50 random bits each, shown to the member once. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: 8 }, () => {
    const code = Array.from({ length: 10 }, () => crockford[randomInt(32)]).join('');
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });

/** Replaces a member's recovery codes; only their hashes are stored. */
export async function storeRecoveryCodes(
  tx: Tx,
  deps: Deps,
  userId: number,
  codes: string[],
  now: Date,
): Promise<void> {
  const key = newestKey(deps.config.secrets, 'recovery-codes');
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: recoveryCodeHash(key, code), createdAt: now })));
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const recoveryCodeHash = (key: Buffer, code: string): string =>
  keyedHash(key, code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1'));

const secretContext = (userId: number): string => `two-factor ${userId}`;
