/** Mailed codes: six digits, 10 minutes, five attempts, valid once for one member, one action and one context. */
import { createHash, randomInt } from 'node:crypto';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { VerificationAction } from '../../contract/verification';
import type { Database, Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { keyedHash, newestKey, purposeKeys, verifyKeyedHash } from '../../keys';
import { minutesAfter } from '../../members/caller';
import { verificationCodes } from './verification.tables';

export const codeMinutes = 10;
const maxAttempts = 5;

/** What a code is bound to. */
export interface CodeBinding {
  userId: number;
  action: VerificationAction;
  /** The draft's id, or the new value; see `verificationContext` of the contract. */
  context: string;
}

/** Makes a code that replaces the one before. Only its HMAC is stored. */
export async function makeCode(tx: Tx, deps: Deps, bond: CodeBinding, now: Date): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const row = {
    codeHash: keyedHash(newestKey(deps.config.secrets, purpose), boundText(bond, code)),
    attempts: 0,
    createdAt: now,
    expiresAt: minutesAfter(now, codeMinutes),
    usedAt: null,
  };
  await tx
    .insert(verificationCodes)
    .values({ userId: bond.userId, action: bond.action, contextHash: hashOf(bond.context), ...row })
    .onConflictDoUpdate({
      target: [verificationCodes.userId, verificationCodes.action, verificationCodes.contextHash],
      set: row,
    });
  return code;
}

/**
 * Counts an attempt, then compares the code, so that parallel guesses cannot all pass.
 * @returns the stored hash to use with `spendCode`; `wrong`; or `over` if there is no valid code
 */
export async function tryCode(
  db: Database,
  deps: Deps,
  bond: CodeBinding,
  code: string,
  now: Date,
): Promise<{ codeHash: string } | 'wrong' | 'over'> {
  const [reserved] = await db
    .update(verificationCodes)
    .set({ attempts: sql`${verificationCodes.attempts} + 1` })
    .where(and(isGood(bond, now), lt(verificationCodes.attempts, maxAttempts)))
    .returning({ codeHash: verificationCodes.codeHash, attempts: verificationCodes.attempts });
  if (!reserved) return 'over';
  const keys = purposeKeys(deps.config.secrets, purpose);
  if (verifyKeyedHash(keys, boundText(bond, code), reserved.codeHash)) return { codeHash: reserved.codeHash };
  return reserved.attempts < maxAttempts ? 'wrong' : 'over';
}

/** Uses the code up. Returns false if it was used or replaced in the meantime. */
export async function spendCode(tx: Tx, bond: CodeBinding, codeHash: string, now: Date): Promise<boolean> {
  const spent = await tx
    .update(verificationCodes)
    .set({ usedAt: now })
    .where(and(isGood(bond, now), eq(verificationCodes.codeHash, codeHash)))
    .returning({ userId: verificationCodes.userId });
  return spent.length > 0;
}

/** Deletes expired codes. */
export async function forgetCodes(db: Database, now: Date): Promise<void> {
  await db.delete(verificationCodes).where(lt(verificationCodes.expiresAt, now));
}

/** Deletes all codes of a member, because they went to an address that is no longer theirs. */
export async function forgetCodesOf(tx: Tx, userId: number): Promise<void> {
  await tx.delete(verificationCodes).where(eq(verificationCodes.userId, userId));
}

const purpose = 'verification-codes';

const hashOf = (context: string): string => createHash('sha256').update(context).digest('hex');

const boundText = ({ userId, action, context }: CodeBinding, code: string): string =>
  `${userId} ${action} ${hashOf(context)} ${code}`;

const isGood = ({ userId, action, context }: CodeBinding, now: Date) =>
  and(
    eq(verificationCodes.userId, userId),
    eq(verificationCodes.action, action),
    eq(verificationCodes.contextHash, hashOf(context)),
    isNull(verificationCodes.usedAt),
    gt(verificationCodes.expiresAt, now),
  );
