/**
 * Finds the reason why a member cannot pay in or withdraw now. Rules: docs/product/wallet.md#order and
 * docs/product/wallet.md#withdrawal.
 */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Wallet } from '../../contract/wallet';
import type { Queryable } from '../../database/database';
import { prepared } from '../../database/prepared';
import type { Language } from '../../http/env';
import { lastSecurityChange } from '../../identity/identity';
import { memberAccounts, type Standing, standingIn } from '../../ledger/ledger';
import { users } from '../../members/members.tables';
import type { UserRow } from '../../members/users';
import { inWords } from '../amounts';
import { walletConfig } from '../wallet.config';
import { isHolder } from '../withdraw-accounts/holder';
import { takesMoney } from '../withdraw-accounts/payee';
import { walletWithdrawAccounts } from '../withdraw-accounts/withdraw-accounts.tables';
import { textsIn } from './blocks.texts';
import { type Limits, limitsOf, usedOfLimits, windowBefore } from './limits';

/** What the rules need to know about a member's money, read once. */
export interface WalletState {
  standing: Standing;
  limits: Limits;
  /** The member's withdraw accounts. Those that become usable first come first. */
  accounts: HeldAccount[];
  /** When a security change last started the pause of withdrawals, or null if the pause is over. */
  changedAt: Date | null;
}

type AccountRow = typeof walletWithdrawAccounts.$inferSelect;
type HeldAccount = Pick<AccountRow, 'holder' | 'isDisabled' | 'enabledFor' | 'usableAt'>;

/** Read when it is used: the staff's command line loads this file before it can say what is wrong with the settings. */
const pauseMs = () => walletConfig.withdrawal.pause_after_change_hours * 3600_000;

/** Reads the state in one statement. */
export async function getWalletState(db: Queryable, userId: number, now: Date): Promise<WalletState> {
  const pausedSince = new Date(now.getTime() - pauseMs()).toISOString();
  const [found] = await selectState(db).execute({ userId, since: windowBefore(now), pausedSince });
  if (!found) throw new Error('The member is gone');
  return {
    standing: standingIn(found.balances),
    limits: limitsOf(found),
    accounts: found.accounts.map((account) => ({ ...account, usableAt: new Date(account.usableAt) })),
    changedAt: found.changedAt,
  };
}

const selectState = prepared((db) =>
  db
    .select({
      ...usedOfLimits,
      balances: memberAccounts('EUR'),
      accounts: heldAccounts,
      changedAt: lastSecurityChange(sql.placeholder('pausedSince')),
    })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare('wallet_state'),
);

const heldAccounts = sql<(Omit<HeldAccount, 'usableAt'> & { usableAt: string })[]>`(
  select coalesce(json_agg(json_build_object(
    'holder', holder, 'isDisabled', is_disabled, 'enabledFor', enabled_for, 'usableAt', usable_at
  ) order by usable_at, id), '[]')
  from ${walletWithdrawAccounts}
  where ${and(eq(walletWithdrawAccounts.userId, users.id), isNull(walletWithdrawAccounts.deletedAt))})`;

/** A reason in the shape of the contract. */
export type Block = NonNullable<z.infer<typeof Wallet>['deposit']['blocked']>;

/** Returns the first reason why the member cannot order a deposit, or null. */
export function depositBlockOf(user: UserRow, { openOrders }: Limits, language: Language): Block | null {
  const texts = textsIn(language).deposit;
  const blocked = (code: keyof typeof texts): Block => ({ code, message: texts[code], until: null });
  if (!user.permissions.includes('wallet.deposit')) return blocked('missing_permission');
  if (user.deletionDueAt) return blocked('account_closing');
  return openOrders >= walletConfig.deposit.max_open_orders ? blocked('too_many_open') : null;
}

/**
 * Returns the first reason why the member cannot withdraw anything, or null. Reasons that the member can remove come
 * before reasons that pass with time. The amount and the account of a withdrawal have further rules.
 */
export function withdrawalBlockOf(user: UserRow, state: WalletState, now: Date, language: Language): Block | null {
  const { available, debt } = state.standing;
  const { openWithdrawals, roomAt } = state.limits;
  const { min, max_open: maxOpen } = walletConfig.withdrawal;
  const { cooling_down, not_holder, not_checked, in_debt, ...texts } = textsIn(language).withdrawal;
  const blocked = (code: keyof typeof texts, until?: Date, message = texts[code]): Block => ({
    code,
    message,
    until: until?.toISOString() ?? null,
  });
  if (!user.permissions.includes('wallet.withdraw')) return blocked('missing_permission');
  if (user.deletionDueAt) return blocked('account_closing');
  if (!user.emailVerifiedAt) return blocked('email_not_verified');
  if (!user.addressIsFilled) return blocked('address_missing');
  const first = state.accounts.find((account) => takesMoney(account, user));
  if (!first) {
    // Not all disabled accounts are somebody else's: a name may have changed since an account was added.
    const isOwn = state.accounts.some(({ holder }) => isHolder(holder, user));
    const why = isOwn ? not_checked : not_holder;
    return blocked('no_withdraw_account', undefined, state.accounts.length > 0 ? why : undefined);
  }
  if (state.changedAt) return blocked('paused', new Date(state.changedAt.getTime() + pauseMs()));
  if (first.usableAt > now) return blocked('no_withdraw_account', first.usableAt, cooling_down);
  if (openWithdrawals >= maxOpen) return blocked('too_many_open');
  if (roomAt) return blocked('limit_reached', roomAt);
  if (debt > 0n) return { code: 'in_debt', message: in_debt(inWords(debt, 'EUR', language)), until: null };
  return available < min ? blocked('balance_too_low') : null;
}
