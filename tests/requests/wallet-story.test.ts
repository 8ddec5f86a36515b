import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { verificationContext } from '../../upstream/contract/verification';
import { allPermissions } from '../../upstream/identity/permissions';
import { brokenPromises } from '../../upstream/wallet/wallet.promises.testing';
import { completePayouts, payOrder, returnPayout } from '../support/bank';
import { type Club, startClub } from '../support/club';
import type { Member } from '../support/members';

const DAY_S = 24 * 3600;
const iban = 'DE75512108001245126199';
const permissions = [...allPermissions];

let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(() => club.stop());

interface Answer {
  order_label: string;
  withdraw_label: string;
  id: number;
  status: string;
  token: { access_token: string };
  balances: { available: string; pending: string }[];
}

/** Calls of the API as the member; each with an idempotency key of its own. */
async function callerOf({ email, password }: Member) {
  let token = '';
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await fetch(`${club.url}/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const said = await answer.text();
    expect(answer.ok, `${method} ${path}: ${answer.status} ${said}`).toBe(true);
    return said === '' ? ({} as Answer) : JSON.parse(said);
  };
  token = (await call('POST', '/auth/login', { email, password, device_name: 'story' })).token.access_token;
  return call;
}

type Call = Awaited<ReturnType<typeof callerOf>>;

/** The mailed code for one thing. */
async function codeFor(call: Call, email: string, action: string, context: string) {
  const before = (await club.mailbox.list(email)).length;
  await call('POST', '/user/request-verification-code', { action, context });
  const text = await vi.waitFor(async () => {
    const mails = await club.mailbox.list(email);
    if (mails.length <= before) throw new Error('No code was mailed');
    return mails[0]?.text ?? '';
  }, 10_000);
  const verification_code = /\b\d{3} ?\d{3}\b/.exec(text)?.[0] ?? '';
  return { verification_method: 'email', verification_code };
}

const balance = async (call: Call) => {
  const [money] = (await call('GET', '/wallet')).balances;
  return [money?.available, money?.pending];
};

it('money comes in by transfer, goes out to the member’s bank, and comes back from there', {
  timeout: 300_000,
}, async () => {
  const mira = await club.member();
  const [greta, otto] = [await club.member({ permissions }), await club.member({ permissions })];
  let call = await callerOf(mira);

  const { order_label: order } = await call('POST', '/wallet/deposits', { amount: '1599.34' });
  await payOrder(club, order, '1000.00');
  expect((await call('GET', `/wallet/orders/${order}`)).status).toBe('partially_paid');
  await payOrder(club, order, '599.34');
  expect((await call('GET', `/wallet/orders/${order}`)).status).toBe('completed');
  expect(await balance(call)).toEqual(['1599.34', '0.00']);

  const account = { name: 'Giro', holder: mira.name, iban };
  const context = verificationContext.withdrawAccount(account);
  const proof = await codeFor(call, mira.email, 'withdraw_account.create', context);
  const { id } = await call('POST', '/wallet/withdraw-accounts', { ...account, ...proof });
  await club.clock.advance(DAY_S + 60);
  call = await callerOf(mira);

  const asked = { amount: '1599.34', withdraw_account_id: id };
  const draft_id = String((await call('POST', '/wallet/withdrawals/drafts', asked)).id);
  const code = await codeFor(call, mira.email, 'withdraw', draft_id);
  const { withdraw_label: withdrawal } = await call('POST', '/wallet/withdrawals', { draft_id, ...code });
  expect(await balance(call)).toEqual(['0.00', '1599.34']);

  const file = join(club.dataDir, 'payout.xml');
  expect(await club.staff('withdrawals', 'approve', withdrawal, '--staff', greta.email)).toMatchObject({ code: 0 });
  // Four eyes: whoever approved it does not export it.
  await club.staff('payouts', 'export', file, '--staff', greta.email);
  expect((await call('GET', `/wallet/withdrawals/${withdrawal}`)).status).toBe('approved');
  expect(await club.staff('payouts', 'export', file, '--staff', otto.email)).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).toContain(iban);
  expect((await call('GET', `/wallet/withdrawals/${withdrawal}`)).status).toBe('processing');
  expect(await completePayouts(club)).toEqual([withdrawal]);
  expect((await call('GET', `/wallet/withdrawals/${withdrawal}`)).status).toBe('completed');
  expect(await balance(call)).toEqual(['0.00', '0.00']);
  await returnPayout(club, withdrawal, '1599.34');
  expect((await call('GET', `/wallet/withdrawals/${withdrawal}`)).status).toBe('returned');
  expect(await balance(call)).toEqual(['1599.34', '0.00']);

  expect(await club.db.execute(sql.raw(brokenPromises))).toEqual([]);
  const { code: ended, stdout } = await club.staff('ledger', 'verify', '--json');
  expect([ended, JSON.parse(stdout).faults]).toEqual([0, []]);
});
