import { beforeAll, describe, expect, it } from 'vitest';
import { type Club, sharedClub } from '../support/club';
import { bookDeposits } from '../support/ledger';
import { openOrders } from '../support/orders';
import { Visitor } from '../support/visitor';

const PATHS = [
  '/dashboard',
  '/financial',
  '/financial/orders',
  '/financial/withdrawals',
  '/financial/transactions',
  '/financial/transactions?direction=in&min=1',
  '/financial/transactions/year',
  '/financial/statement',
];

describe('in a text browser', () => {
  let club: Club;
  let visitor: Visitor;
  beforeAll(async () => {
    club = await sharedClub();
    const member = await club.member();
    await bookDeposits(club, member.id, 3);
    await openOrders(club, member);
    visitor = new Visitor(club.url);
    await visitor.signIn(member);
  }, 120_000);

  it.each(PATHS)('%s has one title, and no link runs into the next', async (path) => {
    const { status, body } = await visitor.get(path);
    expect(status).toBe(200);
    expect(body.match(/<title/g)).toHaveLength(1);
    expect(body.match(/[^>]{1,40}<\/a><a[^>]*>[^<]*/g) ?? []).toEqual([]);
  });
});
