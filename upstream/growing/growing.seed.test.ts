import { asc, eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { seedIdentity } from '../identity/identity.seed';
import { users } from '../members/members.tables';
import { seedWallets } from '../wallet/wallet.seed';
import { createPastPlants, seedRooms } from './growing.seed';
import { growingHarvestShares, growingHarvests } from './harvests/harvests.tables';
import { growingHoldings } from './plants/plants.tables';
import { growingCounts, growingRooms } from './rooms/rooms.tables';
import { growingSales } from './sales/sales.tables';
import { statusOf } from './sales/show-sales';

describeOnEachDatabase('the demo club', (open) => {
  it('has four rooms, sales in each state, plants of several members, and harvests that add up', async () => {
    const deps = await open();
    const now = new Date();
    await seedIdentity(deps, now);
    await seedRooms(deps, now);
    await seedWallets(deps, createPastPlants(now), now);
    const { db } = deps;
    expect(await db.$count(growingRooms)).toBe(4);
    const sales = await db.select().from(growingSales);
    expect(new Set(sales.map((sale) => statusOf(sale, now)))).toEqual(
      new Set(['upcoming', 'open', 'sold_out', 'closed']),
    );
    expect(await db.$count(growingCounts, sql`${growingCounts.standing} <> ${growingCounts.expected}`)).toBe(1);

    const harvests = await db
      .select({
        room: growingHarvests.roomCode,
        cycle: growingHarvests.cycle,
        status: growingHarvests.status,
        version: growingHarvests.version,
        pool: growingHarvests.pool,
        paid: sql<string>`sum(${growingHarvestShares.payout})`,
        open: sql<number>`(count(*) filter (where ${growingHarvestShares.settledAt} is null))::int`,
      })
      .from(growingHarvests)
      .innerJoin(
        growingHarvestShares,
        sql`(${growingHarvestShares.roomCode}, ${growingHarvestShares.cycle}, ${growingHarvestShares.version})
          = (${growingHarvests.roomCode}, ${growingHarvests.cycle}, ${growingHarvests.version})`,
      )
      .groupBy(growingHarvests.roomCode, growingHarvests.cycle, growingHarvests.version)
      .orderBy(asc(growingHarvests.paidAt));
    expect(harvests.filter(({ status, open: unsettled }) => status !== 'paid' || unsettled > 0)).toEqual([]);
    expect(harvests.map(({ paid }) => BigInt(paid))).toEqual(harvests.map(({ pool }) => pool));
    expect(new Set(harvests.map(({ room }) => room))).toEqual(new Set(['H1', 'H2', 'H3']));
    expect(harvests.filter(({ version }) => version === 2)).toHaveLength(1);

    const held = await db
      .select({ email: users.email, room: growingHoldings.roomCode })
      .from(growingHoldings)
      .innerJoin(users, eq(users.id, growingHoldings.userId));
    expect(new Set(held.map(({ email }) => email)).size).toBeGreaterThan(5);
    const ofAnna = held.filter(({ email }) => email === 'anna@example.org').map(({ room }) => room);
    expect(new Set(ofAnna)).toEqual(new Set(['H1', 'H2', 'H3']));
  });
});
