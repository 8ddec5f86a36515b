import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { walletTransactions } from '../../upstream/wallet/transactions/transactions.tables';
import { type Club, sharedClub } from '../support/club';
import type { Member } from '../support/members';
import { openOrders } from '../support/orders';
import { readableText, Visitor } from '../support/visitor';
import { equipToWithdraw, withdraw } from '../support/withdrawals';

let club: Club;
beforeAll(async () => {
  club = await sharedClub();
}, 120_000);

let member: Member;
let visitor: Visitor;
beforeEach(async () => {
  member = await club.member();
  await equipToWithdraw(club, member);
  visitor = new Visitor(club.url);
  await visitor.signIn(member);
});

it('the list of withdrawals ends with its last page', async () => {
  await withdraw(club, visitor, member);
  expect((await visitor.get('/financial/withdrawals?page=9')).location).toBe('/financial/withdrawals');
});

it('the lists have what the wallet page has no room for, each its own', async () => {
  await openOrders(club, member, { count: 3 });
  for (const amount of ['20', '30']) await withdraw(club, visitor, member, amount);
  const { body } = await visitor.get('/financial');
  expect(body).toMatch(/href="\/financial\/orders\?state=open">2 more orders</);
  expect(body).toMatch(/href="\/financial\/withdrawals\?state=open">1 more withdrawal</);
});

it('a list of one state says how many it has, and their sum', async () => {
  await openOrders(club, member, { count: 3 });
  for (const amount of ['20', '30']) await withdraw(club, visitor, member, amount);
  const read = async (path: string) => readableText(await visitor.get(`/financial/${path}`));
  expect(await read('orders?state=open')).toContain('3 orders · Total: €150.00');
  expect(await read('orders')).not.toContain('· Total');
  expect(await read('withdrawals?state=open')).toContain('2 withdrawals · Total: €50.00');
  expect(await read('withdrawals?state=closed')).toContain('No withdrawals here');
});

it('a list that is empty offers no way that is closed to the member', async () => {
  const permissions = ['wallet.view'];
  const watcher = new Visitor(club.url);
  await watcher.signIn(await club.member({ permissions }));
  for (const list of ['', '/orders', '/withdrawals', '/transactions']) {
    const { status, body } = await watcher.get(`/financial${list}`);
    expect([list, status]).toEqual([list, 200]);
    expect(body, list).not.toContain('href="/financial/action/');
  }
});

it('the days of a filter are those of the browser, for a member who set no time zone', async () => {
  const traveller = await club.member({ timeZone: null });
  await equipToWithdraw(club, traveller);
  const [booked] = await club.db.select().from(walletTransactions).where(eq(walletTransactions.userId, traveller.id));
  const dayIn = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(booked?.bookedAt);
  const home = dayIn('Europe/Berlin');
  // At any time, one of these zones has another day than Berlin.
  const [zone = ''] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].filter((one) => dayIn(one) !== home);
  const abroad = new Visitor(club.url);
  await abroad.signIn(traveller);
  const path = `/financial/transactions?from=${dayIn(zone)}&to=${dayIn(zone)}`;
  const isFound = async () => (await abroad.get(path)).body.includes('/financial/transaction/TX-');
  expect(await isFound()).toBe(false);
  abroad.cookies.set('tz', encodeURIComponent(zone));
  expect(await isFound()).toBe(true);
});
