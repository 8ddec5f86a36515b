/** Recovery codes: ten for the day when the phone is gone, each good once. Rule: product/settings.md, "2FA". */
import { randomInt } from 'node:crypto';
import { and, eq, isNull, or } from 'drizzle-orm';
import type { Queryable, Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { recoveryCodes } from '../identity.tables';
import { keyedHash, newestKey, purposeKeys } from '../keys';

/** Ten codes such as `7KQ2M-W0XRA` with 50 random bits each, shown to the member once. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: 10 }, () => {
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

/** How many codes the member has left. */
export const countRecoveryCodes = (db: Queryable, userId: number): Promise<number> =>
  db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const recoveryCodeHash = (key: Buffer, code: string): string =>
  keyedHash(key, code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1'));
