/** Commissions against a model: random trees, orders, refunds, moves, deletions and retries, to the cent. */
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeOnEachDatabase, type TestDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { extent } from '../../extent.testing';
import { aSale } from '../../growing/growing.testing';
import { getBalances } from '../../ledger/ledger';
import { findOrder } from '../../wallet/orders/order-steps';
import { join, leave, move, start } from '../team/team.testing';
import { listTeamFaults } from '../team/verify-team';
import { CommissionModel, type Member } from './commissions.model.testing';
import { affiliateCommissions } from './commissions.tables';
import { buyAtOnce, credit, listBookFaults, refundAtOnce } from './commissions.testing';
import { createCommissions } from './create';
import { lapsePending, settleCommissions, settleMember } from './settle';
import { sumCommissions } from './sum';

/** Prices whose parts are rounded down, up and to even, and one that earns nothing. */
const prices = [1n, 50n, 70n, 1_010n, 9_950n, 14_990n];
const purse = 1_000_000n;

interface Step {
  kind: 'join' | 'staff' | 'buy' | 'refund' | 'settle' | 'spend' | 'move' | 'leave' | 'retry';
  one: number;
  other: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    ...(['join', 'join', 'staff', 'buy', 'buy', 'buy', 'buy', 'buy', 'refund', 'refund', 'settle', 'settle'] as const),
    ...(['spend', 'spend', 'move', 'leave', 'retry'] as const),
  ),
  one: fc.nat({ max: 10_000 }),
  other: fc.nat({ max: 10_000 }),
});
const scene = fc.array(step, { minLength: 10, maxLength: extent(20, 70), size: 'max' });

/** Every scene begins with commissions that are paid, taken back in part, and set off. */
const opening: Step[] = [
  { kind: 'buy', one: 3, other: 5 },
  { kind: 'buy', one: 3, other: 5 },
  { kind: 'settle', one: 0, other: 15 },
  { kind: 'spend', one: 2, other: 0 },
  { kind: 'refund', one: 0, other: 0 },
  { kind: 'settle', one: 0, other: 0 },
  { kind: 'buy', one: 3, other: 5 },
  { kind: 'settle', one: 0, other: 15 },
];

class World {
  now = start;
  model = new CommissionModel();
  orders: { label: string; refunded: boolean }[] = [];
  constructor(
    readonly club: TestDatabase,
    readonly sales: string[],
  ) {}

  wait(days: number) {
    this.now = new Date(this.now.getTime() + Math.round(days * 86_400_000) + 60_000);
  }

  async join(sponsor: Member | null, isStaff = false) {
    const permissions = isStaff ? ['growing.manage'] : [];
    const id = await join(this.club, sponsor?.id ?? null, { permissions });
    this.model.members.push({ id, sponsor, isStaff, deleted: false, available: 0n });
  }

  async perform({ kind, one, other }: Step) {
    const { club, model, now } = this;
    const { members } = model;
    const [member, second] = [members[one % members.length], members[other % members.length]] as [Member, Member];
    this.wait(0);
    if (kind === 'join' || kind === 'staff') {
      await this.join(member.deleted ? null : member, kind === 'staff');
    } else if (kind === 'buy' && !member.deleted) {
      const [sale, price] = [this.sales, prices].map((list) => list[other % list.length]) as [string, bigint];
      if (member.available < price) {
        await credit(club, member.id, purse, now);
        member.available += purse;
      }
      const label = await buyAtOnce(club, sale, member.id, this.now);
      model.buy(member, label, price, this.now);
      this.orders.push({ label, refunded: false });
    } else if (kind === 'refund') {
      const order = this.orders[one % Math.max(1, this.orders.length)];
      if (!order || order.refunded) return;
      order.refunded = true;
      await refundAtOnce(club, order.label, member.id, this.now);
      model.refund(order.label, this.now);
    } else if (kind === 'settle') {
      this.wait(other % 31);
      await settleCommissions(club, this.now);
      model.settleAll(this.now);
    } else if (kind === 'spend' && member.available > 0n) {
      const amount = other % 2 ? member.available : member.available / 2n + 1n;
      await credit(club, member.id, -amount, this.now);
      member.available -= amount;
    } else if (kind === 'move' && !member.deleted && !second.deleted && member.sponsor !== second) {
      if (model.isBelow(second, member)) return;
      await move(club, member.id, member.sponsor?.id ?? null, second.id);
      member.sponsor = second;
    } else if (kind === 'leave' && !member.deleted) {
      await leave(club, member.id);
      member.deleted = true;
      // A purchase may see the member just before. Then the payment finds the commission of a former member.
      if (other % 2) return;
      await transaction(club.db, (tx) => lapsePending(tx, member.id, this.now));
      model.lapse(member);
    } else if (kind === 'retry') {
      await this.retry(one, member);
    }
  }

  /** What was done already does nothing the second time. */
  async retry(one: number, { id }: Member) {
    const { db } = this.club;
    const order = this.orders[one % Math.max(1, this.orders.length)];
    const row = order && !order.refunded && (await findOrder(db, order.label));
    const isSameLine = order && this.model.hasLineOf(order.label);
    if (row && isSameLine) await transaction(db, (tx) => createCommissions(tx, row, this.now));
    await settleMember(this.club, id, this.now);
    this.model.settle(id, this.now);
  }

  async expectModel() {
    const { club, model } = this;
    const rows = await club.db.select().from(affiliateCommissions);
    const shown = rows.map((row) => ({
      ...{ order: row.orderLabel, level: row.level, userId: row.userId, amount: row.amount, status: row.status },
      ...{ wasPaid: row.paidAt !== null, withheld: row.withheld, taken: row.taken, owed: row.owed },
    }));
    expect(inOrder(shown)).toEqual(inOrder(model.listShown()));
    for (const { id, available } of model.members) {
      expect(available).toBeGreaterThanOrEqual(0n);
      expect([id, (await getBalances(club.db, id, 'EUR')).available]).toEqual([id, available]);
      expect([id, await sumCommissions(club.db, id)]).toEqual([id, model.sumsOf(id)]);
    }
    expect(await listBookFaults(club)).toEqual([]);
    expect(await listTeamFaults(club.db, 10)).toEqual([]);
  }
}

const inOrder = <T extends { order: string; level: number }>(rows: T[]): T[] =>
  rows.sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : a.level - b.level));

async function openWorld(club: TestDatabase): Promise<World> {
  await club.empty();
  const endsAt = new Date(start.getTime() + 9999 * 86_400_000);
  const sales: string[] = [];
  for (const pricePerPlant of prices) {
    sales.push(await aSale(club, start, { pricePerPlant, endsAt, total: 999, maxPerMember: 999 }));
  }
  const world = new World(club, sales);
  for (let level = 0; level < 4; level++) await world.join(world.model.members.at(-1) ?? null);
  return world;
}

describeOnEachDatabase('whatever happens to orders in a sponsor tree', (open) => {
  it('commissions are those of a model, and so is the ledger', { timeout: 600_000 }, async () => {
    const club = await open();
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(scene, async (steps) => {
        const world = await openWorld(club);
        for (const one of [...opening, ...steps]) await world.perform(one);
        await world.expectModel();
        world.wait(30);
        for (let round = 0; round < 2; round++) {
          await settleCommissions(club, world.now);
          world.model.settleAll(world.now);
        }
        await world.expectModel();
        expect(await club.db.$count(affiliateCommissions, eq(affiliateCommissions.status, 'pending'))).toBe(0);
        for (const state of world.model.listStates()) seen.add(state);
      }),
      { numRuns: extent(1, 60), endOnFailure: true },
    );
    expect([...seen]).toEqual(expect.arrayContaining(['paid', 'taken back', 'owed', 'set off']));
  });
});
