/** A club with the calls of rooms and sales, and what staff enter about a room, for tests. */
import type { Stage } from '../../contract/growing';
import type { Room, RoomPlant } from '../../contract/growing-rooms';
import type { Open } from '../../database/database.testing';
import { type CallOptions, type Club, openClub } from '../../identity/identity.testing';
import { mountOrders } from '../../wallet/orders/orders.api';
import { aSale, writeStage } from '../growing.testing';
import { growingLosses } from '../plants/plants.tables';
import { mountSales } from '../sales/sales.api';
import { aBuyer } from '../sales/sales.testing';
import { mountRooms } from './rooms.api';
import { growingCounts } from './rooms.tables';

type Buyer = Awaited<ReturnType<typeof aBuyer>>;

/** All fields of the answers of rooms. */
interface Answer {
  status: number;
  body: Room & { data: RoomPlant[]; total: number; last_page: number; message: string; code: string };
}

export const openRoomsClub = (open: Open): Promise<Club> =>
  openClub(open, {}, (api, deps) => {
    mountOrders(api, deps);
    mountSales(api, deps);
    mountRooms(api, deps);
    return {};
  });

/** Returns the member's answers about the room B2. */
export const roomOf = ({ call }: Buyer, code = 'B2') => {
  const get = (path: string, options?: CallOptions) =>
    call('GET', `/growing/rooms/${path}`, undefined, options) as unknown as Promise<Answer>;
  return {
    show: (options?: CallOptions) => get(code, options),
    list: (query = '') => get(`${code}/plants?${query}`),
    numbers: async (query = '') => (await get(`${code}/plants?${query}`)).body.data.map(({ number }) => number),
  };
};

/** Adds a member who bought plants for €100.00 each of the sale. */
export async function anOwner(club: Club, sale: string, quantity: number) {
  const buyer = await aBuyer(club, BigInt(quantity) * 10_000n);
  const { status, body } = await buyer.buyFromBalance(sale, quantity, `${quantity}00.00`);
  if (status !== 201 || body.status !== 'completed') throw new Error(JSON.stringify(body));
  return { ...buyer, orderLabel: body.order_label };
}

/** What staff enter about the room B2. */
const staffOf = (club: Club, staffId: number) => ({
  begin: (cycle: number, stage: Stage, since: Date) =>
    writeStage(club, { roomCode: 'B2', cycle, stage, since, expectedOn: '2027-01-20', staffId }),
  lose: (positions: number[], reason: string, lostAt: Date, cycle = 1) =>
    club.db
      .insert(growingLosses)
      .values(
        positions.map((position) => ({ roomCode: 'B2', position, cycle, lostAt, reason, reasonDe: reason, staffId })),
      ),
  count: (standing: number, expected: number, countedAt: Date, reason: string | null = null) =>
    club.db
      .insert(growingCounts)
      .values({ roomCode: 'B2', standing, expected, countedAt, reason, reasonDe: reason, staffId }),
});

/** Opens a club with a room of 12 plants: 1 to 5 are Mia's, 6 to 12 somebody else's. */
export async function openWithPlants(open: Open, at: Date) {
  const club = await openRoomsClub(open);
  const sale = await aSale(club, at);
  const mia = await anOwner(club, sale, 5);
  const other = await anOwner(club, sale, 7);
  const { id } = await club.addMember({ email: 'tobias@example.org', firstname: 'Tobias', lastname: 'Renner' });
  return { club, sale, mia, other, staff: staffOf(club, id) };
}
