/** Codes that are mailed: six digits, 10 minutes, five attempts, once, for one member, one action and one context. */
import { createHash, randomInt } from 'node:crypto';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { VerificationAction } from '../../contract/verification';
import type { Database, Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { minutesAfter } from '../caller';
import { keyedHash, newestKey, purposeKeys, verifyKeyedHash } from '../keys';
import { verificationCodes } from './verification.tables';

export const codeMinutes = 10;
const maxAttempts = 5;

/** What a code is bound to. */
export interface Bond {
  userId: number;
  action: VerificationAction;
  /** The draft's id, or what will be set; see `verificationContext` of the contract. */
  context: string;
}

/** Makes a code in place of the one before it; only its HMAC is stored. */
export async function makeCode(tx: Tx, deps: Deps, bond: Bond, now: Date): Promise<string> {
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
 * Counts an attempt and compares. Counted before the code is looked at, so that parallel guesses cannot pass together.
 * @returns the stored hash to spend by `spendCode`; `wrong`; or `over` where there is no such code, or none that is good
 */
export async function tryCode(
  db: Database,
  deps: Deps,
  bond: Bond,
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

/** Uses the code up; false when somebody else did meanwhile, or another was mailed. */
export async function spendCode(tx: Tx, bond: Bond, codeHash: string, now: Date): Promise<boolean> {
  const spent = await tx
    .update(verificationCodes)
    .set({ usedAt: now })
    .where(and(isGood(bond, now), eq(verificationCodes.codeHash, codeHash)))
    .returning({ userId: verificationCodes.userId });
  return spent.length > 0;
}

/** Forgets codes that are over. */
export async function forgetCodes(db: Database, now: Date): Promise<void> {
  await db.delete(verificationCodes).where(lt(verificationCodes.expiresAt, now));
}

/** Forgets every code of a member: they went to an address that is no longer theirs. */
export async function forgetCodesOf(tx: Tx, userId: number): Promise<void> {
  await tx.delete(verificationCodes).where(eq(verificationCodes.userId, userId));
}

const purpose = 'verification-codes';

const hashOf = (context: string): string => createHash('sha256').update(context).digest('hex');

const boundText = ({ userId, action, context }: Bond, code: string): string =>
  `${userId} ${action} ${hashOf(context)} ${code}`;

const isGood = ({ userId, action, context }: Bond, now: Date) =>
  and(
    eq(verificationCodes.userId, userId),
    eq(verificationCodes.action, action),
    eq(verificationCodes.contextHash, hashOf(context)),
    isNull(verificationCodes.usedAt),
    gt(verificationCodes.expiresAt, now),
  );
