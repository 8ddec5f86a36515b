/** The steps of a withdrawal. Each is a compare-and-set with a row in the timeline and in the audit log. */
import { and, eq, inArray } from 'drizzle-orm';
import type { WithdrawalStatus } from '../../contract/withdrawals';
import { writeAudit } from '../../database/audit';
import type { Tx } from '../../database/database';
import { getStanding } from '../../ledger/ledger';
import { lockUser, type UserRow } from '../../members/users';
import { walletWithdrawalSteps, walletWithdrawals } from './withdrawals.tables';

export type WithdrawalRow = typeof walletWithdrawals.$inferSelect;

/** `not_now`: the state does not allow the step. `in_debt`: the member owes the club money. */
export type StepOutcome = 'done' | 'done_before' | 'not_now' | 'in_debt' | 'unknown';

const towardsTheBank: WithdrawalStatus[] = ['approved', 'processing'];

interface Step {
  from: WithdrawalStatus[];
  to: WithdrawalStatus;
  /** Fields that change with the status. */
  set?: Partial<
    Pick<WithdrawalRow, 'approvedBy' | 'payoutFileId' | 'completedAt' | 'externalReference' | 'failureReason'>
  >;
  /** Shown in the timeline. */
  note?: string | null;
  /** The staff member. The timeline of the member does not show it. */
  staffId?: number | null;
  /** The member, for their own step, and where the request came from. */
  by?: { memberId: number | null; ip: string | null; requestId: string };
  now: Date;
}

/**
 * Takes a withdrawal one step further and runs `act`, in the caller's transaction. Locks the member first.
 * @returns `done` only for the one call that took the step
 */
export async function takeStep(
  tx: Tx,
  label: string,
  step: Step,
  act: (withdrawal: WithdrawalRow, member: UserRow) => Promise<void> = async () => {},
): Promise<StepOutcome> {
  const [known] = await tx
    .select({ userId: walletWithdrawals.userId, currency: walletWithdrawals.currency })
    .from(walletWithdrawals)
    .where(eq(walletWithdrawals.label, label));
  if (!known) return 'unknown';
  const member = await lockUser(tx, known.userId);
  if (towardsTheBank.includes(step.to) && (await getStanding(tx, member.id, known.currency)).debt > 0n)
    return 'in_debt';
  const [stepped] = await tx
    .update(walletWithdrawals)
    .set({ status: step.to, ...step.set })
    .where(and(eq(walletWithdrawals.label, label), inArray(walletWithdrawals.status, step.from)))
    .returning();
  if (!stepped) return (await wasEver(tx, label, step.to)) ? 'done_before' : 'not_now';
  await noteStep(tx, stepped, step);
  await act(stepped, member);
  return 'done';
}

/** Writes the step to the timeline and the audit log. */
export async function noteStep(
  tx: Tx,
  { label, userId }: WithdrawalRow,
  { to, note = null, staffId = null, by, now }: Omit<Step, 'from' | 'set'>,
): Promise<void> {
  await tx.insert(walletWithdrawalSteps).values({ withdrawalLabel: label, status: to, at: now, note, staffId });
  await writeAudit(tx, now, {
    action: `withdrawal.${to}`,
    actorId: staffId ?? by?.memberId ?? null,
    userId,
    ip: by?.ip ?? null,
    requestId: by?.requestId ?? null,
    detail: { withdrawal: label },
  });
}

const wasEver = async (tx: Tx, label: string, status: WithdrawalStatus): Promise<boolean> =>
  (await tx.$count(
    walletWithdrawalSteps,
    and(eq(walletWithdrawalSteps.withdrawalLabel, label), eq(walletWithdrawalSteps.status, status)),
  )) > 0;
