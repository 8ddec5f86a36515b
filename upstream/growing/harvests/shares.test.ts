import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { extent } from '../../extent.testing';
import { aStaffMember } from '../../identity/staff/staff.testing';
import { approve, aWeighedRoom, listFaults, members, payOut, record, sharesOf } from './harvests.testing';

/** What the rule says, without SQL: floors, then a cent for each of the largest remainders, ties by plant number. */
function sharesByRule(pool: bigint, plants: number[]): Map<number, bigint> {
  const own = new Map<number, { count: bigint; first: number }>();
  plants.forEach((member, at) => {
    const known = own.get(member);
    own.set(member, { count: (known?.count ?? 0n) + 1n, first: known?.first ?? at });
  });
  const all = BigInt(plants.length);
  const rows = [...own].map(([member, { count, first }]) => {
    const exact = pool * count;
    return { member, first, floor: exact / all, remainder: exact % all };
  });
  let left = pool - rows.reduce((sum, { floor }) => sum + floor, 0n);
  rows.sort((a, b) => Number(b.remainder - a.remainder) || a.first - b.first);
  return new Map(rows.map(({ member, floor }) => [member, floor + (left-- > 0n ? 1n : 0n)]));
}

const random = (below: number) => Math.floor(Math.random() * below);

describeOnEachDatabase('the shares of a harvest', (open) => {
  it('are the pool to the cent, as the rule says, for any sizes', async () => {
    const club = await open();
    const { id: greta } = await aStaffMember(club);
    const owners = await members(club, 12);
    const rooms = extent(6, 60);
    for (let number = 1; number <= rooms; number++) {
      const code = `R${number}`;
      const some = owners.slice(0, 1 + random(owners.length));
      const plants = Array.from({ length: 1 + random(40) }, () => some[random(some.length)] as number);
      await aWeighedRoom(club, plants, { code, share: 0 });
      const terms = { revenue: BigInt(random(2) ? random(100) : random(10_000_000)), memberShare: random(10_001) };
      const harvest = await record(club, greta, { roomCode: code, costs: [], ...terms });
      const told = `${plants} ${JSON.stringify({ ...terms, revenue: String(terms.revenue) })}`;
      expect(harvest.pool, told).toBe((terms.revenue * BigInt(terms.memberShare)) / 10_000n);
      const shares = await sharesOf(club, harvest);
      expect(new Map(shares.map(({ userId, payout }) => [userId, payout])), told).toEqual(
        sharesByRule(harvest.pool, plants),
      );
      expect(shares.reduce((sum, { payout }) => sum + payout, 0n)).toBe(harvest.pool);
    }
    expect(await listFaults(club)).toEqual([]);
  });

  it('give the cents that are left to the smaller plant number where remainders are equal', async () => {
    const club = await open();
    const { id: greta } = await aStaffMember(club);
    const [ida, otto, mia] = (await members(club, 3)) as [number, number, number];
    await aWeighedRoom(club, [mia, otto, ida]);
    const harvest = await record(club, greta, { revenue: 100n, costs: [], memberShare: 7100 });
    expect(harvest).toMatchObject({ pool: 71n, leftover: 2 });
    expect((await sharesOf(club, harvest)).map(({ userId, payout }) => [userId, payout])).toEqual([
      [ida, 23n],
      [otto, 24n],
      [mia, 24n],
    ]);
  });

  it('stay exact with the largest amounts', async () => {
    const club = await open();
    const [greta, holger] = [(await aStaffMember(club)).id, (await aStaffMember(club)).id];
    const [ida, otto] = (await members(club, 2)) as [number, number];
    const plants = Array.from({ length: 999 }, (_, at) => (at % 3 ? ida : otto));
    await aWeighedRoom(club, plants);
    const harvest = await record(club, greta, { revenue: 1_000_000_000_000n, costs: [], memberShare: 10_000 });
    expect(new Map((await sharesOf(club, harvest)).map(({ userId, payout }) => [userId, payout]))).toEqual(
      sharesByRule(1_000_000_000_000n, plants),
    );
    await approve(club, harvest, holger);
    await payOut(club, harvest);
    expect(await listFaults(club)).toEqual([]);
  });
});
