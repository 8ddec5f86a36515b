import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stages } from '../../contract/growing';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { refundOrder } from '../../wallet/orders/refund';
import { aSale } from '../growing.testing';
import { anOwner, openRoomsClub, openWithPlants, roomOf } from './rooms.testing';

const start = new Date('2026-11-20T09:00:00Z');
const later = (days: number) => new Date(start.getTime() + days * 24 * 60 * 60_000);
const numberOf = (position: number) => `B2-${String(position).padStart(5, '0')}`;
const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => numberOf(from + index));

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('the numbers of a room', (open) => {
  let opened: Awaited<ReturnType<typeof openWithPlants>>;
  beforeEach(async () => {
    opened = await openWithPlants(open, start);
  });

  it('are those of all plants, and tell the caller which are theirs', async () => {
    const { mia, other, staff } = opened;
    expect((await roomOf(mia).list()).body.data[0]).toEqual({ number: 'B2-00001', mine: true, state: 'waiting' });
    await staff.begin(1, 'seedling', later(1));
    await staff.lose([2, 7], 'Did not root', later(2));
    const { body } = await roomOf(mia).list();
    expect([body.total, body.data.map(({ number }) => number)]).toEqual([12, span(1, 12)]);
    expect(body.data.flatMap(({ mine }, index) => (mine ? index + 1 : []))).toEqual([1, 2, 3, 4, 5]);
    expect(body.data.flatMap(({ state }, index) => (state === 'lost' ? index + 1 : []))).toEqual([2, 7]);
    expect(body.data[0]?.state).toBe('standing');
    const theirs = (await roomOf(other).list()).body.data;
    expect(theirs.flatMap(({ mine }, index) => (mine ? index + 1 : []))).toEqual([6, 7, 8, 9, 10, 11, 12]);
  });

  it('name no owner', async () => {
    const { mia, staff } = opened;
    await staff.begin(1, 'seedling', later(1));
    await staff.lose([2, 7], 'Did not root', later(2));
    const { body } = await roomOf(mia).list();
    for (const plant of body.data) expect(Object.keys(plant).sort()).toEqual(['mine', 'number', 'state']);
    const room = (await roomOf(mia).show()).body;
    for (const loss of room.losses) expect(Object.keys(loss).sort()).toEqual(['at', 'mine', 'number', 'reason']);
    expect(JSON.stringify([body, room])).not.toMatch(/OR-|SL-|@|user/);
  });

  it('are filtered by owner, by loss and by what is typed', async () => {
    const { mia, staff } = opened;
    await staff.begin(1, 'seedling', later(1));
    await staff.lose([2, 7], 'Did not root', later(2));
    const { numbers, list } = roomOf(mia);
    expect(await numbers('show=mine')).toEqual(span(1, 5));
    expect(await numbers('show=lost')).toEqual([numberOf(2), numberOf(7)]);
    expect(await numbers('q=1')).toEqual([1, 10, 11, 12].map(numberOf));
    expect(await numbers('q=b2-0001')).toEqual([1, 10, 11, 12].map(numberOf));
    expect(await numbers('q=B2+007')).toEqual([numberOf(7)]);
    expect(await numbers('q=1&show=mine')).toEqual([numberOf(1)]);
    expect((await list('q=1&show=mine')).body.total).toBe(1);
    expect(await numbers('q=C3-1')).toEqual([]);
  });

  it('come in pages of the same order from either end', async () => {
    const { list, numbers } = roomOf(opened.mia);
    const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => numbers(`per_page=3&page=${page}`)));
    expect(pages).toEqual([span(1, 3), span(4, 6), span(7, 9), span(10, 12), []]);
    expect((await list('per_page=5&page=3')).body).toMatchObject({ total: 12, last_page: 3, from: 11, to: 12 });
    expect(await numbers('per_page=5&page=3')).toEqual(span(11, 12));
  });

  it('are without plants that were taken back, and those that have ended', async () => {
    const { club, mia, staff } = opened;
    await anOwner(club, await aSale(club, start, { cycles: 1 }), 2);
    const late = await anOwner(club, await aSale(club, start, { firstCycle: 3 }), 3);
    expect((await roomOf(mia).list()).body.total).toBe(17);
    const refund = { label: late.orderLabel, reason: 'You asked.', actorId: mia.id };
    await transaction(club.db, (tx) => refundOrder(tx, club, refund, later(1)));
    for (const stage of stages) await staff.begin(1, stage, later(1));
    await staff.begin(2, 'seedling', later(2));
    expect(await roomOf(mia).numbers()).toEqual(span(1, 12));
    expect((await roomOf(mia).list()).body.total).toBe(12);
    expect((await roomOf(mia).list('q=1')).body.total).toBe(4);
  });
});

describeOnPostgres('100,000 numbers of a room', (open) => {
  it('are read from the nearer end, and found by their beginning', async () => {
    const club = await openRoomsClub(open);
    const sale = await aSale(club, start);
    const mia = await anOwner(club, sale, 1);
    // The rest is as after years, which no purchase of a test brings about.
    await club.db.execute(
      sql.raw(`do $$ begin
        set local session_replication_role = replica;
        insert into growing_plants select (jsonb_populate_record(p, jsonb_build_object('position', n, 'user_id', 0))).*
          from growing_plants as p cross join generate_series(2, 100000) as n where p.position = 1;
        update growing_stock set plants = 100000;
        update growing_rooms set last_number = 100000;
      end $$`),
    );
    const { list, numbers } = roomOf(mia);
    expect((await list('per_page=20')).body).toMatchObject({ total: 100_000, last_page: 5000 });
    expect(await numbers('per_page=20&page=5000')).toEqual([...span(99_981, 99_999), 'B2-100000']);
    expect(await numbers('per_page=20&page=2501')).toEqual(span(50_001, 50_020));
    expect(await numbers('per_page=20&page=2502')).toEqual(span(50_021, 50_040));
    expect((await list('q=417')).body.total).toBe(111);
    expect(await numbers('q=10000&per_page=20')).toEqual(['B2-10000', 'B2-100000']);
    expect(await numbers('q=99999')).toEqual(['B2-99999']);
  });
});
