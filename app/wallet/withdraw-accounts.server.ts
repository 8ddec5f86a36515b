import type { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import type { Failure } from '../platform/request/failure.server';
import type { Member } from '../platform/request/gates.server';
import { problem } from '../platform/request/responses.server';
import type { newAccountSchema } from './withdraw-accounts.schema';

/** Returns the member's withdraw accounts, the default first, and the rules for new ones. */
export const listAccounts = ({ api }: Member) => api.call(contract.withdrawAccounts.listWithdrawAccounts);

/** Returns the withdraw account of the page. Throws the 404 page. */
export async function getAccount(current: Member, id: string | undefined) {
  const account = (await listAccounts(current)).data.find((one) => String(one.id) === id);
  if (!account) throw problem({ kind: 'not_found' });
  return account;
}

/** Returns what the member must do before adding an account, or null. */
export function missingFor({ member: { user } }: Member): 'email' | 'address' | null {
  if (!user.email_verified) return 'email';
  return user.address_is_filled ? null : 'address';
}

type NewAccount = z.output<typeof newAccountSchema>;

export const inputOf = ({ name, holder, iban, bic }: NewAccount) => ({ name, holder, iban, bic: bic || undefined });

/**
 * Asks upstream for its refusal of a new account, before anybody asks for a code. Without a code upstream adds nothing.
 */
export async function findFault({ api }: Member, account: NewAccount): Promise<Failure | null> {
  const answer = await api.attempt(contract.withdrawAccounts.createWithdrawAccount, { json: inputOf(account) });
  return answer.ok || answer.failure.code === 'step_up_required' ? null : answer.failure;
}
