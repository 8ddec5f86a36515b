import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Stage } from '../../contract/growing';
import type { GrowingSummary, HarvestLine, Plant, PlantStory } from '../../contract/growing-plants';
import { describeOnEachDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { type Club, openClub } from '../../identity/identity.testing';
import { createBankDetailsMails } from '../../wallet/orders/bank-details-mail';
import { mountOrders } from '../../wallet/orders/orders.api';
import { pay } from '../../wallet/orders/orders.testing';
import { refundOrder } from '../../wallet/orders/refund';
import { createConfirmations } from '../../wallet/receipts/confirmation';
import { aSale, growTo } from '../growing.testing';
import { mountSales } from '../sales/sales.api';
import { aBuyer } from '../sales/sales.testing';
import { mountPlants } from './plants.api';
import { approveHarvest, lose, payHarvest } from './plants.testing';

const start = new Date('2026-11-20T09:00:00Z');
const later = (days: number) => new Date(start.getTime() + days * 24 * 60 * 60_000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('the plants of a member', (open) => {
  let club: Club;
  let staff: number;
  let mia: Awaited<ReturnType<typeof aBuyer>>;
  let orderLabel: string;
  beforeEach(async () => {
    club = await openClub(open, {}, (api, deps) => {
      mountOrders(api, deps);
      mountSales(api, deps);
      mountPlants(api, deps);
      deps.jobs.work('confirmation', createConfirmations(deps));
      deps.jobs.work('bank-details', createBankDetailsMails(deps));
      return {};
    });
    staff = (await club.addMember({ email: 'staff@example.org' })).id;
    mia = await aBuyer(club);
    // B2-00001 to B2-00003 are Mia's, B2-00004 is not, and one more of hers waits for cycle 3.
    orderLabel = await buy(mia, await aSale(club, start, { cycles: 2, memberShare: 5000 }), 3);
    await buy(await aBuyer(club), await aSale(club, start, { cycles: 2, memberShare: 5000 }), 1);
    await buy(mia, await aSale(club, start, { cycles: 1, firstCycle: 3, strain: 'Elbmarsch', memberShare: 5000 }), 1);
  });

  async function buy(buyer: typeof mia, sale: string, quantity: number): Promise<string> {
    const { body } = await buyer.buy(sale, { quantity });
    await pay(club, body.order_label, BigInt(quantity) * 10_000n, start);
    return body.order_label;
  }
  const room = { code: 'B2', name: 'House B2', city: 'Uelzen' };
  const inB2 = (cycle: number) => ({ roomCode: 'B2', cycle });
  const grow = (cycle: number, stage: Stage, at: Date) => growTo(club, 'B2', cycle, stage, at, '2027-02-01');
  const get = async <T>(path: string, language: 'en' | 'de' = 'en') =>
    (await mia.call('GET', `/growing/${path}`, undefined, { language })).body as unknown as T;
  const summary = () => get<GrowingSummary>('summary');
  const list = (query = '') => get<{ data: Plant[]; total: number }>(`plants?${query}`);
  const numbers = async (query: string) => {
    const { data, total } = await list(query);
    return [data.map(({ number }) => number), total];
  };
  const status = async (path: string) => (await mia.call('GET', `/growing/${path}`)).status;

  it('wait until their first cycle begins, and then have the stage of their room', async () => {
    const group = { room, strain: 'Morgentau', lost: 0, expected_harvest_on: null, stage_since: null, cycle_number: 0 };
    const waits = { ...group, stage: 'waiting', plants: 3, first_cycle: 1 };
    expect(await summary()).toMatchObject({
      ...{ plants: 4, harvests: 0, paid: '0.00', grams: 0, lost: 0, latest: [], next_harvest: null },
      groups: [waits, { ...waits, plants: 1, first_cycle: 3, strain: 'Elbmarsch' }],
    });
    await grow(1, 'flowering', later(1));
    expect(await summary()).toMatchObject({
      next_harvest: { room, plants: 3, expected_on: '2027-02-01' },
      groups: [
        { stage: 'flowering', plants: 3, first_cycle: null, cycle_number: 1, stage_since: later(1).toISOString() },
        { stage: 'waiting', plants: 1, first_cycle: 3, expected_harvest_on: null, stage_since: null },
      ],
    });
    const [first, , , waiting] = (await list()).data;
    expect(first).toEqual({
      ...{ number: 'B2-00001', room, strain: 'Morgentau', purchased_at: start.toISOString(), order_label: orderLabel },
      ...{ first_cycle: 1, cycle_number: 1, cycles_left: 1, stage: 'flowering', stage_since: later(1).toISOString() },
      ...{ expected_harvest_on: '2027-02-01', lost: null },
    });
    expect(waiting).toMatchObject({ number: 'B2-00005', stage: 'waiting', strain: 'Elbmarsch', cycles_left: 1 });
    expect((await get<GrowingSummary>('summary', 'de')).groups[0]?.room.name).toBe('Haus B2');
  });

  it('are lost in one cycle, and grow again in the next', async () => {
    await grow(1, 'vegetative', later(1));
    await lose(club, { ...inB2(1), positions: [2] }, staff, later(2));
    expect(await summary()).toMatchObject({ plants: 4, lost: 1, groups: [{ plants: 2, lost: 1 }, { lost: 0 }] });
    const lost = { at: later(2).toISOString(), reason: 'Mould' };
    expect((await list('stage=lost')).data).toMatchObject([
      { number: 'B2-00002', stage: 'lost', lost, stage_since: lost.at, expected_harvest_on: null, cycles_left: 2 },
    ]);
    await grow(2, 'seedling', later(9));
    expect(await summary()).toMatchObject({ lost: 1, groups: [{ plants: 3, lost: 0 }, {}] });
    expect(await get<PlantStory>('plants/b2 2')).toMatchObject({
      ...{ number: 'B2-00002', stage: 'seedling', lost: null },
      cycles: [
        { cycle: 2, stages: [{ stage: 'seedling', since: later(9).toISOString() }], lost: null, harvest: null },
        { cycle: 1, lost, harvest: null },
      ],
    });
  });

  it('have ended when their room rests after their last cycle', async () => {
    await grow(1, 'vegetative', later(1));
    await lose(club, { ...inB2(1), positions: [2] }, staff, later(2));
    await grow(2, 'drying', later(9));
    expect((await summary()).plants).toBe(4);
    await grow(2, 'resting', later(10));
    expect(await summary()).toMatchObject({
      plants: 2,
      groups: [{ stage: 'resting', plants: 1 }, { stage: 'waiting' }],
    });
    expect(await numbers('stage=ended')).toEqual([['B2-00001', 'B2-00003'], 2]);
    await grow(3, 'flowering', later(20));
    expect((await list('stage=ended')).data[0]).toMatchObject({ stage_since: later(10).toISOString(), cycles_left: 0 });
    expect(await numbers('stage=flowering')).toEqual([['B2-00002', 'B2-00005'], 2]);
  });

  it('are found by room, stage, order and number', async () => {
    const all = ['B2-00001', 'B2-00002', 'B2-00003', 'B2-00005'];
    expect(await numbers('')).toEqual([all, 4]);
    expect(await numbers('per_page=2&page=2')).toEqual([all.slice(2), 4]);
    expect(await numbers('per_page=2&page=9')).toEqual([[], 4]);
    expect(await numbers('room=B2&stage=waiting')).toEqual([all, 4]);
    for (const none of [
      'room=H1',
      'stage=lost',
      'stage=resting',
      'q=B3',
      'q=%25',
      'q=x-y',
      'order=OR-0',
      'q=B2-00004',
    ]) {
      expect(await numbers(none), none).toEqual([[], 0]);
    }
    for (const found of ['q=b', 'q=B2', 'q=b2-', 'q=B2-0000', 'q=0', 'after=B1-00001']) {
      expect(await numbers(found), found).toEqual([all, 4]);
    }
    for (const found of ['q=B2-00002', 'q=b2%202', 'q=2', 'q=+2+']) {
      expect(await numbers(found), found).toEqual([['B2-00002'], 1]);
    }
    expect(await numbers(`order=${orderLabel}&after=B2-00001`)).toEqual([['B2-00002', 'B2-00003'], 2]);
  });

  it('are nobody else’s, and none after a refund', async () => {
    for (const path of ['plants/B2-00004', 'plants/B2-00099', 'plants/X', 'plants/B2']) {
      expect(await status(path), path).toBe(404);
    }
    for (const query of ['stage=x', 'room=b-2', `q=${'1'.repeat(21)}`, 'after=x', 'page=0']) {
      expect(await status(`plants?${query}`), query).toBe(422);
    }
    const refund = { label: orderLabel, reason: 'You asked.', actorId: staff };
    await transaction(club.db, (tx) => refundOrder(tx, club, refund, later(1)));
    expect(await status('plants/B2-00001')).toBe(404);
    expect(await numbers('')).toEqual([['B2-00005'], 1]);
    expect(await summary()).toMatchObject({ plants: 1, lost: 0 });
  });

  it('bring what the statements of their harvests say, with each correction', async () => {
    await grow(1, 'vegetative', later(1));
    await lose(club, { ...inB2(1), positions: [2] }, staff, later(2));
    await grow(1, 'resting', later(9));
    const figures = { ...inB2(1), grams: 310, revenue: 10_000n };
    const list = async () => (await get<{ data: HarvestLine[]; total: number }>('harvests')).data;
    expect(await list()).toEqual([]);
    await approveHarvest(club, figures, staff, later(10));
    const line = {
      ...{ id: 'B2-1', room, cycle: 1, paid_at: null, my_plants: 2, my_lost: 1, my_grams: 207 },
      ...{ grams_per_plant: '103.3', my_payout: '33.33', currency: 'EUR', correction: null },
    };
    expect(await list()).toEqual([line]);
    expect(await summary()).toMatchObject({ harvests: 1, paid: '0.00', grams: 207, lost: 1, latest: [line] });
    await payHarvest(club, { ...inB2(1), version: 1 }, later(11));
    expect(await summary()).toMatchObject({ paid: '33.33', latest: [{ paid_at: later(11).toISOString() }] });
    expect((await get<PlantStory>('plants/B2-00003')).cycles).toMatchObject([
      { cycle: 1, lost: null, harvest: { id: 'B2-1', per_plant: '16.6666', grams_per_plant: '103.3' } },
    ]);
    expect((await get<PlantStory>('plants/B2-00002')).cycles[0]?.harvest).toBeNull();

    await approveHarvest(club, { ...figures, revenue: 9400n, version: 2, reason: 'A cost' }, staff, later(12));
    const correction = { at: later(12).toISOString(), difference: '-2.00' };
    expect(await list()).toMatchObject([{ paid_at: later(11).toISOString(), my_payout: '31.33', correction }]);
    expect((await summary()).paid).toBe('33.33');
    await payHarvest(club, { ...inB2(1), version: 2 }, later(13));
    expect((await summary()).paid).toBe('31.33');
  });

  it('show the newest harvests first, page by page', async () => {
    for (const cycle of [1, 2]) {
      await grow(cycle, 'resting', later(cycle * 10));
      await approveHarvest(club, { ...inB2(cycle), grams: 100, revenue: 0n }, staff, later(cycle * 10));
    }
    const page = (query: string) => get<{ data: HarvestLine[]; total: number }>(`harvests?${query}`);
    expect((await page('')).data.map(({ id }) => id)).toEqual(['B2-2', 'B2-1']);
    expect(await page('per_page=1&page=2')).toMatchObject({ data: [{ id: 'B2-1' }], total: 2 });
    expect(await page('per_page=1&page=7')).toMatchObject({ data: [], total: 2 });
    expect((await summary()).latest.map(({ id }) => id)).toEqual(['B2-1', 'B2-2']);
  });
});
