import { asc, eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase, type TestDatabase } from '../database/database.testing';
import { aRoom, aSale, growTo } from '../growing/growing.testing';
import { growingPlants } from '../growing/plants/plants.tables';
import { growingRooms, growingStages } from '../growing/rooms/rooms.tables';
import { growingPurchases, growingSales } from '../growing/sales/sales.tables';
import { users } from '../members/members.tables';
import { actAsBank } from '../wallet/wallet';
import { aMember } from '../wallet/wallet.testing';
import { createGarden, reserveOfViewers } from './garden';

const start = new Date('2026-11-21T09:00:00Z');
const minuteMs = 60_000;
const after = (minutes: number) => new Date(start.getTime() + minutes * minuteMs);
const days = (count: number) => count * 24 * 60;

/** Returns always the same. */
const always = (number: number) => () => number;

describeOnEachDatabase('the garden of the demo club', (open) => {
  let club: TestDatabase;
  let viewer: number;
  beforeEach(async () => {
    club = await open();
    viewer = await aMember(club);
  });

  /** Lets so many minutes pass, in steps of half a minute. */
  async function pass(garden: ReturnType<typeof createGarden>, minutes: number, present: number[]) {
    for (let half = 0; half <= minutes * 2; half++) await garden.act(after(half / 2), present);
  }
  const stages = async (code: string) => {
    const rows = await club.db
      .select()
      .from(growingStages)
      .where(eq(growingStages.roomCode, code))
      .orderBy(asc(growingStages.since), asc(growingStages.cycle));
    return rows
      .filter(({ since }) => since >= start)
      .map(({ stage, since }) => [stage, (since.getTime() - start.getTime()) / minuteMs]);
  };

  async function aNeighbour() {
    const id = await aMember(club);
    await club.db.update(users).set({ referrerId: viewer }).where(eq(users.id, id));
    return id;
  }

  it('begins a stage whose time has come, also while nobody is there, and no new cycle', async () => {
    for (const [code, stage, age] of [
      ['A1', 'flowering', 38],
      ['B1', 'flowering', 37],
      ['C1', 'resting', 90],
    ] as const) {
      await aRoom(club, code, after(-days(200)), 10);
      await growTo(club, code, 1, stage, after(-days(age)));
    }
    await aRoom(club, 'D1', start, 10);
    await pass(createGarden(club), 10, []);
    expect(await stages('A1')).toEqual([['harvest', 0]]);
    expect(await stages('B1')).toEqual([]);
    const rooms = await club.db.select().from(growingRooms).orderBy(asc(growingRooms.code));
    expect(rooms.map(({ stage, cycle }) => [stage, cycle])).toEqual([
      ['harvest', 1],
      ['flowering', 1],
      ['resting', 1],
      [null, 0],
    ]);
  });

  it('shows a viewer a stage within some minutes, each room at most one in an hour, and harvests nothing early', async () => {
    await aRoom(club, 'A1', after(-days(200)), 10);
    await growTo(club, 'A1', 1, 'seedling', after(-days(2)));
    await pass(createGarden(club, always(0)), 180, [viewer]);
    expect(await stages('A1')).toEqual([
      ['vegetative', 1],
      ['flowering', 61],
    ]);
  });

  it('lets somebody else buy now and then while a viewer is there, and the bank pays it', async () => {
    const neighbours = [await aNeighbour(), await aNeighbour()];
    const sale = await aSale(club, start, { total: 50 });
    await pass(createGarden(club, always(0.9)), 0.5, [viewer]);
    expect(await club.db.$count(growingPurchases)).toBe(0);
    await pass(createGarden(club, always(0.9)), 1, [viewer]);
    expect(await club.db.select().from(growingPurchases)).toMatchObject([
      { saleLabel: sale, userId: neighbours[1], quantity: 2, state: 'reserved', createdAt: after(1) },
    ]);
    const updates = club.broadcaster.sent.filter(({ event }) => event === 'sale.updated');
    expect(updates.map(({ data }) => data)).toEqual([{ sale_label: sale, available: 48, status: 'open' }]);
    await actAsBank(club, 'greta@example.org', after(2));
    expect(await club.db.select().from(growingPlants)).toMatchObject([
      { userId: neighbours[1] },
      { userId: neighbours[1] },
    ]);
  });

  it.each([
    ['nobody is there', {}, [] as number[]],
    ['the rest is left to viewers', { total: reserveOfViewers + 1 }, [1]],
    ['the sale is not open yet', { startsAt: after(days(1)) }, [1]],
  ])('buys nothing while %s', async (_, terms, present) => {
    await aNeighbour();
    const sale = await aSale(club, start, { total: 50, ...terms });
    await pass(createGarden(club, always(0.9)), 30, present.length > 0 ? [viewer] : []);
    const [row] = await club.db.select().from(growingSales).where(eq(growingSales.label, sale));
    expect(row).toMatchObject({ sold: 0, reserved: 0 });
  });

  it('stops at what is left to viewers, and buys nothing in a viewer’s name', async () => {
    for (let i = 0; i < 5; i++) await aNeighbour();
    await aSale(club, start, { total: reserveOfViewers + 4 });
    await pass(createGarden(club, always(0.5)), 60, [viewer]);
    const bought = await club.db.select().from(growingPurchases);
    expect(bought.map(({ quantity }) => quantity)).toEqual([2, 2]);
    expect(bought.map(({ userId }) => userId)).not.toContain(viewer);
  });
});
