import { eq } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import { GrowingRefused } from '../refused';
import { growingRooms } from './rooms.tables';

export type RoomRow = typeof growingRooms.$inferSelect;

/**
 * Locks a room, so that its stage and its plants stay as they are, and returns it.
 * @throws GrowingRefused
 */
export async function lockRoom(tx: Tx, code: string): Promise<RoomRow> {
  const [room] = await tx.select().from(growingRooms).where(eq(growingRooms.code, code)).for('update');
  if (!room) throw new GrowingRefused(`There is no room ${code}.`);
  return room;
}
