import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { labelOf } from '../../contract/labels';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase } from '../../database/database.testing';
import { aMember, pastTriggers } from '../../wallet/wallet.testing';
import { after, type Growers, openGrowers, start } from '../growing.club.testing';
import { aRoom, aSale, growTo, somePlants } from '../growing.testing';
import { growingRooms } from '../rooms/rooms.tables';
import { saleClose, saleCreate, saleList } from './sales.club';
import { growingSales } from './sales.tables';

const terms = {
  ...{ room: 'B2', price: '149.00', total: '60', max: '20', cycles: '4', 'first-cycle': '1' },
  ...{ from: 'now', until: '2026-12-20', share: '70', strain: 'Morgentau' },
};

describeOnEachDatabase('sale', (open) => {
  let club: Growers;
  beforeEach(async () => {
    club = await openGrowers(open);
    await aRoom(club, 'B2', start, 100);
  });

  const create = async (other: Partial<typeof terms> & { note?: string } = {}, now = start) =>
    (await club.run(saleCreate, { ...terms, ...other }, now)) as { lines: string[]; data: { sale: string } };
  const read = async (label: string) =>
    (await club.db.select().from(growingSales).where(eq(growingSales.label, label)))[0];

  it('create opens a sale and prints all of it', async () => {
    const { lines, data } = await create({ note: 'Für Löhne|For wages', share: '72.5' });
    expect(lines).toEqual([
      `Created ${data.sale}: Morgentau in room B2 (Haus B2 / House B2), open.`,
      'From 2026-11-20T09:00:00.000Z until 2026-12-20T00:00:00.000Z.',
      '60 plants for 149.00 EUR each, at most 20 for each member.',
      'They grow for 4 cycles, 1 to 4. Members get 72.50 % of the surplus.',
      '40 of 100 places of the room stay free in these cycles.',
      'Note: Für Löhne / For wages',
    ]);
    expect(await read(data.sale)).toMatchObject({
      ...{ roomCode: 'B2', strain: 'Morgentau', firstCycle: 1, cycles: 4, pricePerPlant: 14_900n, total: 60 },
      ...{ maxPerMember: 20, memberShare: 7250, termsNote: 'For wages', termsNoteDe: 'Für Löhne', closedAt: null },
    });
    expect(await club.newestAudit()).toMatchObject({
      ...{ action: 'sale.created', actorId: club.greta.id },
      detail: { sale: data.sale, total: 60, price_per_plant: '149.00', by: 'command line' },
    });
  });

  it('create sells what the room grew last, unless told otherwise', async () => {
    await growTo(club, 'B2', 1, 'seedling', start);
    const { data } = await create({ strain: undefined, 'first-cycle': '2' }, after(1));
    expect(await read(data.sale)).toMatchObject({ strain: 'Morgentau' });
  });

  it.each([
    ['more than one member may have of all', { max: '61' }, 'One member may not have more plants than are for sale'],
    ['more than fit in', { total: '101' }, 'Room B2 has 100 places, of which 100 are free in cycles 1 to 4.'],
    ['a sale that is over', { from: '2026-11-01', until: '2026-11-02' }, 'The sale would be over already'],
    ['an end before the start', { from: '2026-12-20', until: '2026-12-19' }, 'The sale ends before it starts'],
    ['a room that is not there', { room: 'X9' }, 'There is no room X9.'],
    ['a room without a strain', { strain: undefined }, 'say what, with --strain'],
    ['no price', { price: '0' }, '--price: has to be more than 0'],
    ['half a cent', { price: '1.005' }, '--price: is not an amount'],
    ['more than everything', { share: '100.01' }, '--share: is above 100'],
    ['a time without its zone', { from: '2026-12-01T09:00' }, '--from: is “now”, a date, or a time'],
    ['no cycle', { cycles: '0' }, '--cycles: is below 1'],
    ['a note in one language', { note: 'Für Löhne' }, '--note: is needed in both languages'],
  ])('create refuses %s', async (_, wrong, words) => {
    await expect(create(wrong)).rejects.toThrow(words);
    expect([await club.db.$count(growingSales), await club.db.$count(auditLog)]).toEqual([0, 0]);
  });

  it('create refuses a cycle that has begun', async () => {
    await growTo(club, 'B2', 1, 'seedling', start);
    await expect(create({}, after(1))).rejects.toThrow('Cycle 1 of room B2 has begun: sell from cycle 2 on.');
  });

  it('create counts what grows, is reserved or still sells, and frees what an ended sale left', async () => {
    const { data } = await create();
    await somePlants(club, { userId: await aMember(club), sale: data.sale, quantity: 10 }, start);
    await somePlants(club, { userId: await aMember(club), sale: data.sale, quantity: 5, unpaid: true }, start);
    await expect(create({ total: '41' }, after(1))).rejects.toThrow('of which 40 are free in cycles 1 to 4.');
    await expect(create({ total: '101', 'first-cycle': '5' }, after(1))).rejects.toThrow('of which 100 are free');
    await expect(create({ total: '86', until: '2027-01-20' }, after(31))).rejects.toThrow('of which 85 are free');
    await create({ total: '85', until: '2027-01-20' }, after(31));
    expect(await read(data.sale)).toMatchObject({ closedAt: new Date('2026-12-20') });
  });

  it('close ends a sale, once, and tells open pages', async () => {
    const label = await aSale(club, start, { total: 50 });
    await somePlants(club, { userId: await aMember(club), sale: label, quantity: 2, unpaid: true }, start);
    const { lines } = await club.run(saleClose, { label: label.toLowerCase() }, after(1));
    expect(lines).toEqual([`Closed ${label}: 0 of 50 plants are sold, 2 reserved by unpaid orders.`]);
    expect(await read(label)).toMatchObject({ closedAt: after(1), reserved: 2 });
    expect(await club.newestAudit()).toMatchObject({ action: 'sale.closed', detail: { sale: label, reserved: 2 } });
    expect(club.broadcaster.sent).toMatchObject([
      { event: 'sale.updated', data: { sale_label: label, status: 'closed' } },
    ]);
    await expect(club.run(saleClose, { label }, after(2))).rejects.toThrow(`${label} was closed on 2026-11-21`);
    expect(await club.db.$count(auditLog)).toBe(1);
  });

  it('create refuses more plants than the room has numbers for', async () => {
    await aRoom(club, 'Z1', start, 100);
    await pastTriggers(club, (tx) =>
      tx.update(growingRooms).set({ lastNumber: 999_960 }).where(eq(growingRooms.code, 'Z1')),
    );
    await expect(create({ room: 'Z1', total: '40' })).rejects.toThrow('Room Z1 has 39 plant numbers left');
    await create({ room: 'Z1', total: '30' });
    await expect(create({ room: 'Z1', total: '10', max: '10' })).rejects.toThrow('Room Z1 has 9 plant numbers left');
  });

  it('close keeps the end of a sale that is over', async () => {
    const label = await aSale(club, start, { total: 50 });
    await club.run(saleClose, { label }, after(40));
    expect(await read(label)).toMatchObject({ closedAt: after(30) });
  });

  it.each([
    ['SL-NOSUCHONE', 'SL-NOSUCHONE is not the label of a sale.'],
    [labelOf('SL', [1, 2, 3, 4, 5, 6, 7, 8]), 'There is no sale SL-'],
  ])('close refuses %s', async (label, words) => {
    await expect(club.run(saleClose, { label })).rejects.toThrow(words);
  });

  it('list shows each sale with its stock, those that end last first', async () => {
    expect((await club.run(saleList, {})).lines).toEqual(['There is no sale.']);
    const [ended, later] = [
      await aSale(club, start, { total: 10, maxPerMember: 10, endsAt: after(2) }),
      await aSale(club, start, { total: 20, firstCycle: 5, startsAt: after(3) }),
    ];
    await somePlants(club, { userId: await aMember(club), sale: ended, quantity: 3 }, start);
    const { lines, data } = await club.run(saleList, {}, after(2));
    expect(lines).toEqual([
      `${later}  B2  Morgentau  upcoming  0 sold and 0 reserved of 20  100.00 EUR  cycles 5 to 8  2026-11-23 to 2026-12-20`,
      `${ended}  B2  Morgentau  closed  3 sold and 0 reserved of 10  100.00 EUR  cycles 1 to 4  2026-11-19 to 2026-11-22`,
    ]);
    expect(data).toMatchObject({
      sales: [
        { sale: later, status: 'upcoming' },
        { sale: ended, sold: 3 },
      ],
    });
    expect(await club.newestAudit()).toMatchObject({ action: 'sales.listed', actorId: club.greta.id });
  });
});
