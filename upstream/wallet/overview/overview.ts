/** The overview of the wallet. Rules: docs/product/wallet.md#the-wallet-page. */
import type { z } from '@hono/zod-openapi';
import type { Wallet } from '../../contract/wallet';
import type { Queryable } from '../../database/database';
import { decimal } from '../../ledger/ledger';
import type { Caller } from '../../members/caller';
import type { UserRow } from '../../members/users';
import { depositBlockOf, getWalletState, withdrawalBlockOf } from '../limits/blocks';
import { walletConfig } from '../wallet.config';

const currency = 'EUR';
const euros = (amount: bigint): string => decimal(amount, currency);

/**
 * Returns balances and limits, and why something cannot be done now, in the caller's language. Reads no transactions.
 */
export async function getWallet(
  db: Queryable,
  member: UserRow,
  { now, language }: Pick<Caller, 'now' | 'language'>,
): Promise<z.infer<typeof Wallet>> {
  const state = await getWalletState(db, member.id, now);
  const { standing, limits } = state;
  const { available, held, debt } = standing;
  const { deposit, withdrawal } = walletConfig;
  const total = euros(available + held);
  const owed = debt > 0n ? { owed: euros(debt) } : {};
  return {
    balances: [{ currency, available: euros(available), pending: euros(held), total, ...owed }],
    deposit: {
      min: euros(deposit.min),
      max: euros(deposit.max),
      expires_after_days: deposit.expires_after_days,
      open_orders: limits.openOrders,
      max_open_orders: deposit.max_open_orders,
      blocked: depositBlockOf(member, limits, language),
    },
    withdrawal: {
      min: euros(withdrawal.min),
      max: euros(withdrawal.max),
      fee: euros(withdrawal.fee),
      max_in_30_days: euros(withdrawal.max_in_30_days),
      left_in_30_days: euros(limits.leftIn30Days),
      open: limits.openWithdrawals,
      max_open: withdrawal.max_open,
      blocked: withdrawalBlockOf(member, state, now, language),
    },
  };
}
