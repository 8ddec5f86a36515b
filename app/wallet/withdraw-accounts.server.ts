import type { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import type { Failure } from '../platform/api.server';
import type { Member } from '../platform/gates.server';
import { problem } from '../platform/responses.server';
import type { newAccountSchema } from './withdraw-accounts.schema';

/** The member's accounts, the default first, and what holds for new ones. */
export const listAccounts = ({ api }: Member) => api.call(contract.withdrawAccounts.listWithdrawAccounts);

/** The account that the page is about. Throws the 404 page. */
export async function accountOf(current: Member, id: string | undefined) {
  const account = (await listAccounts(current)).data.find((one) => String(one.id) === id);
  if (!account) throw problem({ kind: 'not_found' });
  return account;
}

/** What has to be done before an account can be added. */
export function missingFor({ member: { user } }: Member): 'email' | 'address' | null {
  if (!user.email_verified) return 'email';
  return user.address_is_filled ? null : 'address';
}

type Wanted = z.output<typeof newAccountSchema>;

export const inputOf = ({ name, holder, iban, bic }: Wanted) => ({ name, holder, iban, bic: bic || undefined });

/** What upstream has against an account to be, before anybody is asked for a code: without one it adds none. */
export async function findFault({ api }: Member, wanted: Wanted): Promise<Failure | null> {
  const answer = await api.attempt(contract.withdrawAccounts.createWithdrawAccount, { json: inputOf(wanted) });
  return answer.ok || answer.failure.code === 'step_up_required' ? null : answer.failure;
}
