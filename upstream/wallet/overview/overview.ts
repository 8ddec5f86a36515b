/** The wallet at a glance. Rules: product/wallet.md, "The wallet page". */
import type { z } from '@hono/zod-openapi';
import type { Wallet } from '../../contract/wallet';
import type { Queryable } from '../../database/database';
import type { Caller, UserRow } from '../../identity/identity';
import { decimal, getBalances } from '../../ledger/ledger';
import { findDepositBlock, findWithdrawalBlock } from '../limits/blocks';
import { limitsOf } from '../limits/limits';
import { walletConfig } from '../wallet.config';

const currency = 'EUR';
const euros = (amount: bigint): string => decimal(amount, currency);

/** Balances, limits, and in the caller's language why something cannot be done now. Nothing here reads transactions. */
export async function getWallet(
  db: Queryable,
  member: UserRow,
  { now, language }: Pick<Caller, 'now' | 'language'>,
): Promise<z.infer<typeof Wallet>> {
  const { available, held } = await getBalances(db, member.id, currency);
  const limits = await limitsOf(db, member.id, now);
  const { deposit, withdrawal } = walletConfig;
  return {
    balances: [{ currency, available: euros(available), pending: euros(held), total: euros(available + held) }],
    deposit: {
      min: euros(deposit.min),
      max: euros(deposit.max),
      expires_after_days: deposit.expires_after_days,
      open_orders: limits.openOrders,
      max_open_orders: deposit.max_open_orders,
      blocked: await findDepositBlock(db, member, now, language),
    },
    withdrawal: {
      min: euros(withdrawal.min),
      max: euros(withdrawal.max),
      fee: euros(withdrawal.fee),
      max_in_30_days: euros(withdrawal.max_in_30_days),
      left_in_30_days: euros(limits.leftIn30Days),
      open: limits.openWithdrawals,
      max_open: withdrawal.max_open,
      blocked: await findWithdrawalBlock(db, member, now, language),
    },
  };
}
