import { and, isNotNull, lt } from 'drizzle-orm';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { notifications } from './notifications.tables';

const dayMs = 24 * 60 * 60_000;
const usualDays = 180;

/** Deletes read notifications older than the configured age. Unread ones stay. */
export async function tidyNotifications({ db, config }: Pick<Deps, 'db' | 'config'>, now: Date): Promise<void> {
  const since = new Date(now.getTime() - (config.notificationDays ?? usualDays) * dayMs);
  const old = and(isNotNull(notifications.readAt), lt(notifications.createdAt, since));
  // In a transaction, because the kept counts lock the member, and the deletion of an account may wait for the same.
  await transaction(db, (tx) => tx.delete(notifications).where(old));
}
