import { eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { notificationCounts } from './notifications.tables';

/** Returns a subquery with a member's number of notifications of a kind: the sum of a few rows. */
export const keptCount = (kind: 'unread' | 'read', userId: PgColumn | Placeholder): SQL<number> =>
  sql`(select coalesce(sum(${notificationCounts[kind]}), 0)::int from ${notificationCounts} where ${eq(notificationCounts.userId, userId)})`;
