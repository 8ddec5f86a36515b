/**
 * Drafts of withdrawals: checked, shown, and confirmed by a code. A mailed code is bound to its draft. Nothing is held.
 */
import { randomUUID } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import type { WithdrawalDraft } from '../../contract/withdrawals';
import type { Database, Queryable } from '../../database/database';
import type { Language } from '../../http/env';
import { Conflict, InvalidFields, NotFound } from '../../http/problems';
import { decimal } from '../../ledger/ledger';
import type { UserRow } from '../../members/users';
import { inWords } from '../amounts';
import { walletConfig } from '../wallet.config';
import { walletWithdrawAccounts } from '../withdraw-accounts/withdraw-accounts.tables';
import { findRefusal, type WithdrawalAmount } from './check';
import { estimateArrival } from './estimate';
import { targetFor } from './show';
import { walletWithdrawalDrafts, walletWithdrawals } from './withdrawals.tables';
import { textsIn } from './withdrawals.texts';

type ShownDraft = z.infer<typeof WithdrawalDraft>;
export type DraftRow = typeof walletWithdrawalDrafts.$inferSelect;

const keptMs = 24 * 3600_000;

/**
 * Creates a draft for 15 minutes.
 * @throws Conflict if the member can withdraw nothing now; InvalidFields at `amount` or `withdraw_account_id`
 */
export async function createDraft(
  db: Database,
  user: UserRow,
  wanted: WithdrawalAmount,
  { now, language }: { now: Date; language: Language },
): Promise<ShownDraft> {
  const refusal = await findRefusal(db, user, wanted, now, language);
  if (refusal?.field) throw new InvalidFields({ [refusal.field]: [refusal.message] });
  if (refusal) throw new Conflict(refusal.code, refusal.message);
  const { fee, draft_minutes } = walletConfig.withdrawal;
  const row = {
    id: randomUUID(),
    userId: user.id,
    withdrawAccountId: wanted.withdrawAccountId,
    amount: wanted.amount,
    fee,
    createdAt: now,
    expiresAt: new Date(now.getTime() + draft_minutes * 60_000),
  };
  await db.insert(walletWithdrawalDrafts).values(row);
  return showDraft(db, user.id, row.id, now);
}

/** Returns the member's own draft while it is kept, even if it is used or expired. Throws NotFound. */
export async function showDraft(db: Queryable, userId: number, id: string, now: Date): Promise<ShownDraft> {
  const { draft, account } = await getDraft(db, userId, id);
  const { label: withdrawLabel } = walletWithdrawals;
  const [made] = await db
    .select({ label: withdrawLabel })
    .from(walletWithdrawals)
    .where(eq(walletWithdrawals.draftId, id));
  const { amount, fee, currency } = draft;
  return {
    id,
    amount: decimal(amount, currency),
    fee: decimal(fee, currency),
    net_amount: decimal(amount - fee, currency),
    currency,
    withdraw_account_id: account.id,
    withdraw_account: targetFor(account),
    estimated_at: estimateArrival(now),
    expires_at: draft.expiresAt.toISOString(),
    withdraw_label: made?.label ?? null,
  };
}

/** Returns the member's own draft with its account. Throws NotFound. */
export async function getDraft(db: Queryable, userId: number, id: string) {
  const [found] = await db
    .select({ draft: walletWithdrawalDrafts, account: walletWithdrawAccounts })
    .from(walletWithdrawalDrafts)
    .innerJoin(walletWithdrawAccounts, eq(walletWithdrawAccounts.id, walletWithdrawalDrafts.withdrawAccountId))
    .where(and(eq(walletWithdrawalDrafts.id, id), eq(walletWithdrawalDrafts.userId, userId)));
  if (!found) throw new NotFound();
  return found;
}

/** Returns what a code for a draft confirms, for its mail. Returns null if it is no draft of the member. */
export async function describeDraft(
  db: Queryable,
  userId: number,
  context: string,
  language: Language,
): Promise<string | null> {
  if (!z.uuid().safeParse(context).success) return null;
  const found = await getDraft(db, userId, context).catch(() => null);
  if (!found) return null;
  const { draft, account } = found;
  const amount = inWords(draft.amount, draft.currency, language);
  return textsIn(language).to(amount, account.holder, account.iban.slice(-4));
}

/** Deletes drafts a day after they expired. Until then the page of a draft says what became of it. */
export async function tidyWithdrawalDrafts({ db }: { db: Database }, now: Date): Promise<void> {
  const { expiresAt } = walletWithdrawalDrafts;
  await db.delete(walletWithdrawalDrafts).where(lt(expiresAt, new Date(now.getTime() - keptMs)));
}
