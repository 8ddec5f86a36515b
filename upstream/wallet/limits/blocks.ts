/** Why a member cannot pay in or withdraw now. Rules: product/wallet.md, "Order" and "Withdrawal". */
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { Wallet } from '../../contract/wallet';
import type { Queryable } from '../../database/database';
import type { Language } from '../../http/env';
import { findSecurityChange, type UserRow } from '../../identity/identity';
import { getBalances } from '../../ledger/ledger';
import { walletConfig } from '../wallet.config';
import { walletWithdrawAccounts } from '../withdraw-accounts/withdraw-accounts.tables';
import { textsIn } from './blocks.texts';
import { limitsOf } from './limits';

/** In the shape of the contract. */
export type Block = NonNullable<z.infer<typeof Wallet>['deposit']['blocked']>;

/** Why the member cannot order a deposit, the first reason of several; null where they can. */
export async function findDepositBlock(
  db: Queryable,
  user: UserRow,
  now: Date,
  language: Language,
): Promise<Block | null> {
  const texts = textsIn(language).deposit;
  const blocked = (code: keyof typeof texts): Block => ({ code, message: texts[code], until: null });
  if (!user.permissions.includes('wallet.deposit')) return blocked('missing_permission');
  if (user.deletionDueAt) return blocked('account_closing');
  const { openOrders } = await limitsOf(db, user.id, now);
  return openOrders >= walletConfig.deposit.max_open_orders ? blocked('too_many_open') : null;
}

/**
 * Why the member cannot withdraw anything, the first reason of several: what the member can mend comes before what
 * passes. Null where they can; the amount and the account of a withdrawal have rules of their own beside these.
 */
export async function findWithdrawalBlock(
  db: Queryable,
  user: UserRow,
  now: Date,
  language: Language,
): Promise<Block | null> {
  const { min, max_open: maxOpen } = walletConfig.withdrawal;
  const { cooling_down, ...texts } = textsIn(language).withdrawal;
  const blocked = (code: keyof typeof texts, until?: Date, message = texts[code]): Block => ({
    code,
    message,
    until: until?.toISOString() ?? null,
  });
  if (!user.permissions.includes('wallet.withdraw')) return blocked('missing_permission');
  if (user.deletionDueAt) return blocked('account_closing');
  if (!user.emailVerifiedAt) return blocked('email_not_verified');
  if (!user.addressIsFilled) return blocked('address_missing');
  const usableAt = await findUsableAt(db, user.id);
  if (!usableAt) return blocked('no_withdraw_account');
  const pauseEnd = await findPauseEnd(db, user.id, now);
  if (pauseEnd) return blocked('paused', pauseEnd);
  if (usableAt > now) return blocked('no_withdraw_account', usableAt, cooling_down);
  const { openWithdrawals, roomAt } = await limitsOf(db, user.id, now);
  if (openWithdrawals >= maxOpen) return blocked('too_many_open');
  if (roomAt) return blocked('limit_reached', roomAt);
  return (await getBalances(db, user.id, 'EUR')).available < min ? blocked('balance_too_low') : null;
}

/** From when on the first of the member's accounts takes money; null without one that ever will. */
async function findUsableAt(db: Queryable, userId: number): Promise<Date | null> {
  const { usableAt, isDisabled, deletedAt, userId: owner } = walletWithdrawAccounts;
  const [first] = await db
    .select({ usableAt })
    .from(walletWithdrawAccounts)
    .where(and(eq(owner, userId), isNull(deletedAt), eq(isDisabled, false)))
    .orderBy(asc(usableAt))
    .limit(1);
  return first?.usableAt ?? null;
}

/** Until when nothing is withdrawn because password, second factor or e-mail address changed; null otherwise. */
async function findPauseEnd(db: Queryable, userId: number, now: Date): Promise<Date | null> {
  const pauseMs = walletConfig.withdrawal.pause_after_change_hours * 3600_000;
  const changedAt = await findSecurityChange(db, userId, new Date(now.getTime() - pauseMs));
  return changedAt && new Date(changedAt.getTime() + pauseMs);
}
