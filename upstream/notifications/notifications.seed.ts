/** Seeds the notifications of the demo club's members. */
import { asc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { transaction } from '../database/transaction';
import { uuidV7 } from '../database/uuid-v7';
import type { Deps } from '../deps';
import { users } from '../members/members.tables';
import { type NewNotification, rowOf } from './notifications';
import { notifications } from './notifications.tables';

/** Returns what a member was told after `since`, of things that a module's demo data have. */
export type ListPast = (tx: Tx, userId: number, since: Date) => Promise<NewNotification[]>;

const accounts = ['anna', 'ben', 'clara', 'greta', 'holger'].map((name) => `${name}@example.org`);

const hourMs = 60 * 60_000;
/** Less than `NOTIFICATION_DAYS`, so that none is deleted at the first tidying up. */
const pastMs = 170 * 24 * hourMs;

/**
 * Tells the demo accounts of their past, as `pasts` list it. The newer half is unread. Does nothing for accounts that
 * have notifications.
 */
export async function seedNotifications(deps: Pick<Deps, 'db'>, pasts: ListPast[], now: Date): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const members = await tx
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.email, accounts))
      .orderBy(asc(users.id));
    for (const { id } of members) {
      if ((await tx.$count(notifications, eq(notifications.userId, id))) > 0) continue;
      const past: NewNotification[] = [];
      for (const list of pasts) past.push(...(await list(tx, id, new Date(now.getTime() - pastMs))));
      if (past.length > 0) await tx.insert(notifications).values(rowsOf(past));
    }
  });
}

/** Read ones were read a quarter of an hour after they came. */
function rowsOf(past: NewNotification[]) {
  const newestFirst = past.sort((a, b) => b.now.getTime() - a.now.getTime());
  return newestFirst.map((notification, index) => {
    const { now } = notification;
    const row = rowOf(uuidV7(now), notification);
    return index < past.length / 2 ? row : { ...row, readAt: new Date(now.getTime() + hourMs / 4) };
  });
}
