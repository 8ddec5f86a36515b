import type { z } from 'zod';
import type { Wallet } from '../../upstream/contract/wallet';

type Block = NonNullable<z.infer<typeof Wallet>['deposit']['blocked']>;

const COMMON = {
  email_not_verified: '/settings/account',
  address_missing: '/settings/address',
  account_closing: '/settings/privacy',
  no_withdraw_account: '/settings/withdraw-accounts',
};
const WAYS_OUT: Record<'deposit' | 'withdraw', { [Code in Block['code']]?: string }> = {
  deposit: { ...COMMON, too_many_open: '/financial/orders?state=open' },
  withdraw: { ...COMMON, too_many_open: '/financial/withdrawals', balance_too_low: '/financial/action/make-deposit' },
};

/**
 * What keeps a member from a deposit or a withdrawal, and where they mend it: null for what passes by itself. The words
 * for the way are `wallet:way_out.…`.
 */
export const blockOf = (kind: keyof typeof WAYS_OUT, block: Block | null) =>
  block && { ...block, wayOut: WAYS_OUT[kind][block.code] ?? null };
