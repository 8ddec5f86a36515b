import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verificationContext } from '../../upstream/contract/verification';
import { allPermissions } from '../../upstream/members/permissions';
import { brokenPromises } from '../../upstream/wallet/wallet.promises.testing';
import { completePayouts, payOrder, returnPayout } from '../support/bank';
import { type Club, startClub } from '../support/club';
import { codeIn } from '../support/mailbox';
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

/** Returns a function that calls the API as the member, each time with a new idempotency key. */
async function openCaller({ email, password }: Member) {
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

type Call = Awaited<ReturnType<typeof openCaller>>;

/** Returns the mailed code for one action. */
async function codeFor(call: Call, email: string, action: string, context: string) {
  await call('POST', '/user/request-verification-code', { action, context });
  const mail = await club.mailbox.waitFor({ to: email, subject: /code/i });
  return { verification_method: 'email', verification_code: codeIn(mail) };
}

const balance = async (call: Call) => {
  const [money] = (await call('GET', '/wallet')).balances;
  return [money?.available, money?.pending];
};

it('money comes in by transfer, goes out to the member’s bank, and comes back from there', {
  timeout: 300_000,
}, async () => {
  const mira = await club.member();
  const [greta, otto] = [
    await club.member({ permissions, twoFactor: true }),
    await club.member({ permissions, twoFactor: true }),
  ];
  let call = await openCaller(mira);

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
  call = await openCaller(mira);

  const asked = { amount: '1599.34', withdraw_account_id: id };
  const draft_id = String((await call('POST', '/wallet/withdrawals/drafts', asked)).id);
  const code = await codeFor(call, mira.email, 'withdraw', draft_id);
  const { withdraw_label: withdrawal } = await call('POST', '/wallet/withdrawals', { draft_id, ...code });
  expect(await balance(call)).toEqual(['0.00', '1599.34']);

  const file = join(club.dataDir, 'payout.xml');
  expect(await club.staffAs(greta, 'withdrawals', 'approve', withdrawal)).toMatchObject({ code: 0 });
  // Four eyes: the person who approved it does not export it.
  await club.staffAs(greta, 'payouts', 'export', file);
  expect((await call('GET', `/wallet/withdrawals/${withdrawal}`)).status).toBe('approved');
  expect(await club.staffAs(otto, 'payouts', 'export', file)).toMatchObject({ code: 0 });
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
