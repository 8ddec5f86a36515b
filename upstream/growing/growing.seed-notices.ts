/** The notifications about the harvests in the past of the demo club. */
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Tx } from '../database/database';
import type { NewNotification } from '../notifications/notifications';
import { harvestNotice } from './harvests/harvests.notices';
import { growingHarvestShares, growingHarvests } from './harvests/harvests.tables';
import { growingRooms } from './rooms/rooms.tables';

/** Returns what the member was told of their harvests after `since`, the oldest first. */
export async function listHarvestNotices(tx: Tx, userId: number, since: Date): Promise<NewNotification[]> {
  const rows = await tx
    .select({ harvest: growingHarvests, room: growingRooms, share: growingHarvestShares })
    .from(growingHarvestShares)
    .innerJoin(
      growingHarvests,
      and(
        eq(growingHarvests.roomCode, growingHarvestShares.roomCode),
        eq(growingHarvests.cycle, growingHarvestShares.cycle),
        eq(growingHarvests.version, growingHarvestShares.version),
      ),
    )
    .innerJoin(growingRooms, eq(growingRooms.code, growingHarvestShares.roomCode))
    .where(and(eq(growingHarvestShares.userId, userId), gt(growingHarvestShares.settledAt, since)))
    .orderBy(asc(growingHarvestShares.settledAt), asc(growingHarvestShares.roomCode));
  return rows.flatMap(({ harvest, room, share }) => {
    const { withheld, settledAt } = share;
    const notice = settledAt && harvestNotice({ harvest, room, share, withheld }, settledAt);
    return notice ? [notice] : [];
  });
}
