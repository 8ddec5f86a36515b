import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { aBuyer } from '../sales/sales.testing';
import { anOwner, openWithPlants, roomOf } from './rooms.testing';

const start = new Date('2026-11-20T09:00:00Z');
const later = (days: number) => new Date(start.getTime() + days * 24 * 60 * 60_000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('a room', (open) => {
  let opened: Awaited<ReturnType<typeof openWithPlants>>;
  beforeEach(async () => {
    opened = await openWithPlants(open, start);
  });

  it('before its first cycle has plants that wait, and nothing else', async () => {
    expect((await roomOf(opened.mia).show()).body).toEqual({
      ...{ code: 'B2', name: 'House B2', city: 'Uelzen', places: 99_999, cycle: 0, strain: null },
      ...{ stage: null, stage_since: null, expected_harvest_on: null, stages: [], plants: 0, waiting: 12, mine: 5 },
      ...{ count: null, losses: [], losses_total: 0, history: [], photos: [] },
      own: [1, 2, 3, 4, 5].map((position) => ({ number: `B2-0000${position}`, mine: true, state: 'waiting' })),
    });
    expect((await roomOf(opened.mia, 'b2').show({ language: 'de' })).body.name).toBe('Haus B2');
  });

  it('tells its stages, and the plants of the book without those that are lost', async () => {
    const { mia, other, staff } = opened;
    await staff.begin(1, 'seedling', later(1));
    await staff.begin(1, 'vegetative', later(15));
    await staff.lose([6, 2], 'Did not root', later(16));
    const { body } = await roomOf(mia).show();
    expect(body).toMatchObject({
      ...{ cycle: 1, stage: 'vegetative', strain: 'Morgentau', expected_harvest_on: '2027-01-20' },
      ...{ plants: 10, waiting: 0, mine: 5, losses_total: 2, count: null },
      stages: [
        { stage: 'seedling', since: later(1).toISOString() },
        { stage: 'vegetative', since: later(15).toISOString() },
      ],
      losses: [
        { number: 'B2-00002', mine: true, at: later(16).toISOString(), reason: 'Did not root' },
        { number: 'B2-00006', mine: false },
      ],
      history: [
        { kind: 'loss', plants: 2, reason: 'Did not root', at: later(16).toISOString() },
        { kind: 'stage', stage: 'vegetative' },
        { kind: 'stage', stage: 'seedling' },
      ],
    });
    expect(body.own.map(({ state }) => state)).toEqual(['standing', 'lost', 'standing', 'standing', 'standing']);
    expect((await roomOf(other).show()).body.own).toHaveLength(6);
    expect((await roomOf(other).show()).body.losses.map(({ mine }) => mine)).toEqual([false, true]);
  });

  it('tells who counted how many when, and what was lost since', async () => {
    const { mia, staff } = opened;
    await staff.begin(1, 'seedling', later(1));
    await staff.lose([1], 'Did not root', later(2));
    await staff.count(11, 11, later(3));
    const count = { standing: 11, expected: 11, at: later(3).toISOString(), by: 'Tobias Renner', reason: null };
    expect((await roomOf(mia).show()).body).toMatchObject({ plants: 11, count: { ...count, lost_since: 0 } });
    await staff.lose([7, 8], 'Grey mould', later(4));
    const { body } = await roomOf(mia).show();
    expect(body).toMatchObject({ plants: 9, count: { ...count, lost_since: 2 } });
    expect(body.history.map(({ kind }) => kind)).toEqual(['loss', 'count', 'loss', 'stage']);
  });

  it('tells the newest count, and why it differs from the book', async () => {
    const { mia, staff } = opened;
    await staff.begin(1, 'seedling', later(1));
    await staff.count(12, 12, later(3));
    await staff.count(10, 12, later(5), 'Two plants are being moved to row 9');
    expect((await roomOf(mia).show()).body).toMatchObject({
      plants: 12,
      count: { standing: 10, expected: 12, reason: 'Two plants are being moved to row 9' },
    });
  });

  it('forgets the losses of a cycle in the next, in which these plants grow again', async () => {
    const { mia, staff } = opened;
    await staff.begin(1, 'seedling', later(1));
    await staff.lose([1], 'Did not root', later(2));
    await staff.count(11, 11, later(3));
    for (const stage of ['vegetative', 'flowering', 'harvest', 'drying', 'resting'] as const)
      await staff.begin(1, stage, later(4));
    await staff.begin(2, 'seedling', later(5));
    expect((await roomOf(mia).show()).body).toMatchObject({
      ...{ cycle: 2, plants: 12, losses: [], losses_total: 0, count: { standing: 11, lost_since: 0 } },
      history: [{ kind: 'stage', stage: 'seedling' }],
      stages: [{ stage: 'seedling' }],
    });
  });

  it('names no more than 20 losses, and tells how many there are', async () => {
    const { club, sale, mia, staff } = opened;
    await anOwner(club, sale, 20);
    await staff.begin(1, 'seedling', later(1));
    const positions = Array.from({ length: 25 }, (_, index) => index + 1);
    await staff.lose(positions, 'Frost', later(2));
    const { body } = await roomOf(mia).show();
    expect([body.losses.length, body.losses_total, body.plants]).toEqual([20, 25, 7]);
    expect(body.history[0]).toMatchObject({ kind: 'loss', plants: 25 });
  });

  it('is there for a member without any plant, and unknown under another code', async () => {
    const visitor = await aBuyer(opened.club);
    expect((await roomOf(visitor).show()).body).toMatchObject({ code: 'B2', mine: 0, waiting: 12 });
    for (const code of ['C3', 'B2-1', "B2'", 'HOUSE22']) {
      expect((await roomOf(visitor, code).show()).status).toBe(404);
      expect((await roomOf(visitor, code).list()).status).toBe(404);
    }
  });

  it('needs the permission to see growing', async () => {
    const guest = await aBuyer(opened.club, 0n, { permissions: ['wallet.view'] });
    expect((await roomOf(guest).show()).body.code).toBe('missing_permission');
    expect((await roomOf(guest).list()).body.code).toBe('missing_permission');
  });
});
