/** A member who withdraws by the calls of the contract, and staff who decide, for tests. */
import type { z } from 'zod';
import type { Withdrawal, WithdrawalDraft } from '../../contract/withdrawals';
import type { Open } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { type Club, getToken, openClub } from '../../identity/identity.testing';
import { aColleague, actorOf } from '../../identity/staff/staff.testing';
import { makeCode } from '../../identity/verification/verification-code';
import { findUserByEmail, type UserRow } from '../../members/users';
import { newestCode } from '../../privacy/privacy.testing';
import { createConfirmations } from '../receipts/confirmation';
import { giveMoney } from '../wallet.testing';
import { walletWithdrawAccounts } from '../withdraw-accounts/withdraw-accounts.tables';
import { describeDraft, tidyWithdrawalDrafts } from './drafts';
import { mountWithdrawals } from './withdrawals.api';
import { withdrawalsApprove, withdrawalsList, withdrawalsReject } from './withdrawals.club';

type Refusal = { message: string; code: string; errors: Record<string, string[]> };
/** All fields of all answers. */
interface Answer {
  status: number;
  body: z.infer<typeof Withdrawal> & z.infer<typeof WithdrawalDraft> & Refusal & { data: unknown[] };
}
type Caller = (method: string, path: string, body?: unknown, key?: string) => Promise<Answer>;
type NewAccount = Partial<typeof walletWithdrawAccounts.$inferInsert>;

export interface WithdrawalClub extends Club {
  /** The member has 5,000.00 and one account. */
  member: UserRow;
  withdrawAccountId: number;
  addAccount(given?: NewAccount): Promise<number>;
  get(path: string): Promise<Answer>;
  draft(amount: string, withdrawAccountId?: number): Promise<Answer>;
  /** Without a code the request has no verification fields. */
  submit(draftId: string, code: string | null, key?: string): Promise<Answer>;
  /** Makes a draft and confirms it with a code. */
  withdraw(amount: string): Promise<Answer['body']>;
  cancel(label: string): Promise<Answer>;
  /** Returns the code of a mail that it asks for. */
  codeFor(draftId: string): Promise<string>;
  /** Returns a code without a mail, because five mails an hour are allowed. */
  plantCode(draftId: string): Promise<string>;
  /** Returns the token of the newest confirmation mail. */
  cancelToken(): Promise<string>;
  staff(act: 'list'): Promise<{ lines: string[] }>;
  staff(act: 'approve' | 'reject', label: string, staff: string, reason?: string): Promise<{ lines: string[] }>;
  signInAs(member: Parameters<Club['addMember']>[0]): Promise<Caller>;
  tidy(): Promise<void>;
}

export async function openWithdrawing(open: Open): Promise<WithdrawalClub> {
  const club = await openClub(
    open,
    {},
    (api, deps) => {
      mountWithdrawals(api, deps);
      deps.jobs.work('confirmation', createConfirmations(deps));
      return {};
    },
    (deps) => ({ withdraw: (...asked) => describeDraft(deps.db, ...asked) }),
  );
  const long = new Date(Date.now() - 90 * 24 * 3600_000);
  const member = await club.addMember({
    firstname: 'Mira',
    lastname: 'Maier',
    addressIsFilled: true,
    emailVerifiedAt: long,
  });
  await giveMoney(club, member.id, 500_000n, long);
  const addAccount = async (given: NewAccount = {}) => {
    const account = { name: 'Girokonto', holder: 'Mira Maier', iban: 'DE75512108001245126199' };
    const row = { userId: member.id, ...account, usableAt: long, createdAt: long, ...given };
    const [added] = await club.db.insert(walletWithdrawAccounts).values(row).returning();
    return added?.id as number;
  };
  const withdrawAccountId = await addAccount();
  const callerFor = async (email: string): Promise<Caller> => {
    const token = await getToken(club, email);
    return (method, path, body, key = 'some-key') =>
      club.call(method, path, { token, body, headers: { 'idempotency-key': key } }) as unknown as Promise<Answer>;
  };
  const call = await callerFor(member.email);
  let sent = 0;

  const draft: WithdrawalClub['draft'] = (amount, account = withdrawAccountId) =>
    call('POST', '/wallet/withdrawals/drafts', { amount, withdraw_account_id: account });
  const submit: WithdrawalClub['submit'] = (draft_id, code, key = `sending-${++sent}`) => {
    const step = code === null ? {} : { verification_method: 'email', verification_code: code };
    return call('POST', '/wallet/withdrawals', { draft_id, ...step }, key);
  };
  const plantCode = (context: string) =>
    transaction(club.db, (tx) => makeCode(tx, club, { userId: member.id, action: 'withdraw', context }, new Date()));
  const commands = { list: withdrawalsList, approve: withdrawalsApprove, reject: withdrawalsReject };

  return {
    ...club,
    member,
    withdrawAccountId,
    addAccount,
    get: (path) => call('GET', path),
    draft,
    submit,
    withdraw: async (amount) => {
      const { body } = await draft(amount);
      return (await submit(body.id, await plantCode(body.id))).body;
    },
    cancel: (label) => call('POST', `/wallet/withdrawals/${label}/cancel`),
    codeFor: async (context) => {
      await call('POST', '/user/request-verification-code', { action: 'withdraw', context });
      return newestCode(club);
    },
    plantCode,
    cancelToken: async () => {
      const link = (await club.mails())
        .flatMap(({ links }) => links)
        .filter((url) => url.includes('cancel-withdrawal'));
      return link.at(-1)?.split('/').at(-1) ?? '';
    },
    staff: async (act: keyof typeof commands, label?: string, staff?: string, reason?: string) => {
      const by = staff === undefined ? null : await findUserByEmail(club.db, staff);
      const given = act === 'list' ? {} : { label, ...(reason && { reason }) };
      return commands[act].run(club, given, new Date(), by ? actorOf(by) : aColleague);
    },
    signInAs: async (given) => callerFor((await club.addMember(given)).email),
    tidy: () => tidyWithdrawalDrafts(club, new Date()),
  };
}
