/** A member who withdraws by the calls of the contract, and staff who decide, for tests. */
import type { z } from 'zod';
import type { Withdrawal, WithdrawalDraft } from '../../contract/withdrawals';
import type { Open } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { type Club, openClub, signIn } from '../../identity/identity.testing';
import type { UserRow } from '../../identity/members';
import { makeCode } from '../../identity/verification/verification-code';
import { createConfirmations } from '../receipts/confirmation';
import { giveMoney } from '../wallet.testing';
import { walletWithdrawAccounts } from '../withdraw-accounts/withdraw-accounts.tables';
import { describeDraft, tidyWithdrawalDrafts } from './drafts';
import { mountWithdrawals } from './withdrawals.api';
import { withdrawalsApprove, withdrawalsList, withdrawalsReject } from './withdrawals.club';

type Refusal = { message: string; code: string; errors: Record<string, string[]> };
/** Every field that some answer has. */
interface Answer {
  status: number;
  body: z.infer<typeof Withdrawal> & z.infer<typeof WithdrawalDraft> & Refusal & { data: unknown[] };
}
type Caller = (method: string, path: string, body?: unknown, key?: string) => Promise<Answer>;
type NewAccount = Partial<typeof walletWithdrawAccounts.$inferInsert>;

export interface Withdrawing extends Club {
  /** Has 5,000.00 and one account. */
  member: UserRow;
  accountId: number;
  addAccount(given?: NewAccount): Promise<number>;
  get(path: string): Promise<Answer>;
  draft(amount: string, accountId?: number): Promise<Answer>;
  /** Without a code nothing is said of the verification step. */
  submit(draftId: string, code: string | null, key?: string): Promise<Answer>;
  /** Draft, mailed code and all. */
  withdraw(amount: string): Promise<Answer['body']>;
  cancel(label: string): Promise<Answer>;
  /** The code of the mail that is asked for. */
  codeFor(draftId: string): Promise<string>;
  /** A code without asking for a mail, of which there are five an hour. */
  plantCode(draftId: string): Promise<string>;
  /** Of the newest confirmation mail. */
  cancelToken(): Promise<string>;
  staff(act: 'list'): Promise<{ lines: string[] }>;
  staff(act: 'approve' | 'reject', label: string, staff: string, reason?: string): Promise<{ lines: string[] }>;
  signInAs(member: Parameters<Club['addMember']>[0]): Promise<Caller>;
  tidy(): Promise<void>;
}

export async function openWithdrawing(open: Open): Promise<Withdrawing> {
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
  const member = await club.addMember({ addressIsFilled: true, emailVerifiedAt: long });
  await giveMoney(club, member.id, 500_000n, long);
  const addAccount = async (given: NewAccount = {}) => {
    const account = { name: 'Girokonto', holder: 'Mira Maier', iban: 'DE75512108001245126199' };
    const row = { userId: member.id, ...account, usableAt: long, createdAt: long, ...given };
    const [added] = await club.db.insert(walletWithdrawAccounts).values(row).returning();
    return added?.id as number;
  };
  const accountId = await addAccount();
  const callerFor = async (email: string): Promise<Caller> => {
    const token = (await signIn(club, {}, email)).body.token.access_token;
    return (method, path, body, key = 'some-key') =>
      club.call(method, path, { token, body, headers: { 'idempotency-key': key } }) as unknown as Promise<Answer>;
  };
  const call = await callerFor(member.email);
  let sent = 0;

  const draft: Withdrawing['draft'] = (amount, account = accountId) =>
    call('POST', '/wallet/withdrawals/drafts', { amount, withdraw_account_id: account });
  const submit: Withdrawing['submit'] = (draft_id, code, key = `sending-${++sent}`) => {
    const step = code === null ? {} : { verification_method: 'email', verification_code: code };
    return call('POST', '/wallet/withdrawals', { draft_id, ...step }, key);
  };
  const plantCode = (context: string) =>
    transaction(club.db, (tx) => makeCode(tx, club, { userId: member.id, action: 'withdraw', context }, new Date()));
  const commands = { list: withdrawalsList, approve: withdrawalsApprove, reject: withdrawalsReject };

  return {
    ...club,
    member,
    accountId,
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
      return ((await club.mails()).at(-1)?.subject ?? '').replace(/\D/g, '');
    },
    plantCode,
    cancelToken: async () => {
      const link = (await club.mails())
        .flatMap(({ links }) => links)
        .filter((url) => url.includes('cancel-withdrawal'));
      return link.at(-1)?.split('/').at(-1) ?? '';
    },
    staff: (act: keyof typeof commands, label?: string, staff?: string, reason?: string) =>
      commands[act].run(club, act === 'list' ? {} : { label, staff, ...(reason && { reason }) }, new Date()),
    signInAs: async (given) => callerFor((await club.addMember(given)).email),
    tidy: () => tidyWithdrawalDrafts(club, new Date()),
  };
}
