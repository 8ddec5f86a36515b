import { and, isNotNull, lt } from 'drizzle-orm';
import type { Deps } from '../deps';
import { notifications } from './notifications.tables';

const dayMs = 24 * 60 * 60_000;
const usualDays = 180;

/** Deletes read notifications older than the configured age; unread ones stay until somebody has read them. */
export async function tidyNotifications({ db, config }: Pick<Deps, 'db' | 'config'>, now: Date): Promise<void> {
  const since = new Date(now.getTime() - (config.notificationDays ?? usualDays) * dayMs);
  await db.delete(notifications).where(and(isNotNull(notifications.readAt), lt(notifications.createdAt, since)));
}
