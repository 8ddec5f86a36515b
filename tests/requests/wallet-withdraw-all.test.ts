import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Club, startClub } from '../support/club';
import { bookDeposits } from '../support/ledger';
import type { Member } from '../support/members';
import { formOf, type Page, readableText, Visitor } from '../support/visitor';
import { equipToWithdraw, withdraw } from '../support/withdrawals';

const FORM = '/financial/action/make-withdraw';

let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(() => club.stop());

let member: Member;
let visitor: Visitor;
beforeEach(async () => {
  member = await club.member();
  await equipToWithdraw(club, member);
  visitor = await signedIn(member);
});

async function signedIn(who: Member) {
  const one = new Visitor(club.url);
  await one.signIn(who);
  return one;
}

const amountIn = (page: Page) => formOf(page, 'withdraw').fields.find(([field]) => field === 'amount')?.[1];

it('all that is available is entered as a number that the member sends, and never booked as a word', async () => {
  const page = await visitor.get(`${FORM}?amount=all`);
  expect(amountIn(page)).toBe('496.00');
  expect(await visitor.submit(page, 'withdraw')).toMatchObject({ location: expect.stringMatching(/make-withdraw\/./) });
  expect((await visitor.submit(page, 'withdraw', { amount: 'all' })).status).toBe(422);
});

it('all is no more than a withdrawal may be, and the page says so', async () => {
  await bookDeposits(club, member.id, 150);
  const page = await visitor.get(`${FORM}?amount=all`);
  expect(amountIn(page)).toBe('10,000.00');
  expect(readableText(page)).toContain('One withdrawal cannot be larger.');
  expect(readableText(page)).toContain('€20.00 to €10,000.00');
});

it('an amount in the address is entered in the same form, and what is no amount is not', async () => {
  expect(amountIn(await visitor.get(`${FORM}?amount=1234.56`))).toBe('1,234.56');
  const other = await club.member({ language: 'de' });
  await equipToWithdraw(club, other);
  expect(amountIn(await (await signedIn(other)).get(`${FORM}?amount=1234.56`))).toBe('1.234,56');
  expect(amountIn(await visitor.get(`${FORM}?amount=lots`)) ?? '').toBe('');
});

it('all is refused where the balance fell since it was entered', async () => {
  const page = await visitor.get(`${FORM}?amount=all`);
  await withdraw(club, visitor, member);
  const refused = await visitor.submit(page, 'withdraw');
  expect([refused.status, amountIn(refused)]).toEqual([422, '496.00']);
  expect(readableText(refused)).toContain('€246.00');
});

it('all is offered to nobody who can withdraw nothing', async () => {
  const other = await signedIn(await club.member());
  expect((await visitor.get(FORM)).body).toContain('amount=all');
  expect((await other.get(FORM)).body).not.toContain('amount=all');
});
