import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import { problemOf } from '../platform/api.server';
import type { Member } from '../platform/gates.server';
import { redirect } from '../platform/responses.server';
import { blockOf } from './blocks.server';
import { WITHDRAW } from './withdraw-path';

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
    blocked: blockOf('withdraw', blocked),
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

/**
 * The draft in the address, as long as a withdrawal can be made of it.
 * @throws the 404 page, or a redirect to what became of it: its withdrawal, or the form with what was typed
 */
export async function getUsableDraft(current: Member, { params }: Pick<LoaderFunctionArgs, 'params'>) {
  const { draft_id: id = '' } = params;
  const found = await current.api.attempt(contract.withdrawals.getWithdrawalDraft, { params: { id } });
  if (!found.ok) {
    const { status } = found.failure;
    // An address that nobody was given is like a draft that nobody has.
    throw problemOf({ ...found.failure, status: status === 422 ? 404 : status }, current.requestId);
  }
  const { withdraw_label: label, ...draft } = found.data;
  if (label) throw await redirect(current, `/financial/withdraw/${label}`);
  if (Date.parse(draft.expires_at) <= Date.now()) throw await redirect(current, expiredPath(draft));
  return draft;
}

/** Nothing of what was typed was wrong but the time. */
function expiredPath({ amount, withdraw_account_id }: { amount: string; withdraw_account_id: number }): string {
  const typed = { amount, account: String(withdraw_account_id), expired: '1' };
  return `${WITHDRAW}?${new URLSearchParams(typed)}`;
}
