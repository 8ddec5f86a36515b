/** The steps of a withdrawal: each is a compare-and-set with its place in the timeline and the audit log. */
import { and, eq, inArray } from 'drizzle-orm';
import type { WithdrawalStatus } from '../../contract/withdrawals';
import { writeAudit } from '../../database/audit';
import type { Tx } from '../../database/database';
import { lockUser, type UserRow } from '../../identity/identity';
import { walletWithdrawalSteps, walletWithdrawals } from './withdrawals.tables';

export type WithdrawalRow = typeof walletWithdrawals.$inferSelect;

/** `not_now`: it is in a state that does not allow the step. */
export type StepOutcome = 'done' | 'done_before' | 'not_now' | 'unknown';

interface Step {
  from: WithdrawalStatus[];
  to: WithdrawalStatus;
  /** What else changes with the status. */
  set?: Partial<
    Pick<WithdrawalRow, 'approvedBy' | 'payoutFileId' | 'completedAt' | 'externalReference' | 'failureReason'>
  >;
  /** Shown in the timeline. */
  note?: string | null;
  /** Of the staff; the timeline of the member does not name them. */
  staffId?: number | null;
  /** The member, where it is their own step, and from where. */
  by?: { memberId: number | null; ip: string | null; requestId: string };
  now: Date;
}

/**
 * Takes a withdrawal one step further and does what belongs to it, in the caller's transaction; locks the member first.
 * @returns `done` only for the one call that took the step
 */
export async function takeStep(
  tx: Tx,
  label: string,
  step: Step,
  act: (withdrawal: WithdrawalRow, member: UserRow) => Promise<void> = async () => {},
): Promise<StepOutcome> {
  const [known] = await tx
    .select({ userId: walletWithdrawals.userId })
    .from(walletWithdrawals)
    .where(eq(walletWithdrawals.label, label));
  if (!known) return 'unknown';
  const member = await lockUser(tx, known.userId);
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

/** The step's place in the timeline and in the audit log. */
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
