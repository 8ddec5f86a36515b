/** Ends withdrawals because the bank reversed a payment of the member. */
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import type { UserRow } from '../../members/users';
import { walletTransactions } from '../transactions/transactions.tables';
import { releaseAmount } from './money-moves';
import { notifyMember } from './notify-member';
import { takeStep } from './steps';
import { walletWithdrawals } from './withdrawals.tables';
import { textsIn } from './withdrawals.texts';

const notExported = ['pending' as const, 'approved' as const];

/**
 * Rejects withdrawals that are in no payout file, the newest first, until their holds cover `amount` or none is left.
 * Holds are released before available money is taken, because a reversed payment is a reason to stop money on its way
 * out. The caller must have locked the member. The member is told why.
 * @returns labels of the rejected withdrawals
 */
export async function endForClaim(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'config' | 'broadcaster'>,
  { member, amount }: { member: UserRow; amount: bigint },
  now: Date,
): Promise<string[]> {
  const holds = await tx
    .select({ label: walletWithdrawals.label, amount: walletWithdrawals.amount })
    .from(walletWithdrawals)
    .innerJoin(walletTransactions, eq(walletTransactions.label, walletWithdrawals.transactionLabel))
    .where(and(eq(walletWithdrawals.userId, member.id), inArray(walletWithdrawals.status, notExported)))
    .orderBy(desc(walletTransactions.position));
  const reason = textsIn(member.language).endedForClaim;
  const step = { from: notExported, to: 'rejected' as const, set: { failureReason: reason }, note: reason, now };
  const ended: string[] = [];
  let released = 0n;
  for (const { label, amount: held } of holds) {
    if (released >= amount) break;
    const outcome = await takeStep(tx, label, step, async (withdrawal) => {
      const transactionLabel = await releaseAmount(tx, withdrawal, 'reversed', now);
      await notifyMember(tx, deps, { kind: 'rejected', withdrawal, member, transactionLabel, now });
    });
    if (outcome !== 'done') throw new Error('A withdrawal was changed by somebody who did not lock its member');
    released += held;
    ended.push(label);
  }
  return ended;
}
