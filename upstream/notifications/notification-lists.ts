/** A member's notifications as lists: unread and read, their counts, and the way from one to the other. */
import { and, desc, eq, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { AuditEntry } from '../database/audit';
import { writeAudit } from '../database/audit';
import type { Database, Tx } from '../database/database';
import { prepared } from '../database/prepared';
import { transaction } from '../database/transaction';
import type { Language } from '../http/env';
import { NotFound } from '../http/problems';
import { users } from '../identity/identity.tables';
import { notifications } from './notifications.tables';

export type ListKind = 'unread' | 'read';

/** Who marks, and when: all that goes into the audit row beside what was marked. */
export interface Marker {
  userId: number;
  ip: string | null;
  requestId: string;
  now: Date;
}

const isRead = isNotNull(notifications.readAt);
const isUnread = isNull(notifications.readAt);

/** How many the member has of each kind, in the shape of the header's block. */
export async function countNotifications(
  db: Database,
  userId: number,
): Promise<{ unread_count: number; read_count: number }> {
  const [counts] = await findCounts(db).execute({ userId });
  return counts ?? { unread_count: 0, read_count: 0 };
}

/** Asked with every page of a member; each count reads its own index alone. */
const findCounts = prepared((db) => {
  const own = eq(notifications.userId, sql.placeholder('userId'));
  const count = (which: SQL) => sql<number>`(select count(*)::int from ${notifications} where ${and(own, which)})`;
  return db
    .select({ unread_count: count(isUnread), read_count: count(isRead) })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare('notification_counts');
});

/** One page of a kind, newest first, with the words in `language`; `total` counts the whole kind. */
export async function listNotifications(
  db: Database,
  userId: number,
  kind: ListKind,
  { page, perPage, language }: { page: number; perPage: number; language: Language },
) {
  const find = kind === 'unread' ? findUnread : findRead;
  const rows = await find(db).execute({ userId, limit: perPage, offset: (page - 1) * perPage });
  const counts = await countNotifications(db, userId);
  return { data: rows.map((row) => showNotification(row, language)), total: counts[`${kind}_count`] };
}

const findUnread = prepared((db) => select(db, isUnread).prepare('unread_notifications'));
const findRead = prepared((db) => select(db, isRead).prepare('read_notifications'));

const select = (db: Database, which: SQL) =>
  db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, sql.placeholder('userId')), which))
    .orderBy(desc(notifications.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'));

/** Laravel's database notification. */
function showNotification(row: typeof notifications.$inferSelect, language: Language) {
  return {
    id: row.id,
    type: row.type,
    data: {
      title: row.title[language],
      description: row.description[language],
      class: row.iconClass,
      status: row.status,
      url: row.url,
    },
    read_at: row.readAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** Marks as read what was created up to `before`, the time at which the member's list was made; later ones survive. */
export async function markAllAsRead(db: Database, marker: Marker, before: Date): Promise<void> {
  await transaction(db, async (tx) => {
    const { userId, now } = marker;
    const marked = await tx
      .update(notifications)
      .set({ readAt: now, updatedAt: now })
      .where(and(eq(notifications.userId, userId), isUnread, lte(notifications.createdAt, before)))
      .returning({ id: notifications.id });
    if (marked.length > 0) await audit(tx, marker, 'notifications.read', { count: marked.length });
  });
}

/** Marks one as read, or as unread again; nothing happens where it is so already. `NotFound` for ids of others. */
export async function mark(db: Database, marker: Marker, id: string, as: ListKind): Promise<void> {
  await transaction(db, async (tx) => {
    const { userId, now } = marker;
    const own = and(eq(notifications.id, id), eq(notifications.userId, userId));
    const marked = await tx
      .update(notifications)
      .set({ readAt: as === 'read' ? now : null, updatedAt: now })
      .where(and(own, as === 'read' ? isUnread : isRead))
      .returning({ id: notifications.id });
    if (marked.length > 0) await audit(tx, marker, `notification.${as}`, { id });
    else if ((await tx.$count(notifications, own)) === 0) throw new NotFound();
  });
}

const audit = (
  tx: Tx,
  { userId, ip, requestId, now }: Marker,
  action: AuditEntry['action'],
  detail: AuditEntry['detail'],
) => writeAudit(tx, now, { action, actorId: userId, userId, ip, requestId, detail });
