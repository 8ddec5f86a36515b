import { contract } from '../../upstream/contract/contract';
import type { Member } from '../platform/gates.server';

import { WITHDRAW } from './withdraw-path';

/** Where a member mends what stands in the way; for what passes by itself, nothing. */
const WAYS_OUT: Record<string, string> = {
  email_not_verified: '/settings/account',
  address_missing: '/settings/address',
  account_closing: '/settings/privacy/delete',
  no_withdraw_account: '/settings/withdraw-accounts',
  too_many_open: '/financial/withdrawals',
  balance_too_low: '/financial/action/make-deposit',
};

/** What the form shows: limits, what is there, where it can go, and why it cannot. */
export async function readWithdrawForm({ api }: Member) {
  const [wallet, { data: accounts }] = await Promise.all([
    api.call(contract.wallet.getWallet),
    api.call(contract.withdrawAccounts.listWithdrawAccounts),
  ]);
  const { min, max, fee, left_in_30_days, blocked } = wallet.withdrawal;
  return {
    available: wallet.balances.find(({ currency }) => currency === 'EUR')?.available ?? '0.00',
    limits: { min, max, fee, left_in_30_days },
    blocked: blocked && { ...blocked, wayOut: WAYS_OUT[blocked.code] ?? null },
    accounts: accounts.map(({ id, name, masked, status, usable_at, is_default }) => ({
      id: String(id),
      text: `${name}, ${masked}`,
      status,
      usable_at,
      is_default,
    })),
  };
}

export type WithdrawForm = Awaited<ReturnType<typeof readWithdrawForm>>;

/** Back to the form with what was typed, since nothing of it was wrong but the time. */
export function expiredPath(draft?: { amount: string; withdraw_account_id: number }): string {
  const typed = draft && { amount: draft.amount, account: String(draft.withdraw_account_id) };
  return `${WITHDRAW}?${new URLSearchParams({ ...typed, expired: '1' })}`;
}
