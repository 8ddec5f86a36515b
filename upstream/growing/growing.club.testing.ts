/** A club with a member of staff who runs commands of growing. */
import { asc, desc, eq } from 'drizzle-orm';
import type { ClubCommand } from '../club/command';
import { auditLog } from '../database/audit.tables';
import type { Open, TestDatabase } from '../database/database.testing';
import { aStaffMember } from '../identity/staff/staff.testing';
import { notifications } from '../notifications/notifications.tables';

export const start = new Date('2026-11-20T09:00:00Z');
export const after = (days: number) => new Date(start.getTime() + days * 24 * 60 * 60_000);

export async function openGrowers(open: Open) {
  const club: TestDatabase = await open();
  const greta = await aStaffMember(club);
  return {
    ...club,
    greta,
    /** Runs a command as Greta. */
    run: (command: ClubCommand, given: Record<string, unknown>, now = start) => command.run(club, given, now, greta),
    newestAudit: async () => {
      const [row] = await club.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
      return { action: row?.action, actorId: row?.actorId, detail: row?.detail };
    },
    /** What a member was told, the oldest first, in English and German. */
    toldTo: async (userId: number) => {
      const rows = await club.db
        .select()
        .from(notifications)
        .where(eq(notifications.userId, userId))
        .orderBy(asc(notifications.id));
      return rows.map(({ title, description, url }) => ({ title, description, url }));
    },
  };
}

export type Growers = Awaited<ReturnType<typeof openGrowers>>;
