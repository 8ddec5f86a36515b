/** A club with withdraw accounts, for tests. */
import type { z } from '@hono/zod-openapi';
import { composeIBAN } from 'ibantools';
import type { VerificationAction } from '../../contract/verification';
import { verificationContext } from '../../contract/verification';
import type { WithdrawAccount } from '../../contract/withdraw-accounts';
import type { Open } from '../../database/database.testing';
import { type CallOptions, type Club, getToken, openClub } from '../../identity/identity.testing';
import type { users } from '../../members/members.tables';
import { newestCode } from '../../privacy/privacy.testing';
import { mountWithdrawAccounts } from './withdraw-accounts.api';

type ShownWithdrawAccount = z.infer<typeof WithdrawAccount>;
export interface AccountAnswer {
  status: number;
  body: ShownWithdrawAccount & {
    data: ShownWithdrawAccount[];
    message: string;
    code: string;
    errors: Record<string, string[]>;
  };
}

/** Returns a valid German IBAN for every number. */
export const ibanOf = (number: number): string =>
  composeIBAN({ countryCode: 'DE', bban: `12030000${String(number).padStart(10, '0')}` }) ?? '';

export const giro = { name: 'Giro', holder: 'Mia Sommer', iban: ibanOf(202051) };

export const openAccountsClub = (open: Open): Promise<Club> =>
  openClub(open, {}, (api, deps) => {
    mountWithdrawAccounts(api, deps);
    return {};
  });

/** Adds a member with a filled address, signs the member in, and returns their calls. */
export async function openPayee(club: Club, member: Partial<typeof users.$inferInsert> = {}) {
  const user = await club.addMember({ addressIsFilled: true, ...member });
  const token = await getToken(club, user.email);
  const call = (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
    club.call(method, path, { token, body, ...options }) as unknown as Promise<AccountAnswer>;
  const proof = async (action: VerificationAction, context: string) => {
    const asked = await call('POST', '/user/request-verification-code', { action, context });
    if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
    return { verification_method: 'email', verification_code: await newestCode(club) };
  };
  return {
    user,
    call,
    proof,
    list: async () => (await call('GET', '/wallet/withdraw-accounts')).body.data,
    /** Adds an account with the mailed code. */
    add: async (typed: Partial<typeof giro> & { bic?: string } = {}) => {
      const wanted = { ...giro, ...typed };
      const code = await proof('withdraw_account.create', verificationContext.withdrawAccount(wanted));
      return call('POST', '/wallet/withdraw-accounts', { ...wanted, ...code });
    },
    remove: async (id: number) => {
      const code = await proof('withdraw_account.delete', verificationContext.withdrawAccountId(id));
      return call('POST', `/wallet/withdraw-accounts/${id}/delete`, code);
    },
  };
}
