/** Rooms and sales, for tests of growing. */
import type { Database } from '../database/database';
import { newLabel } from '../wallet/wallet';
import { growingRooms } from './rooms/rooms.tables';
import { growingSales } from './sales/sales.tables';

const dayMs = 24 * 60 * 60_000;

/** Opens a room without any cycle. */
const aRoom = async ({ db }: { db: Database }, code: string, at: Date): Promise<void> => {
  const room = { code, name: `House ${code}`, nameDe: `Haus ${code}`, city: 'Uelzen', places: 99_999, createdAt: at };
  await db.insert(growingRooms).values(room).onConflictDoNothing();
};

/** Opens a sale that began a day before `at`, of plants for €100.00 each, and returns its label. */
export async function aSale(
  club: { db: Database },
  at: Date,
  terms: Partial<typeof growingSales.$inferInsert> = {},
): Promise<string> {
  const roomCode = terms.roomCode ?? 'B2';
  await aRoom(club, roomCode, at);
  const label = newLabel('SL');
  await club.db.insert(growingSales).values({
    label,
    roomCode,
    strain: 'Morgentau',
    firstCycle: 1,
    cycles: 4,
    startsAt: new Date(at.getTime() - dayMs),
    endsAt: new Date(at.getTime() + 30 * dayMs),
    pricePerPlant: 10_000n,
    total: 50,
    maxPerMember: 20,
    memberShare: 7000,
    createdAt: at,
    ...terms,
  });
  return label;
}
