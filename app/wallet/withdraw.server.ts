import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import { problemOf } from '../platform/request/failure.server';
import type { Member } from '../platform/request/gates.server';
import { redirect } from '../platform/request/responses.server';
import { blockOf } from './blocks.server';
import { WITHDRAW } from './withdraw-path';

/** Loads the form: limits, available balance, withdraw accounts, and the block if any. */
export async function readWithdrawForm(current: Member) {
  const { api } = current;
  const [wallet, { data: accounts }] = await Promise.all([
    api.call(contract.wallet.getWallet),
    api.call(contract.withdrawAccounts.listWithdrawAccounts),
  ]);
  const { min, max, fee, left_in_30_days, blocked } = wallet.withdrawal;
  const available = wallet.balances.find(({ currency }) => currency === 'EUR')?.available ?? '0.00';
  return {
    available,
    most: mostOf(available, wallet.withdrawal),
    limits: { min, max, fee, left_in_30_days },
    blocked: blockOf(current, 'withdraw', blocked),
    accounts: accounts.map(({ id, name, masked, status, usable_at, is_default }) => ({
      id: String(id),
      text: `${name}, ${masked}`,
      status,
      usable_at,
      is_default,
    })),
  };
}

type Limits = Record<'min' | 'max' | 'left_in_30_days', string>;

/**
 * Returns the largest amount of one withdrawal, and the limit that keeps it below the balance if one does. Null where
 * not even the smallest withdrawal is possible.
 */
export function mostOf(available: string, limits: Limits) {
  const { min, max, left_in_30_days: left } = limits;
  const bounds = [
    { amount: available, cappedBy: null },
    { amount: left, cappedBy: 'left' as const },
    { amount: max, cappedBy: 'each' as const },
  ];
  const cents = (amount: string) => BigInt(amount.replace('.', ''));
  const most = bounds.reduce((least, one) => (cents(one.amount) < cents(least.amount) ? one : least));
  return cents(most.amount) < cents(min) ? null : most;
}

export type WithdrawForm = Awaited<ReturnType<typeof readWithdrawForm>>;

/**
 * Returns the draft in the address while it can become a withdrawal.
 * @throws the 404 page, or a redirect: to its withdrawal, or to the form with what was typed
 */
export async function getUsableDraft(current: Member, { params }: Pick<LoaderFunctionArgs, 'params'>) {
  const { draft_id: id = '' } = params;
  const found = await current.api.attempt(contract.withdrawals.getWithdrawalDraft, { params: { id } });
  if (!found.ok) {
    const { status } = found.failure;
    // An id that upstream never issued counts as an unknown draft.
    throw problemOf({ ...found.failure, status: status === 422 ? 404 : status }, current.requestId);
  }
  const { withdraw_label: label, ...draft } = found.data;
  if (label) throw await redirect(current, `/financial/withdraw/${label}`);
  if (Date.parse(draft.expires_at) <= Date.now()) throw await redirect(current, expiredPath(draft));
  return draft;
}

/** Only the time was wrong, so the form keeps what was typed. */
function expiredPath({ amount, withdraw_account_id }: { amount: string; withdraw_account_id: number }): string {
  const typed = { amount, account: String(withdraw_account_id), expired: '1' };
  return `${WITHDRAW}?${new URLSearchParams(typed)}`;
}
