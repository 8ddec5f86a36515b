/** Recovery codes: ten for a member who loses the phone, each valid once. Rule: docs/product/settings.md#2fa. */
import { randomInt } from 'node:crypto';
import { and, eq, isNull, or } from 'drizzle-orm';
import type { Queryable, Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { keyedHash, newestKey, purposeKeys } from '../../keys';
import { bareRecoveryCode } from '../code-format';
import { recoveryCodes } from '../identity.tables';

/** Returns ten codes such as `7KQ2M-W0XRA` with 50 random bits each. The member sees them once. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: 10 }, () => {
    const code = Array.from({ length: 10 }, () => crockford[randomInt(32)]).join('');
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });

/** Replaces a member's recovery codes. Only their hashes are stored. */
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

/** Uses up a recovery code of the member. 0/O, 1/I/L, hyphens and case do not matter. */
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

/** Returns how many codes the member has left. */
export const countRecoveryCodes = (db: Queryable, userId: number): Promise<number> =>
  db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const recoveryCodeHash = (key: Buffer, code: string): string => keyedHash(key, bareRecoveryCode(code));
