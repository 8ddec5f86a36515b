/** Makes a withdrawal of a draft: checks it again under the member's lock, holds the money, confirms it by mail. */
import { and, eq } from 'drizzle-orm';
import type { Verification } from '../../contract/verification';
import type { Queryable, Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import type { Answer } from '../../http/idempotency';
import { Conflict } from '../../http/problems';
import { withVerification } from '../../identity/identity';
import { InsufficientFunds } from '../../ledger/ledger';
import type { Caller } from '../../members/caller';
import { lockUser, type UserRow } from '../../members/users';
import { newLabel } from '../labels';
import { walletConfig } from '../wallet.config';
import { walletWithdrawAccounts } from '../withdraw-accounts/withdraw-accounts.tables';
import { newCancelToken } from './cancel-token';
import { findRefusal } from './check';
import { type DraftRow, getDraft } from './drafts';
import { estimateArrival } from './estimate';
import { holdAmount } from './money-moves';
import { confirmRequest } from './notify-member';
import { getWithdrawal, type ShownWithdrawal } from './show';
import { noteStep } from './steps';
import { walletWithdrawals } from './withdrawals.tables';
import { textsIn } from './withdrawals.texts';

interface WithdrawalRequest {
  draftId: string;
  given: Verification;
  /** The function of `once`. */
  remember: (tx: Tx, answer: Answer<ShownWithdrawal>) => Promise<void>;
}

/**
 * Withdraws by a draft, once. A repeated request is answered with the same withdrawal.
 * @throws NotFound for a draft that is not the member's; Conflict `draft_expired`, or with the code of a reason against
 * the withdrawal; what `withVerification` throws
 */
export async function createWithdrawal(
  deps: Deps,
  user: UserRow,
  { draftId, given, remember }: WithdrawalRequest,
  caller: Caller,
): Promise<Answer<ShownWithdrawal>> {
  const earlier = await findByDraft(deps.db, user.id, draftId);
  if (earlier) return earlier;
  const { draft } = await getDraft(deps.db, user.id, draftId);
  const texts = textsIn(caller.language);
  if (draft.expiresAt <= caller.now) throw new Conflict('draft_expired', texts.draftExpired);
  const step = { user, action: 'withdraw' as const, context: draftId, given };
  try {
    return await withVerification(deps, step, caller, async (tx) => {
      const answer = { status: 201, body: await withdraw(tx, deps, draft, caller) };
      await remember(tx, answer);
      return answer;
    });
  } catch (error) {
    // Another request may have used the code for this draft. That request has ended when the member's lock is free.
    const first = await transaction(deps.db, async (tx) => {
      await lockUser(tx, user.id);
      return findByDraft(tx, user.id, draftId);
    });
    if (first) return first;
    if (error instanceof InsufficientFunds) throw new Conflict('balance_too_low', texts.balanceTooLow);
    throw error;
  }
}

async function findByDraft(db: Queryable, userId: number, draftId: string): Promise<Answer<ShownWithdrawal> | null> {
  const [made] = await db
    .select({ label: walletWithdrawals.label })
    .from(walletWithdrawals)
    .where(and(eq(walletWithdrawals.draftId, draftId), eq(walletWithdrawals.userId, userId)));
  return made ? { status: 201, body: await getWithdrawal(db, userId, made.label), isRepeated: true } : null;
}

/** The verification step has locked the member already. */
async function withdraw(tx: Tx, deps: Deps, draft: DraftRow, caller: Caller): Promise<ShownWithdrawal> {
  const { now, language, ip, requestId } = caller;
  const { userId, withdrawAccountId, amount, fee, currency } = draft;
  const member = await lockUser(tx, userId);
  const refusal = await findRefusal(tx, member, { amount, withdrawAccountId }, now, language);
  if (refusal) throw new Conflict(refusal.code, refusal.message);
  const label = newLabel('WD');
  const { token, hash } = newCancelToken();
  const row = {
    label,
    userId,
    draftId: draft.id,
    withdrawAccountId,
    amount,
    fee,
    currency,
    status: 'pending',
    transactionLabel: await holdAmount(tx, { label, userId, amount, fee, currency }, now),
    requestedAt: now,
    estimatedOn: estimateArrival(now),
    fourEyesFrom: walletConfig.withdrawal.four_eyes_from,
    cancelTokenHash: hash,
  };
  const [withdrawal] = await tx.insert(walletWithdrawals).values(row).returning();
  if (!withdrawal) throw new Error('The withdrawal was not written');
  await noteStep(tx, withdrawal, { to: 'pending', by: { memberId: userId, ip, requestId }, now });
  await tx
    .update(walletWithdrawAccounts)
    .set({ lastUsedAt: now })
    .where(eq(walletWithdrawAccounts.id, withdrawAccountId));
  await confirmRequest(tx, deps, { withdrawal, member, token });
  return getWithdrawal(tx, userId, label);
}
