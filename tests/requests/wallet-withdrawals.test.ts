import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '../../upstream/members/members.tables';
import { memberPermissions } from '../../upstream/members/permissions';
import { walletWithdrawals } from '../../upstream/wallet/withdrawals/withdrawals.tables';
import { type Club, startClub } from '../support/club';
import { ghostPath } from '../support/ghost';
import type { Member } from '../support/members';
import { formOf, type Page, readableText, Visitor } from '../support/visitor';
import { askForCode, equipToWithdraw, readBalances, withdraw } from '../support/withdrawals';

const FORM = '/financial/action/make-withdraw';
const untouched = { available: 49_600n, held: 0n };

let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(() => club.stop());

let member: Member;
let account: number;
let visitor: Visitor;
beforeEach(async () => {
  member = await club.member();
  account = await equipToWithdraw(club, member);
  visitor = await signedIn(member);
});

async function signedIn(who: Member) {
  const one = new Visitor(club.url);
  await one.signIn(who);
  return one;
}

const type = async (amount: string, fields = {}) =>
  visitor.submit(await visitor.get(FORM), 'withdraw', { amount, ...fields });
/** Returns the path of a review. */
const draft = async (amount = '250') => (await type(amount)).location ?? '';
const fieldIn = (page: Page, form: string, name: string) =>
  formOf(page, form).fields.find(([field]) => field === name)?.[1] ?? '';
const madeBy = ({ id }: Member) => club.db.select().from(walletWithdrawals).where(eq(walletWithdrawals.userId, id));

const reviewed = (path: string) => askForCode(club, visitor, member, path);

/** Returns the label of a new withdrawal, its page, and the mailed link. */
async function withdrawn() {
  const label = await withdraw(club, visitor, member);
  const { links } = await club.mailbox.waitFor({ to: member.email, subject: new RegExp(label) });
  const link = new URL(links.find((url) => url.includes('/cancel-withdrawal/')) ?? '').pathname;
  return { label, path: `/financial/withdraw/${label}`, link };
}

describe('an amount', () => {
  it.each([
    ['', 'Amount'],
    ['19.99', '€20.00'],
    ['10,000.01', '€10,000.00'],
    ['496.01', '€496.00'],
    ['1.599', ''],
    ['-50', ''],
    ['1e2', ''],
    ['５０', ''],
    ['<b>50</b>', ''],
    ['9'.repeat(300), ''],
  ])('typed as %j is answered 422 at its field, and is kept', async (typed, words) => {
    const answer = await type(typed);
    expect(answer.status).toBe(422);
    const [field = ''] = /<input[^>]*id="withdraw-amount"[^>]*>/.exec(answer.body) ?? [];
    expect(field).toContain('aria-invalid="true"');
    expect(fieldIn(answer, 'withdraw', 'amount')).toBe(typed);
    expect(fieldIn(answer, 'withdraw', 'withdraw_account_id')).toBe(String(account));
    expect(answer.body).toContain('<title>Error: ');
    expect(readableText(answer)).toContain(words);
  });

  it('goes to no account of somebody else, as to none that does not exist', async () => {
    const foreign = await equipToWithdraw(club, await club.member());
    const answers = [];
    for (const id of [foreign, 999_999]) answers.push(await type('250', { withdraw_account_id: String(id) }));
    expect(answers.map(({ status }) => status)).toEqual([422, 422]);
    const [one, other] = answers.map((answer) => readableText(answer));
    expect(one).toContain('Please choose one of your withdraw accounts.');
    expect(one).toBe(other);
  });

  it('is kept where withdrawals were closed since the form was opened, with the reason', async () => {
    const form = await visitor.get(FORM);
    await club.db.update(users).set({ addressIsFilled: false }).where(eq(users.id, member.id));
    const answer = await visitor.submit(form, 'withdraw', { amount: '250' });
    expect([answer.status, fieldIn(answer, 'withdraw', 'amount')]).toEqual([409, '250']);
    expect(answer.body).toContain('<title>Error: ');
    expect(readableText(answer)).toContain('To withdraw, fill in your address first.');
  });

  it('with a forged form, or one of yesterday, is kept and sent nowhere', async () => {
    const answer = await type('250', { csrf: 'forged' });
    expect([answer.status, fieldIn(answer, 'withdraw', 'amount')]).toEqual([403, '250']);
    const foreign = await visitor.post(FORM, { amount: '250' }, { Origin: 'https://elsewhere.example' });
    expect(foreign.status).toBe(403);
  });

  it('is not asked of a member who may not withdraw', async () => {
    const permissions = memberPermissions.filter((one) => one !== 'wallet.withdraw');
    const other = await signedIn(await club.member({ permissions }));
    expect((await other.get(FORM)).status).toBe(403);
    const csrf = fieldIn(await other.get('/dashboard'), '/logout', 'csrf');
    expect((await other.post(FORM, { csrf, amount: '250', withdraw_account_id: '1' })).status).toBe(403);
    const wallet = await other.get('/financial');
    expect(readableText(wallet)).toContain('not allow withdrawals. Please write to us.');
    for (const one of [wallet, await other.get('/financial/withdrawals')])
      expect(one.body).not.toContain(`href="${FORM}"`);
  });
});

describe('a draft', () => {
  it('holds nothing, and of somebody else is one that does not exist', async () => {
    const path = await draft();
    expect(await readBalances(club, member)).toEqual(untouched);
    const other = await signedIn(await club.member());
    const own = formOf(await visitor.get(path), 'review-withdraw');
    const csrf = fieldIn(await other.get('/dashboard'), '/logout', 'csrf');
    const fields = own.fields.map(([name, value]): [string, string] => [name, name === 'csrf' ? csrf : value]);
    for (const one of [path, `${FORM}/00000000-0000-4000-8000-000000000000`, `${FORM}/some-draft`]) {
      expect((await other.get(one)).status, one).toBe(404);
      expect((await other.post(one, fields)).status, one).toBe(404);
    }
  });

  it('is confirmed by its own code alone, which never comes back', async () => {
    const { asked, code } = await reviewed(await draft());
    const wrong = String((Number(code.replace(' ', '')) + 1) % 1_000_000).padStart(6, '0');
    const refused = await visitor.submit(asked, 'review-withdraw', { verification_code: wrong });
    expect([refused.status, fieldIn(refused, 'review-withdraw', 'verification_code')]).toEqual([422, '']);
    expect(refused.body).not.toContain(wrong);
    expect(refused.body).toContain('href="#review-withdraw-verification_code"');
    expect((await visitor.submit(asked, 'review-withdraw')).status).toBe(422);
    const forged = await visitor.submit(asked, 'review-withdraw', { verification_code: code, csrf: 'forged' });
    expect(forged.status).toBe(403);
    expect([await madeBy(member), await readBalances(club, member)]).toEqual([[], untouched]);
    expect((await visitor.submit(refused, 'review-withdraw', { verification_code: code })).status).toBe(303);
  });

  it('is one withdrawal, however often it is sent', async () => {
    const { asked, code } = await reviewed(await draft());
    const send = () => visitor.submit(asked, 'review-withdraw', { verification_code: code });
    const answers = [...(await Promise.all([send(), send(), send(), send()])), await send()];
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    expect(await madeBy(member)).toMatchObject([{ amount: 25_000n, status: 'pending' }]);
    expect(await readBalances(club, member)).toEqual({ available: 24_600n, held: 25_000n });
    const again = await visitor.get(asked.path);
    expect(again.location).toBe(answers[0]?.location);
  });

  it('under the key of another one is refused, and gets a fresh one', async () => {
    const first = await reviewed(await draft());
    await visitor.submit(first.asked, 'review-withdraw', { verification_code: first.code });
    await club.clock.advance(61);
    const { asked, code } = await reviewed(await draft('30'));
    const idempotency_key = fieldIn(first.asked, 'review-withdraw', 'idempotency_key');
    const refused = await visitor.submit(asked, 'review-withdraw', { verification_code: code, idempotency_key });
    expect(refused.status).toBe(422);
    expect(fieldIn(refused, 'review-withdraw', 'idempotency_key')).not.toBe(idempotency_key);
    expect(await madeBy(member)).toHaveLength(1);
    expect((await visitor.submit(refused, 'review-withdraw', { verification_code: code })).status).toBe(303);
  });

  it('that is too old leads back to the form with what was typed', async () => {
    const path = await draft('123.45');
    const { asked, code } = await reviewed(path);
    await club.clock.advance(15 * 60);
    const back = `${FORM}?amount=123.45&account=${account}&expired=1`;
    expect((await visitor.submit(asked, 'review-withdraw', { verification_code: code })).location).toBe(back);
    expect((await visitor.get(path)).location).toBe(back);
    const form = await visitor.get(back);
    expect([fieldIn(form, 'withdraw', 'amount'), readableText(form)]).toEqual([
      '123.45',
      expect.stringContaining('Nothing was withdrawn.'),
    ]);
    expect(await madeBy(member)).toEqual([]);
  });
});

describe('a withdrawal', () => {
  it('of somebody else is one that does not exist', async () => {
    const { path } = await withdrawn();
    expect((await visitor.get(path.toLowerCase())).status).toBe(200);
    const other = await signedIn(await club.member());
    const csrf = fieldIn(await other.get('/dashboard'), '/logout', 'csrf');
    for (const one of [path, '/financial/withdraw/WD-0', '/financial/withdraw/%00']) {
      expect((await other.get(one)).status, one).toBe(404);
      expect((await other.post(one, { csrf })).status, one).toBe(404);
    }
    expect(await readBalances(club, member)).toEqual({ available: 24_600n, held: 25_000n });
  });

  it('is canceled by its form alone', async () => {
    const { path } = await withdrawn();
    const page = await visitor.get(`${path}?cancel`);
    expect((await visitor.post(path, {})).status).toBe(403);
    expect(await madeBy(member)).toMatchObject([{ status: 'pending' }]);
    expect((await visitor.submit(page, path)).location).toBe(path);
    expect(await readBalances(club, member)).toEqual(untouched);
    expect(readableText(await visitor.get(path))).toMatch(/^(?!.*(Arrives in your|Failed)).*Ended: Cancelled/s);
  });

  it('is canceled by the mailed link with its button, by nobody who only looks, and once', async () => {
    const { link } = await withdrawn();
    const stranger = new Visitor(club.url);
    const page = await stranger.get(link);
    expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'same-origin']);
    expect((await stranger.post(link, {})).status).toBe(403);
    expect(await madeBy(member)).toMatchObject([{ status: 'pending' }]);
    expect((await stranger.submit(page, link)).location).toBe(`${link}?done`);
    expect(await readBalances(club, member)).toEqual(untouched);
    expect((await stranger.get(link)).status).toBe(410);
    for (const wrong of [`${link.slice(0, -1)}_`, '/cancel-withdrawal/x', `/cancel-withdrawal/${'x'.repeat(2000)}`]) {
      const answer = await stranger.get(wrong);
      expect(answer.status, wrong).toBe(404);
      expect(readableText(answer)).not.toContain('Cancel this withdrawal');
    }
  });

  it('that was approved is canceled no more, by the link or its page', async () => {
    const { link, path, label } = await withdrawn();
    const stranger = new Visitor(club.url);
    const [before, own] = [await stranger.get(link), await visitor.get(`${path}?cancel`)];
    const approved = await club.staff('withdrawals', 'approve', label);
    expect(approved).toMatchObject({ code: 0 });
    const late = await stranger.follow(await stranger.submit(before, link));
    expect([late.status, readableText(late)]).toEqual([409, expect.stringContaining('can no longer be cancelled')]);
    const refused = await visitor.follow(await visitor.submit(own, path));
    expect(readableText(refused)).toContain('can no longer be cancelled');
    expect(await madeBy(member)).toMatchObject([{ status: 'approved' }]);
  });

  it.each([[[]], [['--write']]])('is out of reach of staff in ghost mode: %j', async (more: string[]) => {
    const { path } = await withdrawn();
    const ghost = new Visitor(club.url);
    const entry = await ghost.get(await ghostPath(club, member, ...more));
    await ghost.submit(entry, entry.path);
    expect((await ghost.get(path)).status).toBe(200);
    const csrf = fieldIn(await ghost.get('/dashboard'), '/leave-ghost-mode', 'csrf');
    const fields = { csrf, amount: '20', withdraw_account_id: String(account) };
    for (const one of [path, FORM]) expect((await ghost.post(one, fields)).status, one).toBe(403);
    expect(await madeBy(member)).toMatchObject([{ status: 'pending' }]);
    expect(await readBalances(club, member)).toEqual({ available: 24_600n, held: 25_000n });
  });
});
