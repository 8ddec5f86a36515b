import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../upstream/database/database';
import { growTo } from '../../upstream/growing/growing.testing';
import { growingRooms } from '../../upstream/growing/rooms/rooms.tables';
import { type Club, startClub } from '../support/club';
import { signedIn } from '../support/realtime';
import { closeSale, openSale, orderPlants, ordersOf } from '../support/sales';
import { formOf, type Page, readableText, type Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(() => club.stop());

const dayMs = 24 * 3600_000;
const inDays = (days: number) => new Date(club.clock.now() + days * dayMs);
const fieldIn = (page: Page, form: string, name: string) =>
  formOf(page, form).fields.find(([field]) => field === name)?.[1];

describe('the page of a sale', () => {
  it.each([
    ['', 'Please enter the number of plants.'],
    ['   ', 'Please enter the number of plants.'],
    ['0', 'a whole number from 1 to 20'],
    ['-1', 'a whole number from 1 to 20'],
    ['1.5', 'a whole number from 1 to 20'],
    ['1,5', 'a whole number from 1 to 20'],
    ['1e1', 'a whole number from 1 to 20'],
    ['two', 'a whole number from 1 to 20'],
    ['1000000000', 'a whole number from 1 to 20'],
    ['21', 'You may buy 20 at most'],
  ])('refuses %j plants at the field, and keeps what was typed', async (quantity, words) => {
    const { visitor, member } = await signedIn(club);
    const label = await openSale(club, 'R1');
    const refused = await visitor.submit(await visitor.get(`/growing/sale/${label}`), 'buy-plants', { quantity });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatch(
      /<input[^>]*name="quantity"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="quantity"/,
    );
    expect(readableText(refused)).toContain(words);
    expect(fieldIn(refused, 'buy-plants', 'quantity')).toBe(quantity);
    expect(await ordersOf(club, member)).toEqual({ count: 0, held: 0n });
  });

  it.each([
    [
      'sold out',
      'All plants are sold or reserved by now',
      async (label: string) => orderPlants((await signedIn(club)).visitor, label, 2),
    ],
    ['closed', 'This sale is closed', (label: string) => closeSale(club, label)],
    [
      'bought from by the member',
      'You have an unpaid order',
      async (label: string, visitor: Visitor) => orderPlants(visitor, label, 1),
    ],
  ])('says at the field that it is %s meanwhile', async (_, words, meanwhile) => {
    const { visitor } = await signedIn(club);
    const label = await openSale(club, 'R1', { total: 2, maxPerMember: 2 });
    const page = await visitor.get(`/growing/sale/${label}`);
    await meanwhile(label, visitor);
    const refused = await visitor.submit(page, 'buy-plants', { quantity: '2' });
    expect([refused.status, fieldIn(refused, 'buy-plants', 'quantity')]).toEqual([422, '2']);
    expect(formOf(refused, 'buy-plants').html).toMatch(/aria-invalid="true"/);
    expect(readableText(refused)).toContain(`${words}`);
    expect(readableText(refused)).toContain('Nothing was ordered.');
  });

  it('has no form before it opens, after it is closed, and for one who has all', async () => {
    const { visitor } = await signedIn(club);
    const [upcoming, closed] = [
      await openSale(club, 'R1', { startsAt: inDays(1) }),
      await openSale(club, 'R1', { startsAt: inDays(-2), endsAt: inDays(-1) }),
    ];
    for (const [label, words] of [
      [upcoming, 'This sale has not begun. It opens on'],
      [closed, 'This sale is closed.'],
    ] as const) {
      const page = await visitor.get(`/growing/sale/${label}`);
      expect(page.body).not.toContain('name="quantity"');
      expect(readableText(page)).toContain(words);
    }
  });

  it.each(['SL-NOSUCHONE', 'OR-000000000', 'x', '1'])('of %j is not there', async (label) => {
    const { visitor } = await signedIn(club);
    for (const path of [`/growing/sale/${label}`, `/growing/sale/${label}/review?quantity=1&from=0.00`]) {
      expect((await visitor.get(path)).status).toBe(404);
    }
  });

  it('says for how long plants wait, and when the harvest before is expected', async () => {
    const { visitor } = await signedIn(club);
    const show = async (room: string, firstCycle: number) =>
      visitor.get(`/growing/sale/${await openSale(club, room, { firstCycle })}`);
    const [{ expectedOn } = { expectedOn: null }] = await club.db
      .select()
      .from(growingRooms)
      .where(eq(growingRooms.code, 'H2'));
    const next = await show('H2', 9);
    expect(readableText(next)).toContain(
      'Your plants wait until cycle 9 begins. It follows the harvest of cycle 8, expected on',
    );
    expect(next.body).toContain(`dateTime="${expectedOn}"`);
    // House 1 has had its harvest, and R1 has not begun.
    for (const [room, cycle] of [
      ['H1', 9],
      ['H2', 10],
      ['R1', 1],
    ] as const) {
      const text = readableText(await show(room, cycle));
      expect(text).toContain(`Your plants wait until cycle ${cycle} begins.`);
      expect(text).not.toContain('It follows the harvest');
    }
  });

  it('says nothing of waiting once the cycle has begun', async () => {
    const { visitor } = await signedIn(club);
    const path = `/growing/sale/${await openSale(club, 'R2')}`;
    expect(readableText(await visitor.get(path))).toContain('Your plants wait until cycle 1 begins.');
    const rooms = { db: club.db as unknown as Database };
    await growTo(rooms, 'R2', 1, 'seedling', inDays(0));
    expect(readableText(await visitor.get(path))).not.toContain('Your plants wait');
  });
});
