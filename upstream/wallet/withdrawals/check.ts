/** Whether a member may withdraw an amount to an account; asked for the draft, and again when the money is held. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../../database/database';
import type { Language } from '../../http/env';
import type { UserRow } from '../../identity/identity';
import { getBalances } from '../../ledger/ledger';
import { inWords } from '../amounts';
import { findWithdrawalBlock } from '../limits/blocks';
import { limitsOf } from '../limits/limits';
import { walletConfig } from '../wallet.config';
import { walletWithdrawAccounts } from '../withdraw-accounts/withdraw-accounts.tables';
import { textsIn } from './withdrawals.texts';

export interface Wanted {
  /** Minor units of euro. */
  amount: bigint;
  accountId: number;
}

/** Without `field` the member can withdraw nothing at all. */
export interface Refusal {
  code: string;
  message: string;
  field?: 'amount' | 'withdraw_account_id';
}

/** The first reason against it, in the language of the request; null where there is none. */
export async function findRefusal(
  db: Queryable,
  user: UserRow,
  wanted: Wanted,
  now: Date,
  language: Language,
): Promise<Refusal | null> {
  const block = await findWithdrawalBlock(db, user, now, language);
  if (block) return { code: block.code, message: block.message };
  return (
    (await findAmountRefusal(db, user, wanted, now, language)) ?? findAccountRefusal(db, user, wanted, now, language)
  );
}

async function findAmountRefusal(
  db: Queryable,
  user: UserRow,
  { amount }: Wanted,
  now: Date,
  language: Language,
): Promise<Refusal | null> {
  const texts = textsIn(language);
  const { min, max } = walletConfig.withdrawal;
  const say = (text: keyof typeof texts & ('min' | 'max' | 'available' | 'left'), limit: bigint, code: string) =>
    ({ code, field: 'amount', message: texts[text](inWords(limit, 'EUR', language)) }) as const;
  if (amount < min) return say('min', min, 'amount_too_small');
  if (amount > max) return say('max', max, 'amount_too_large');
  const { available } = await getBalances(db, user.id, 'EUR');
  if (amount > available) return say('available', available, 'balance_too_low');
  const { leftIn30Days } = await limitsOf(db, user.id, now);
  return amount > leftIn30Days ? say('left', leftIn30Days, 'limit_reached') : null;
}

async function findAccountRefusal(
  db: Queryable,
  user: UserRow,
  { accountId }: Wanted,
  now: Date,
  language: Language,
): Promise<Refusal | null> {
  const { id, userId, deletedAt } = walletWithdrawAccounts;
  const [account] = await db
    .select()
    .from(walletWithdrawAccounts)
    .where(and(eq(id, accountId), eq(userId, user.id), isNull(deletedAt)));
  const texts = textsIn(language);
  const refused = (code: string, message: string): Refusal => ({ code, message, field: 'withdraw_account_id' });
  if (!account) return refused('no_withdraw_account', texts.noAccount);
  if (account.isDisabled) return refused('withdraw_account_disabled', texts.disabled);
  return account.usableAt > now ? refused('withdraw_account_cooling_down', texts.coolingDown) : null;
}
