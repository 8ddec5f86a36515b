/**
 * Decides whether a member may withdraw an amount to an account. It runs for the draft, and again when the money is
 * held.
 */
import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../../database/database';
import type { Language } from '../../http/env';
import type { UserRow } from '../../members/users';
import { inWords } from '../amounts';
import { getWalletState, type WalletState, withdrawalBlockOf } from '../limits/blocks';
import { walletConfig } from '../wallet.config';
import { takesMoney } from '../withdraw-accounts/payee';
import { walletWithdrawAccounts } from '../withdraw-accounts/withdraw-accounts.tables';
import { textsIn } from './withdrawals.texts';

export interface WithdrawalAmount {
  /** Minor units of euro. */
  amount: bigint;
  withdrawAccountId: number;
}

/** Without `field` the member can withdraw nothing at all. */
export interface Refusal {
  code: string;
  message: string;
  field?: 'amount' | 'withdraw_account_id';
}

/** Returns the first reason against the withdrawal, in the language of the request, or null. */
export async function findRefusal(
  db: Queryable,
  user: UserRow,
  wanted: WithdrawalAmount,
  now: Date,
  language: Language,
): Promise<Refusal | null> {
  const state = await getWalletState(db, user.id, now);
  const block = withdrawalBlockOf(user, state, now, language);
  if (block) return { code: block.code, message: block.message };
  return amountRefusalOf(wanted, state, language) ?? findAccountRefusal(db, user, wanted, now, language);
}

function amountRefusalOf(
  { amount }: WithdrawalAmount,
  { standing, limits }: WalletState,
  language: Language,
): Refusal | null {
  const texts = textsIn(language);
  const { min, max } = walletConfig.withdrawal;
  const say = (text: keyof typeof texts & ('min' | 'max' | 'available' | 'left'), limit: bigint, code: string) =>
    ({ code, field: 'amount', message: texts[text](inWords(limit, 'EUR', language)) }) as const;
  if (amount < min) return say('min', min, 'amount_too_small');
  if (amount > max) return say('max', max, 'amount_too_large');
  const { available } = standing;
  if (amount > available) return say('available', available, 'balance_too_low');
  const { leftIn30Days } = limits;
  return amount > leftIn30Days ? say('left', leftIn30Days, 'limit_reached') : null;
}

async function findAccountRefusal(
  db: Queryable,
  user: UserRow,
  { withdrawAccountId }: WithdrawalAmount,
  now: Date,
  language: Language,
): Promise<Refusal | null> {
  const { id, userId, deletedAt } = walletWithdrawAccounts;
  const [account] = await db
    .select()
    .from(walletWithdrawAccounts)
    .where(and(eq(id, withdrawAccountId), eq(userId, user.id), isNull(deletedAt)));
  const texts = textsIn(language);
  const refused = (code: string, message: string): Refusal => ({ code, message, field: 'withdraw_account_id' });
  if (!account) return refused('no_withdraw_account', texts.noAccount);
  if (!takesMoney(account, user)) return refused('withdraw_account_disabled', texts.disabled);
  const { cool_down_hours: hours } = walletConfig.withdraw_account;
  return account.usableAt > now ? refused('withdraw_account_cooling_down', texts.coolingDown(hours)) : null;
}
