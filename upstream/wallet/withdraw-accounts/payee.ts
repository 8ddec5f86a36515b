/**
 * Decides whether money may go to an account. Names change, so every step of a withdrawal asks again, from the draft to
 * the payout file, and nothing stores the answer.
 */
import type { UserRow } from '../../members/users';
import { isHolder } from './holder';
import type { walletWithdrawAccounts } from './withdraw-accounts.tables';

type Account = Pick<typeof walletWithdrawAccounts.$inferSelect, 'holder' | 'isDisabled' | 'enabledFor'>;
type Member = Pick<UserRow, 'firstname' | 'lastname'>;

export const nameOf = ({ firstname, lastname }: Member): string => `${firstname} ${lastname}`;

/** True if the holder is the member, or if staff have confirmed the account for the name that the member has now. */
export const takesMoney = (account: Account, member: Member): boolean =>
  !account.isDisabled && (account.enabledFor === nameOf(member) || isHolder(account.holder, member));

/** A text for the staff, who can fix it. */
export const notPayableReason =
  'its account is not in the name of the member. Reject it, or enable the account (withdraw-accounts list).';
