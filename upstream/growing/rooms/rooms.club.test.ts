import { beforeEach, expect, it } from 'vitest';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase } from '../../database/database.testing';
import { aMember } from '../../wallet/wallet.testing';
import { after, type Growers, openGrowers, start } from '../growing.club.testing';
import { aRoom, aSale, growTo, somePlants } from '../growing.testing';
import { plantsLose } from '../plants/plants.club';
import { roomAdd, roomCount, roomList } from './rooms.club';
import { growingCounts, growingRooms } from './rooms.tables';

const h5 = { code: 'H5', name: 'Haus 5|House 5', city: 'Uelzen', places: '420' };

describeOnEachDatabase('room', (open) => {
  let club: Growers;
  beforeEach(async () => {
    club = await openGrowers(open);
  });

  /** Opens room B2 with four plants in cycle 1, of which one is lost, and one plant for cycle 2. */
  async function aGrowingRoom() {
    await aRoom(club, 'B2', start, 100);
    const [sale, later, userId] = [
      await aSale(club, start, { cycles: 1 }),
      await aSale(club, start, { firstCycle: 2, endsAt: after(60), total: 1, maxPerMember: 1 }),
      await aMember(club),
    ];
    await somePlants(club, { userId, sale, quantity: 4 }, start);
    await somePlants(club, { userId, sale: later, quantity: 1 }, start);
    await growTo(club, 'B2', 1, 'flowering', after(30));
    await club.run(plantsLose, { number: ['B2-00002'], reason: 'Milben|Mites' }, after(31));
  }

  it('add opens an empty room, once', async () => {
    const { lines, data } = await club.run(roomAdd, { ...h5, code: 'h5' });
    expect(lines).toEqual(['Added room H5, “Haus 5” / “House 5”, in Uelzen, with 420 places.']);
    expect(data).toMatchObject({ room: 'H5', places: 420 });
    expect(await club.db.select().from(growingRooms)).toMatchObject([
      { code: 'H5', name: 'House 5', nameDe: 'Haus 5', city: 'Uelzen', places: 420, cycle: 0, createdAt: start },
    ]);
    expect(await club.newestAudit()).toMatchObject({
      ...{ action: 'room.added', actorId: club.greta.id },
      detail: { room: 'H5', places: 420, by: 'command line' },
    });
    await expect(club.run(roomAdd, h5)).rejects.toThrow('There is a room with this code already.');
    expect(await club.db.$count(auditLog)).toBe(1);
  });

  it.each([
    ['a code with a sign', { code: 'H-5' }, 'CODE: is not the code of a room'],
    ['one language', { name: 'Haus 5' }, '--name: is needed in both languages'],
    ['no places', { places: '0' }, '--places: is below 1'],
    ['half a place', { places: '1.5' }, '--places: is not a whole number'],
    ['a city of blanks', { city: ' ' }, '--city: is empty'],
  ])('add refuses %s', async (_, wrong, words) => {
    await expect(club.run(roomAdd, { ...h5, ...wrong })).rejects.toThrow(words);
    expect(await club.db.$count(growingRooms)).toBe(0);
  });

  it('list shows stage, plants and the last count of each', async () => {
    expect((await club.run(roomList, {})).lines).toEqual(['There is no room.']);
    await aGrowingRoom();
    await club.run(roomAdd, h5);
    await club.run(roomCount, { code: 'B2', standing: 3 }, after(32));
    await club.run(roomCount, { code: 'B2', standing: 2, reason: 'Milben|Mites' }, after(33));
    const { lines, data } = await club.run(roomList, {}, after(34));
    expect(lines).toEqual([
      'B2  House B2, Uelzen  cycle 1, flowering since 2026-12-20  100 places, 5 plants sold, 3 growing  counted 2 on 2026-12-23',
      'H5  House 5, Uelzen  not begun  420 places, 0 plants sold, 0 growing  never counted',
    ]);
    expect(data).toMatchObject({
      rooms: [
        { room: 'B2', cycle: 1, sold: 5, growing: 3 },
        { room: 'H5', stage: null },
      ],
    });
    expect(await club.newestAudit()).toMatchObject({ action: 'rooms.listed', actorId: club.greta.id });
  });

  it('count notes what stands there beside what the book says', async () => {
    await aGrowingRoom();
    const { lines } = await club.run(roomCount, { code: 'b2', standing: '3' }, after(32));
    expect(lines).toEqual(['Noted: 3 plants stand in room B2, as many as by the book.']);
    expect(await club.newestAudit()).toMatchObject({
      ...{ action: 'room.counted', actorId: club.greta.id },
      detail: { room: 'B2', standing: 3, expected: 3 },
    });
    const less = await club.run(roomCount, { code: 'B2', standing: '1', reason: 'Umgezogen|Moved' }, after(33));
    expect(less.lines).toEqual(['Noted: 1 plants stand in room B2, and by the book 3: Moved.']);
    expect(await club.db.select().from(growingCounts).orderBy(growingCounts.countedAt)).toMatchObject([
      { roomCode: 'B2', countedAt: after(32), standing: 3, expected: 3, reason: null, staffId: club.greta.id },
      { standing: 1, expected: 3, reason: 'Moved', reasonDe: 'Umgezogen' },
    ]);
  });

  it.each([
    ['a difference without its reason', { standing: 2 }, 'By the book 3 plants stand in room B2, not 2.'],
    ['a reason without a difference', { standing: 3, reason: 'A|B' }, 'leave out --reason'],
    ['a reason in one language', { standing: 2, reason: 'Milben' }, '--reason: is needed in both languages'],
    ['a room that is not there', { code: 'X9', standing: 2 }, 'There is no room X9.'],
    ['less than nothing', { standing: -1 }, 'STANDING: is not a whole number'],
  ])('count refuses %s', async (_, given, words) => {
    await aGrowingRoom();
    await expect(club.run(roomCount, { code: 'B2', ...given }, after(32))).rejects.toThrow(words);
    expect(await club.db.$count(growingCounts)).toBe(0);
    expect((await club.newestAudit()).action).toBe('plants.lost');
  });
});
