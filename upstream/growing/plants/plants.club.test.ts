import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase } from '../../database/database.testing';
import { aMember } from '../../wallet/wallet.testing';
import { after, type Growers, openGrowers, start } from '../growing.club.testing';
import { aRoom, aSale, growTo, somePlants } from '../growing.testing';
import { growingNotices } from '../notices/notices.tables';
import { growingRooms, growingStages } from '../rooms/rooms.tables';
import { growingSales } from '../sales/sales.tables';
import { plantsLose, plantsStage } from './plants.club';
import { growingLosses, growingPlants } from './plants.tables';

describeOnEachDatabase('plants', (open) => {
  let club: Growers;
  let mia: number;
  let noa: number;
  let sale: string;
  beforeEach(async () => {
    club = await openGrowers(open);
    [mia, noa] = [await aMember(club), await aMember(club)];
    await aRoom(club, 'B2', start, 100);
    sale = await aSale(club, start, { cycles: 2 });
    await somePlants(club, { userId: mia, sale, quantity: 3 }, start);
    await somePlants(club, { userId: noa, sale, quantity: 1 }, start);
  });

  const room = async () => (await club.db.select().from(growingRooms))[0];

  it('stage brings a room from one stage to the next, and over to a new cycle', async () => {
    const first = { room: 'b2', stage: 'seedling', strain: 'Morgentau', expected: '2027-03-20' };
    const { lines, data } = await club.run(plantsStage, first, after(30));
    expect(lines).toEqual([
      'Room B2 is in seedling of cycle 1 from now on (Morgentau).',
      'The harvest is expected on 2027-03-20.',
      '4 plants of 2 members grow there; each of the members is told once.',
    ]);
    expect(data).toMatchObject({ room: 'B2', cycle: 1, stage: 'seedling', plants: 4, members: 2 });
    expect(await club.newestAudit()).toMatchObject({
      ...{ action: 'room.stage_began', actorId: club.greta.id },
      detail: { room: 'B2', cycle: 1, stage: 'seedling', by: 'command line' },
    });
    await club.run(plantsStage, { room: 'B2', stage: 'vegetative' }, after(40));
    expect(await room()).toMatchObject({ stage: 'vegetative', expectedOn: '2027-03-20', stageSince: after(40) });
    await growTo(club, 'B2', 1, 'resting', after(41));
    const second = await club.run(plantsStage, { room: 'B2', stage: 'seedling' }, after(50));
    expect(second.lines.slice(0, 2)).toEqual([
      'Room B2 is in seedling of cycle 2 from now on (Morgentau).',
      'No date of the harvest is set.',
    ]);
    const steps = await club.db
      .select()
      .from(growingStages)
      .where(eq(growingStages.staffId, club.greta.id))
      .orderBy(growingStages.since);
    expect(steps.map(({ cycle, stage }) => [cycle, stage])).toEqual([
      [1, 'seedling'],
      [1, 'vegetative'],
      [2, 'seedling'],
    ]);
  });

  it.each([
    [
      'a stage that is not the next',
      { stage: 'flowering' },
      'Room B2 is in seedling of cycle 1: next comes vegetative',
    ],
    ['the stage that it is in', { stage: 'seedling' }, 'next comes vegetative of cycle 1.'],
    ['an unknown stage', { stage: 'blooming' }, 'STAGE: Invalid option'],
    ['a room that is not there', { room: 'X9', stage: 'vegetative' }, 'There is no room X9.'],
    ['another strain', { stage: 'vegetative', strain: 'Alte Linde' }, 'only a new cycle grows something else'],
    ['a day that is over', { stage: 'vegetative', expected: '2026-11-01' }, 'which is over'],
    ['a day that never comes', { stage: 'vegetative', expected: '2027-02-30' }, '--expected: is not a date'],
  ])('stage refuses %s', async (_, given, words) => {
    await growTo(club, 'B2', 1, 'seedling', after(30));
    await expect(club.run(plantsStage, { room: 'B2', ...given }, after(31))).rejects.toThrow(words);
    expect(await room()).toMatchObject({ stage: 'seedling' });
    expect([await club.db.$count(auditLog), await club.db.$count(growingNotices)]).toEqual([0, 0]);
  });

  it('stage refuses a first cycle without a strain', async () => {
    await expect(club.run(plantsStage, { room: 'B2', stage: 'seedling' }, after(30))).rejects.toThrow('with --strain');
  });

  it('stage begins no cycle while its plants are sold or unpaid, and says which sale and which orders', async () => {
    const order = await somePlants(club, { userId: noa, sale, quantity: 1, unpaid: true }, start);
    const begin = (days: number) =>
      club.run(plantsStage, { room: 'B2', stage: 'seedling', strain: 'Morgentau' }, after(days));
    await expect(begin(29)).rejects.toThrow(`${sale} still sells plants of cycle 1; close it first.\n`);
    await expect(begin(30)).rejects.toThrow(
      new RegExp(`^Plants of cycle 1 are reserved by unpaid orders, which have to be paid or to end: ${order}\\.$`),
    );
    await club.db
      .update(growingSales)
      .set({ closedAt: after(10) })
      .where(eq(growingSales.label, sale));
    await expect(begin(29)).rejects.toThrow('reserved by unpaid orders');
    expect(await club.db.$count(auditLog)).toBe(0);
  });

  it('lose takes plants out of this harvest, and lets them grow one cycle more', async () => {
    await growTo(club, 'B2', 1, 'flowering', after(30));
    const number = ['b2-00001', 'B2-00004', 'B2-00001'];
    const { lines, data } = await club.run(plantsLose, { number, reason: 'Milben|Mites' }, after(31));
    expect(lines).toEqual([
      'Lost in cycle 1 of room B2: 2 plants of 2 members, who are told. They grow one cycle more.',
    ]);
    expect(data).toEqual({ lost: [{ room: 'B2', cycle: 1, plants: 2, members: 2 }] });
    const lost = { cycle: 1, lostAt: after(31), reason: 'Mites', reasonDe: 'Milben', staffId: club.greta.id };
    expect(await club.db.select().from(growingLosses).orderBy(growingLosses.position)).toMatchObject([
      { position: 1, ...lost },
      { position: 4, ...lost },
    ]);
    const plants = await club.db.select().from(growingPlants).orderBy(growingPlants.position);
    expect(plants.map(({ lastCycle }) => lastCycle)).toEqual([3, 2, 2, 3]);
    expect(await club.newestAudit()).toMatchObject({
      ...{ action: 'plants.lost', actorId: club.greta.id },
      detail: { room: 'B2', numbers: ['B2-00001', 'B2-00004'], reason: 'Mites' },
    });
  });

  it('lose notes plants of several rooms, or none of them', async () => {
    await aRoom(club, 'C1', start, 100);
    const other = await aSale(club, start, { roomCode: 'C1' });
    await somePlants(club, { userId: mia, sale: other, quantity: 1 }, start);
    await growTo(club, 'B2', 1, 'flowering', after(30));
    const number = ['C1-00001', 'B2-00001'];
    const lose = () => club.run(plantsLose, { number, reason: 'Frost|Frost' }, after(31));
    await expect(lose()).rejects.toThrow('Nothing grows in room C1 now');
    expect(await club.db.$count(growingLosses)).toBe(0);
    await growTo(club, 'C1', 1, 'flowering', after(30));
    expect((await lose()).lines).toHaveLength(2);
  });

  it.each([
    ['text that is no number', ['B2-x'], 'B2-x is not the number of a plant'],
    ['a number that was never given', ['B2-00001', 'B2-00009'], 'or lost in it already: B2-00009.'],
    ['a plant that was lost already', ['B2-00002'], 'Not growing in cycle 1, or lost in it already: B2-00002.'],
    ['a plant that waits', ['B2-00005'], 'or lost in it already: B2-00005.'],
    ['a room that is not there', ['X9-00001'], 'There is no room X9.'],
  ])('lose refuses %s', async (_, number, words) => {
    const later = await aSale(club, start, { firstCycle: 2, endsAt: after(60), total: 1, maxPerMember: 1 });
    await somePlants(club, { userId: mia, sale: later, quantity: 1 }, start);
    await growTo(club, 'B2', 1, 'flowering', after(30));
    const reason = 'Milben|Mites';
    await club.run(plantsLose, { number: ['B2-00002'], reason }, after(31));
    await expect(club.run(plantsLose, { number, reason }, after(32))).rejects.toThrow(words);
    expect([await club.db.$count(growingLosses), await club.db.$count(auditLog)]).toEqual([1, 1]);
  });

  it('lose refuses a resting room, and a reason in one language', async () => {
    await growTo(club, 'B2', 1, 'resting', after(30));
    const lose = (reason: string) => club.run(plantsLose, { number: ['B2-00001'], reason }, after(31));
    await expect(lose('Milben|Mites')).rejects.toThrow('Nothing grows in room B2 now');
    await expect(lose('Milben')).rejects.toThrow('--reason: is needed in both languages');
  });
});
