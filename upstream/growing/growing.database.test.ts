/** What the database keeps of growing for any client, in plain SQL. */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres, type TestDatabase } from '../database/database.testing';
import { findFailure } from '../database/failures';
import { holding, untilWaiting } from '../database/locks.testing';
import { aMember } from '../wallet/wallet.testing';
import { anOrderOf, aRoom, aSale, growTo, somePlants } from './growing.testing';

const start = new Date('2026-11-20T09:00:00Z');
const after = (days: number) => new Date(start.getTime() + days * 24 * 60 * 60_000);
const on = (days: number) => `'${after(days).toISOString()}'`;

/** The constraint or the code with which the database refuses a statement, or `taken`. */
async function outcome({ db }: TestDatabase, statement: string): Promise<string> {
  try {
    await db.execute(sql.raw(statement));
    return 'taken';
  } catch (error) {
    const failure = findFailure(error);
    return failure?.constraint ?? failure?.code ?? String(error);
  }
}

const seedling = (cycle: number, days: number) =>
  `insert into growing_stages (room_code, cycle, stage, since, strain) values ('B2', ${cycle}, 'seedling', ${on(days)}, 'Morgentau')`;
const saleOf = (firstCycle: number, cycles: number, total: number, days: [number, number] = [0, 30], label = 'SL-X') =>
  `insert into growing_sales (label, room_code, strain, first_cycle, cycles, starts_at, ends_at, price_per_plant, total, max_per_member, member_share, created_at)
     values ('${label}', 'B2', 'Morgentau', ${firstCycle}, ${cycles}, ${on(days[0])}, ${on(days[1])}, 10000, ${total}, 1, 7000, ${on(0)})`;
const purchaseOf = (order: string, sale: string, userId: number, days: number) =>
  `insert into growing_purchases (order_label, sale_label, user_id, quantity, state, created_at, changed_at)
     values ('${order}', '${sale}', ${userId}, 1, 'reserved', ${on(days)}, ${on(days)})`;
const paid = (order: string, days: number) =>
  `update growing_purchases set state = 'sold', changed_at = ${on(days)} where order_label = '${order}'`;

describeOnEachDatabase('the database', (open) => {
  let club: TestDatabase;
  beforeEach(async () => {
    club = await open();
    await aRoom(club, 'B2', start, 100);
  });

  it('begins no cycle while a sale of its plants is open or upcoming', async () => {
    await aSale(club, start, { firstCycle: 2, total: 50 });
    await growTo(club, 'B2', 1, 'resting', start);
    expect(await outcome(club, seedling(2, 29))).toBe('growing_stages_after_sales');
    expect(await outcome(club, seedling(2, 30))).toBe('taken');
  });

  it('begins a cycle before that of a sale', async () => {
    await aSale(club, start, { firstCycle: 2, total: 50 });
    expect(await outcome(club, seedling(1, 1))).toBe('taken');
  });

  it('begins a cycle once its sale was closed early', async () => {
    const sale = await aSale(club, start, { total: 50 });
    expect(await outcome(club, seedling(1, 1))).toBe('growing_stages_after_sales');
    await club.db.execute(sql.raw(`update growing_sales set closed_at = ${on(1)} where label = '${sale}'`));
    expect(await outcome(club, seedling(1, 1))).toBe('taken');
  });

  it('begins no cycle with plants that are not paid, also long after their sale', async () => {
    const [sale, userId] = [await aSale(club, start, { total: 50 }), await aMember(club)];
    await somePlants(club, { userId, sale, quantity: 1, unpaid: true }, start);
    expect(await outcome(club, seedling(1, 40))).toBe('growing_stages_after_sales');
  });

  it('closes the ended sales of a cycle that begins, so that nobody buys what has begun', async () => {
    const [sale, userId] = [await aSale(club, start, { total: 50 }), await aMember(club)];
    expect(await outcome(club, seedling(1, 30))).toBe('taken');
    await expect(somePlants(club, { userId, sale, quantity: 1 }, after(29))).rejects.toSatisfy(
      (error) => findFailure(error)?.constraint === 'growing_sales_open',
    );
  });

  it('opens no sale of a cycle that begins before its end, and tells times, not orders of writing', async () => {
    await growTo(club, 'B2', 1, 'seedling', after(10));
    expect(await outcome(club, saleOf(1, 1, 10))).toBe('growing_sales_before_cycle');
    expect(await outcome(club, saleOf(1, 1, 10, [0, 10]))).toBe('growing_sales_before_cycle');
    expect(await outcome(club, saleOf(1, 1, 10, [0, 9]))).toBe('taken');
    expect(await outcome(club, saleOf(2, 1, 10, [0, 30], 'SL-Y'))).toBe('taken');
  });

  it('sells no plant after its cycle began, also of a sale that was written later', async () => {
    await growTo(club, 'B2', 1, 'seedling', after(10));
    const sale = await aSale(club, start, { total: 50, endsAt: after(9) });
    const userId = await aMember(club);
    const order = await somePlants(club, { userId, sale, quantity: 1, unpaid: true }, after(1));
    expect(await outcome(club, paid(order, 10))).toBe('growing_purchases_late');
  });

  it('offers no more than the free places of each cycle', async () => {
    expect(await outcome(club, saleOf(1, 2, 101))).toBe('growing_sales_places');
    expect(await outcome(club, saleOf(1, 2, 60, [0, 30], 'SL-A'))).toBe('taken');
    // Cycle 2 is shared with the first sale, cycle 3 is not.
    expect(await outcome(club, saleOf(2, 2, 41))).toBe('growing_sales_places');
    expect(await outcome(club, saleOf(2, 2, 40, [0, 30], 'SL-B'))).toBe('taken');
    expect(await outcome(club, saleOf(3, 1, 61))).toBe('growing_sales_places');
    expect(await outcome(club, saleOf(3, 1, 60, [0, 30], 'SL-C'))).toBe('taken');
  });

  it('counts sold and reserved plants of a closed sale, but not the rest of its stock', async () => {
    const sale = await aSale(club, start, { total: 80, cycles: 1 });
    await somePlants(club, { userId: await aMember(club), sale, quantity: 10 }, start);
    await somePlants(club, { userId: await aMember(club), sale, quantity: 5, unpaid: true }, start);
    expect(await outcome(club, saleOf(1, 1, 21))).toBe('growing_sales_places');
    await club.db.execute(sql.raw(`update growing_sales set closed_at = ${on(1)} where label = '${sale}'`));
    expect(await outcome(club, saleOf(1, 1, 86))).toBe('growing_sales_places');
    expect(await outcome(club, saleOf(1, 1, 85))).toBe('taken');
  });

  it('takes no place of a room away', async () => {
    expect(await outcome(club, `update growing_rooms set places = 99 where code = 'B2'`)).toBe('23001');
    expect(await outcome(club, `update growing_rooms set places = 101 where code = 'B2'`)).toBe('taken');
  });

  it('keeps reasons in both languages', async () => {
    const userId = await aMember(club);
    const count = (reason: string, reasonDe: string) =>
      `insert into growing_counts (room_code, counted_at, standing, expected, reason, reason_de, staff_id) values ('B2', ${on(1)}, 1, 2, ${reason}, ${reasonDe}, ${userId})`;
    expect(await outcome(club, count(`'mites'`, 'null'))).toBe('growing_counts_reason');
    expect(await outcome(club, count('null', `'Milben'`))).toBe('growing_counts_reason');
    expect(await outcome(club, count(`'mites'`, `'Milben'`))).toBe('taken');
  });
});

describeOnPostgres('a purchase and the begin of its cycle at the same moment', (open) => {
  async function aRace() {
    const club = await open();
    await aRoom(club, 'B2', start, 100);
    const sale = await aSale(club, start, { total: 50, maxPerMember: 50 });
    const userId = await aMember(club);
    const anOrder = () => anOrderOf(club, { userId, sale, quantity: 1 }, after(29));
    const purchase = (order: string) =>
      `do $$ begin ${purchaseOf(order, sale, userId, 29)}; ${paid(order, 29)}; end $$`;
    const listPlants = async () =>
      (await club.db.execute<{ purchased_at: string }>(sql`select purchased_at from growing_plants`)).rows;
    return { club, anOrder, purchase, listPlants };
  }

  it('the purchase first: the cycle waits for it, and begins with its plant', async () => {
    const { club, anOrder, purchase, listPlants } = await aRace();
    const order = await anOrder();
    const commit = await holding(club.db, (tx) => tx.execute(sql.raw(purchase(order))));
    const begun = outcome(club, seedling(1, 30));
    await untilWaiting(club.db, 1);
    await commit();
    expect(await begun).toBe('taken');
    expect(await listPlants()).toHaveLength(1);
  });

  it('the cycle first: the purchase waits for it, and is refused', async () => {
    const { club, anOrder, purchase, listPlants } = await aRace();
    const order = await anOrder();
    const commit = await holding(club.db, (tx) => tx.execute(sql.raw(seedling(1, 30))));
    const bought = outcome(club, purchase(order));
    await untilWaiting(club.db, 1);
    await commit();
    expect(await bought).toBe('growing_sales_open');
    expect(await listPlants()).toEqual([]);
  });

  it('many of them never block each other', { timeout: 60_000 }, async () => {
    const { club, anOrder, purchase, listPlants } = await aRace();
    const orders = await Promise.all(Array.from({ length: 20 }, anOrder));
    const statements = orders.map(purchase);
    statements.splice(10, 0, seedling(1, 30));
    const outcomes = await Promise.all(statements.map((statement) => outcome(club, statement)));
    const bought = outcomes.filter((_, at) => at !== 10);
    expect(outcomes[10]).toBe('taken');
    expect(bought.filter((one) => one !== 'taken' && one !== 'growing_sales_open')).toEqual([]);
    expect(await listPlants()).toHaveLength(bought.filter((one) => one === 'taken').length);
  });

  it('a sale and the begin of its cycle: whoever is later is refused', async () => {
    const { club } = await aRace();
    const commit = await holding(club.db, (tx) => tx.execute(sql.raw(saleOf(1, 1, 10, [0, 40]))));
    const begun = outcome(club, seedling(1, 30));
    await untilWaiting(club.db, 1);
    await commit();
    expect(await begun).toBe('growing_stages_after_sales');
  });

  it('two sales of the same places: whoever is later is refused', async () => {
    const { club } = await aRace();
    const commit = await holding(club.db, (tx) => tx.execute(sql.raw(saleOf(1, 1, 30, [0, 40], 'SL-A'))));
    const opened = outcome(club, saleOf(1, 1, 30, [0, 40], 'SL-B'));
    await untilWaiting(club.db, 1);
    await commit();
    expect(await opened).toBe('growing_sales_places');
  });
});
