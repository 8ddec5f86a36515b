import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Harvest } from '../../contract/growing-harvests';
import { describeOnEachDatabase } from '../../database/database.testing';
import type { Club } from '../../identity/identity.testing';
import { users } from '../../members/members.tables';
import { memberPermissions } from '../../members/permissions';
import { aSale } from '../growing.testing';
import { growingLosses } from '../plants/plants.tables';
import { aBuyer } from '../sales/sales.testing';
import { growingHarvests } from './harvests.tables';
import {
  approve,
  costsOf,
  faultsOf,
  finish,
  forcePaid,
  grow,
  isRow,
  openHarvestClub,
  pay,
  record,
  settle,
} from './statements.testing';

const start = new Date('2026-08-01T09:00:00Z');
const later = (days: number) => new Date(start.getTime() + days * 24 * 60 * 60_000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('the statement of a harvest', (open) => {
  let club: Club;
  let sale: string;
  let staff: number;
  let mia: Awaited<ReturnType<typeof aBuyer>>;
  let ben: Awaited<ReturnType<typeof aBuyer>>;
  beforeEach(async () => {
    club = await openHarvestClub(open);
    sale = await aSale(club, start, { memberShare: 0 });
    staff = (await club.addMember({ email: 'tobias@example.org', firstname: 'Tobias', lastname: 'Renner' })).id;
    [mia, ben] = [await aBuyer(club, 100_000n), await aBuyer(club, 100_000n)];
    await mia.buyFromBalance(sale, 2, '200.00');
    await ben.buyFromBalance(sale, 4, '400.00');
    await mia.buyFromBalance(sale, 1, '100.00');
    await grow(club, 'B2', 1, later(1));
  });

  const read = async (who: typeof mia, path = 'B2-1', language: 'en' | 'de' = 'en') => {
    const { status, body } = await who.call('GET', `/growing/harvests/${path}`, undefined, { language });
    return { status, body: body as unknown as Harvest };
  };
  const figures = { grams: 1500, revenue: 100_000n, costs: costsOf({ Work: 20_000, Power: 9_997 }) };

  it('says each figure, who checked it, and what the member has of it', async () => {
    const row = await record(club, staff, later(2), figures);
    expect((await read(mia)).status).toBe(404);
    await approve(club, row, staff, later(3));
    expect((await read(mia)).body).toMatchObject({
      ...{ status: 'approved', paid_at: null, approved_by: 'Tobias Renner', recorded_by: 'Tobias Renner' },
      mine: { settled_at: null, transaction_label: null },
    });
    await settle(club, row, later(4));
    await finish(club, row, later(4));
    const { body } = await read(mia, 'b2-1');
    // 700.03 × 70 % = 490.021; 490.02 ÷ 7 = 70.002857…
    expect(body).toMatchObject({
      id: 'B2-1',
      room: { code: 'B2', name: 'House B2', city: 'Uelzen' },
      ...{ cycle: 1, strain: 'Morgentau', version: 1, newest_version: 1, status: 'paid' },
      ...{ grams: 1500, grams_per_plant: '214.3', plants: 7, lost: 0, members: 2 },
      ...{ revenue: '1000.00', revenue_per_gram: '0.67', surplus: '700.03' },
      costs: [
        { title: 'Work', amount: '200.00' },
        { title: 'Power', amount: '99.97' },
      ],
      ...{ member_share_percent: '70.00', club_share_percent: '30.00', pool_fraction: '0.0010', pool: '490.02' },
      ...{ per_plant: '70.0028', leftover_cents: 1, smallest_with_cent: '0.85' },
      mine: {
        plants: 3,
        numbers: [
          { first: 'B2-00001', last: 'B2-00002', count: 2 },
          { first: 'B2-00007', last: 'B2-00007', count: 1 },
        ],
        ...{ exact: '210.0085', fraction: '0.0085', remainder_cents: '0.85', got_cent: true },
        ...{ payout: '210.01', due: '210.01', withheld: '0.00', paid: '210.01' },
        transaction_label: expect.stringMatching(/^TX-/),
        settled_at: later(4).toISOString(),
      },
      corrections: [],
    });
    expect((await read(ben)).body.mine).toMatchObject({ payout: '280.01', remainder_cents: '0.14', got_cent: false });
    expect((await read(mia, 'B2-1', 'de')).body).toMatchObject({
      room: { name: 'Haus B2' },
      costs: [{ title: 'Work (de)' }, {}],
    });
  });

  it('compares remainders as numbers', async () => {
    const many = await aSale(club, start, { roomCode: 'B3', memberShare: 0, pricePerPlant: 1_000n });
    await mia.buyFromBalance(many, 3, '30.00');
    await ben.buyFromBalance(many, 11, '110.00');
    await grow(club, 'B3', 1, later(1));
    await pay(club, staff, later(2), { roomCode: 'B3', grams: 1500, revenue: 2_006n, costs: [] });
    // 20.06 × 70 % = 14.042. Of 14.04 ÷ 14 the three have 3.00 and 12/14 of a cent, the eleven 11.03 and 2/14.
    expect((await read(mia, 'B3-1')).body).toMatchObject({
      ...{ pool: '14.04', leftover_cents: 1, smallest_with_cent: '0.85' },
      mine: { payout: '3.01', remainder_cents: '0.85', got_cent: true },
    });
  });

  it('has the figures of the club for members without plants in it, and nobody else’s part', async () => {
    await pay(club, staff, later(2), figures);
    const { body } = await read(await aBuyer(club));
    expect(body).toMatchObject({ mine: null, pool: '490.02' });
  });

  it('is not found for what is no harvest, what is not approved, and other versions', async () => {
    const discarded = await record(club, staff, later(2), figures);
    await club.db
      .update(growingHarvests)
      .set({ status: 'discarded', discardedAt: later(2), discardedBy: staff })
      .where(isRow(discarded));
    for (const id of ['B2-1', 'B2-2', 'B9-1', 'B2', 'B2-0x1', 'B2-1?version=1', 'B2-1000000'])
      expect([id, (await read(mia, id)).status]).toEqual([id, 404]);
    await pay(club, staff, later(3), { ...figures, version: 2 });
    expect((await read(mia)).body).toMatchObject({ version: 2, newest_version: 2, corrections: [] });
    expect((await read(mia, 'B2-1?version=1')).status).toBe(404);
    expect((await read(mia, 'B2-1?version=0')).status).toBe(422);
  });

  it('needs the permission to see growing', async () => {
    await pay(club, staff, later(2), figures);
    await club.db.update(users).set({ permissions: memberPermissions.filter((one) => one !== 'growing.view') });
    expect((await read(mia)).status).toBe(403);
    expect((await read(mia, 'B2-1/pdf')).status).toBe(403);
  });

  it('shows a correction with its reason, what was deducted, and the version before', async () => {
    await pay(club, staff, later(2), figures);
    const reasons = { reason: 'Power was counted twice', reasonDe: 'Strom war doppelt gezählt' };
    const less = { ...figures, revenue: 50_000n };
    await pay(club, staff, later(5), { ...less, ...reasons, version: 2 });
    const over = (await read(mia)).body;
    expect(over).toMatchObject({
      ...{ version: 2, newest_version: 2, revenue: '500.00' },
      mine: {
        payout: '60.01',
        due: '-150.00',
        withheld: '0.00',
        transaction_label: null,
        settled_at: later(5).toISOString(),
      },
      corrections: [{ version: 2, replaced_version: 1, reason: reasons.reason, difference: '-150.00' }],
    });
    const before = (await read(mia, 'B2-1?version=1', 'de')).body;
    expect(before).toMatchObject({
      ...{ version: 1, newest_version: 2, revenue: '1000.00', mine: { payout: '210.01' } },
      corrections: [{ reason: reasons.reasonDe }],
    });
    const again = await record(club, staff, later(6), { ...figures, ...reasons, version: 3 });
    await approve(club, again, staff, later(6));
    await settle(club, again, later(6), { userId: mia.id, owed: 15_000n });
    expect((await read(mia)).body.mine).toMatchObject({
      due: '150.00',
      withheld: '150.00',
      paid: '0.00',
      transaction_label: null,
    });
    expect((await read(mia)).body.corrections).toMatchObject([{ version: 3, replaced_version: 2 }, { version: 2 }]);
    expect([over, before].flatMap(faultsOf)).toEqual([]);
  });

  it('tells of a loss, and of a harvest without any plant', async () => {
    const loss = await pay(club, staff, later(2), { ...figures, revenue: 10_000n });
    expect((await read(mia)).body).toMatchObject({
      ...{ surplus: '-199.97', pool: '0.00', pool_fraction: '0.0000', per_plant: '0.0000', leftover_cents: 0 },
      ...{
        smallest_with_cent: null,
        mine: { payout: '0.00', transaction_label: null, settled_at: later(2).toISOString() },
      },
    });
    await grow(club, 'B2', 2, later(10), 0, 3);
    const lost = [1, 2, 3, 4, 5, 6, 7].map((position) => ({
      ...loss,
      cycle: 2,
      position,
      lostAt: later(10),
      staffId: staff,
    }));
    await club.db.insert(growingLosses).values(lost.map((row) => ({ ...row, reason: 'Mould', reasonDe: 'Schimmel' })));
    await grow(club, 'B2', 2, later(11), 3);
    await pay(club, staff, later(12), { ...figures, cycle: 2, grams: 0 });
    const { body } = await read(mia, 'B2-2');
    expect(body).toMatchObject({
      ...{ plants: 0, lost: 7, members: 0, pool: '0.00', pool_fraction: '0.0000', per_plant: '0.0000' },
      ...{ grams_per_plant: '0.0', revenue_per_gram: null, mine: null },
    });
    expect(faultsOf(body)).toEqual([]);
  });

  it('comes out to the cent for any figures', async () => {
    let version = 0;
    const reasons = { reason: 'A mistake', reasonDe: 'Ein Fehler' };
    const some = fc.record({
      revenue: fc.bigInt({ min: 0n, max: 10n ** 11n }),
      cost: fc.integer({ min: 0, max: 10 ** 7 }),
      memberShare: fc.integer({ min: 0, max: 10_000 }),
    });
    await fc.assert(
      fc.asyncProperty(some, async ({ revenue, cost, memberShare }) => {
        version++;
        const given = {
          revenue,
          grams: 1,
          costs: costsOf({ Work: cost }),
          memberShare,
          version,
          ...(version > 1 && reasons),
        };
        // Nobody is paid, because what a correction takes back is not asked here.
        const row = await record(club, staff, later(2), { ...given, fourEyesFrom: 10n ** 12n });
        await forcePaid(club, row, staff, later(2));
        for (const who of [mia, ben]) expect(faultsOf((await read(who)).body)).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });
});
