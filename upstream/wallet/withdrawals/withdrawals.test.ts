import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { getBalances } from '../../ledger/ledger';
import { users } from '../../members/members.tables';
import { exportPayouts } from '../bank/payouts';
import { walletTransactions } from '../transactions/transactions.tables';
import { pastTriggers } from '../wallet.testing';
import { walletWithdrawAccounts } from '../withdraw-accounts/withdraw-accounts.tables';
import { walletWithdrawals } from './withdrawals.tables';
import { openWithdrawing, type WithdrawalClub } from './withdrawing.testing';

const start = new Date('2026-11-20T09:00:00Z');
const pass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('a withdrawal', (open) => {
  let club: WithdrawalClub;
  beforeEach(async () => {
    club = await openWithdrawing(open);
  });
  const balances = () => getBalances(club.db, club.member.id, 'EUR');

  it('is made of a draft: held at once, confirmed by mail, noted for the settings', async () => {
    const { body: draft } = await club.draft('250.00');
    const { status, body } = await club.submit(draft.id, await club.codeFor(draft.id));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      withdraw_label: expect.stringMatching(/^WD-/),
      amount: '250.00',
      status: 'pending',
      estimated_at: '2026-11-24',
      actions: ['cancel'],
      timeline: [{ status: 'pending', at: '2026-11-20T09:00:00.000Z', note: null }],
      transaction_labels: [expect.stringMatching(/^TX-/)],
    });
    expect(await balances()).toEqual({ available: 475_000n, held: 25_000n });
    const [booked] = await club.db.select().from(walletTransactions).where(eq(walletTransactions.type, 'withdrawal'));
    expect(booked).toMatchObject({ status: 'pending', amount: -25_000n, referenceLabel: body.withdraw_label });
    const [user] = await club.db.select().from(users).where(eq(users.id, club.member.id));
    expect(user?.firstWithdrawalAt, 'nothing was paid yet').toBeNull();
    const mail = (await club.mails()).at(-1);
    expect(mail?.subject).toBe(`Withdrawal ${body.withdraw_label}: €250.00 to Mira Maier, account …6199`);
    expect(mail?.links[0]).toMatch(/\/cancel-withdrawal\/[\w-]{43}$/);
    expect((await club.get(`/wallet/withdrawals/drafts/${draft.id}`)).body.withdraw_label).toBe(body.withdraw_label);
    expect((await club.get(`/wallet/withdrawals/${body.withdraw_label.toLowerCase()}`)).body).toEqual(body);
    expect((await club.get('/wallet/withdrawals?state=open')).body.data).toEqual([body]);
  });

  it('is confirmed by a code that names amount, payee and account, and is good for no other draft', async () => {
    const { body: first } = await club.draft('250.00');
    const { body: second } = await club.draft('4000.00');
    const code = await club.codeFor(first.id);
    const mail = (await club.mails()).at(-1);
    expect(mail?.text).toContain('This code confirms: a withdrawal (€250.00 to Mira Maier, account …6199)');
    const wrong = await club.submit(second.id, code);
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['verification_code']]);
    expect(await balances()).toEqual({ available: 500_000n, held: 0n });
    expect((await club.submit(first.id, code)).status).toBe(201);
  });

  it('has no code where the draft is not the member’s', async () => {
    const other = await club.signInAs({ email: 'ida@example.org' });
    const { body: draft } = await club.draft('250.00');
    const mailsBefore = (await club.mails()).length;
    for (const context of [draft.id, '00000000-0000-4000-8000-000000000000', 'some-draft', '']) {
      const asked = await other('POST', '/user/request-verification-code', { action: 'withdraw', context });
      expect(asked.status, context).toBe(404);
    }
    expect(await club.mails()).toHaveLength(mailsBefore);
  });

  it('is asked for without a code in vain', async () => {
    const { body: draft } = await club.draft('250.00');
    const answer = await club.submit(draft.id, null);
    expect([answer.status, answer.body.code]).toEqual([403, 'step_up_required']);
  });

  it('is answered again, whoever sends the draft again under whichever key', async () => {
    const { body: draft } = await club.draft('250.00');
    const code = await club.codeFor(draft.id);
    const first = await club.submit(draft.id, code, 'key-number-1');
    for (const key of ['key-number-1', 'key-number-2']) {
      const again = await club.submit(draft.id, code, key);
      expect([again.status, again.body]).toEqual([201, first.body]);
    }
    expect(await club.db.$count(walletWithdrawals)).toBe(1);
    const { body: other } = await club.draft('20.00');
    const reused = await club.submit(other.id, code, 'key-number-1');
    expect([reused.status, Object.keys(reused.body.errors)]).toEqual([422, ['idempotency_key']]);
  });

  it('is not made of a draft that is too old', async () => {
    const { body: draft } = await club.draft('250.00');
    const code = await club.codeFor(draft.id);
    pass(9);
    await club.codeFor(draft.id);
    pass(6);
    const late = await club.submit(draft.id, code);
    expect([late.status, late.body.code]).toEqual([409, 'draft_expired']);
    expect(await balances()).toEqual({ available: 500_000n, held: 0n });
  });

  it('is checked again when it is made, and the code stays good', async () => {
    const { body: draft } = await club.draft('250.00');
    const code = await club.codeFor(draft.id);
    const setDisabled = (isDisabled: boolean) => club.db.update(walletWithdrawAccounts).set({ isDisabled });
    await setDisabled(true);
    const refused = await club.submit(draft.id, code);
    expect([refused.status, refused.body.code]).toEqual([409, 'no_withdraw_account']);
    expect(await club.db.$count(walletWithdrawals)).toBe(0);
    await setDisabled(false);
    expect((await club.submit(draft.id, code)).status).toBe(201);
  });

  it('goes nowhere once the member has another name: not as a draft, not by one, not to the bank', async () => {
    const rename = (lastname: string) =>
      pastTriggers(club, (tx) => tx.update(users).set({ lastname }).where(eq(users.id, club.member.id)));
    const { body: draft } = await club.draft('250.00');
    const { withdraw_label: label } = await club.withdraw('20.00');
    await rename('Schmidt');
    const drafted = await club.draft('250.00');
    expect([drafted.status, drafted.body.code]).toEqual([409, 'no_withdraw_account']);
    expect(drafted.body.message).toContain('None of your withdraw accounts is in your name.');
    const made = await club.submit(draft.id, await club.plantCode(draft.id));
    expect([made.status, made.body.code]).toEqual([409, 'no_withdraw_account']);
    const greta = await club.addMember({ email: 'greta@example.org', permissions: ['withdrawals.approve'] });
    await expect(club.staff('approve', label, greta.email)).rejects.toThrow(
      `${label} stays pending: its account is not in the name of the member.`,
    );
    await rename('Maier');
    await club.staff('approve', label, greta.email);
    await rename('Schmidt');
    const exporting = () => transaction(club.db, (tx) => exportPayouts(tx, greta.id, new Date()));
    expect(await exporting()).toEqual({ file: null, left: [], notPayable: [label] });
    expect((await club.get(`/wallet/withdrawals/${label}`)).body.status).toBe('approved');
    // The withdrawal is not stuck: staff can still reject it, or the account counts again.
    await rename('Maier');
    expect(await exporting()).toMatchObject({ payouts: [{ label }], notPayable: [] });
  });

  it('to an account that is not in the member’s name is refused at the account, where they have another one', async () => {
    const other = await club.addAccount({ holder: 'Karl Schmidt', iban: 'DE02120300000000202051' });
    const { status, body } = await club.draft('250.00', other);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['withdraw_account_id']]);
    expect((await club.draft('250.00')).status).toBe(201);
  });

  it('of somebody else is one that does not exist', async () => {
    const { body: draft } = await club.draft('250.00');
    const { withdraw_label: label } = await club.withdraw('20.00');
    const ida = await club.signInAs({ email: 'ida@example.org' });
    for (const [method, path, body] of [
      ['GET', `/wallet/withdrawals/drafts/${draft.id}`, undefined],
      ['POST', '/wallet/withdrawals', { draft_id: draft.id }],
      ['GET', `/wallet/withdrawals/${label}`, undefined],
      ['GET', '/wallet/withdrawals/WD-00000000X', undefined],
      ['POST', `/wallet/withdrawals/${label}/cancel`, undefined],
    ] as const) {
      const answer = await ida(method, path, body);
      expect([path, answer.status, answer.body.message]).toEqual([path, 404, 'Not Found']);
    }
  });
});

describeOnPostgres('withdrawals at once', (open) => {
  it('are one, answered alike, where fifty send one draft', async () => {
    const club = await openWithdrawing(open);
    const { body: draft } = await club.draft('250.00');
    const code = await club.codeFor(draft.id);
    for (const keyOf of [() => 'the-same-key', (n: number) => `key-of-its-own-${n}`]) {
      const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => club.submit(draft.id, code, keyOf(n))));
      for (const { status, body } of answers) expect([status, body]).toEqual([201, answers[0]?.body]);
      // The next fifty requests are within the limit of another minute.
      pass(2);
    }
    expect(await club.db.$count(walletWithdrawals)).toBe(1);
    expect(await getBalances(club.db, club.member.id, 'EUR')).toEqual({ available: 475_000n, held: 25_000n });
  });

  it('take no more than there is, and are three at most, where fifty drafts exceed the balance', async () => {
    const club = await openWithdrawing(open);
    const drafts = [];
    for (let n = 0; n < 50; n++) {
      const { body } = await club.draft(n % 2 ? '2000.00' : '3000.00');
      drafts.push({ id: body.id, code: await club.plantCode(body.id) });
    }
    // The requests are within the limit of another minute.
    pass(2);
    const answers = await Promise.all(drafts.map(({ id, code }, n) => club.submit(id, code, `key-number-${n}`)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(made.length).toBeLessThanOrEqual(3);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(({ status }) => status))).toEqual(new Set([409]));
    const held = made.reduce((sum, { body }) => sum + BigInt(body.amount.replace('.', '')), 0n);
    expect(await getBalances(club.db, club.member.id, 'EUR')).toEqual({ available: 500_000n - held, held });
  });

  it('are three at most, however much there is', async () => {
    const club = await openWithdrawing(open);
    const drafts = [];
    for (let n = 0; n < 10; n++) {
      const { body } = await club.draft('20.00');
      drafts.push({ id: body.id, code: await club.plantCode(body.id) });
    }
    const answers = await Promise.all(drafts.map(({ id, code }, n) => club.submit(id, code, `key-number-${n}`)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    const codes = answers.filter(({ status }) => status !== 201).map(({ body }) => body.code);
    expect(new Set(codes)).toEqual(new Set(['too_many_open']));
  });
});
