/** A member's notifications as lists: unread and read, their counts, and marking them. */
import { and, desc, eq, getTableColumns, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { AuditEntry } from '../database/audit';
import { writeAudit } from '../database/audit';
import type { Database, Queryable, Tx } from '../database/database';
import { prepared } from '../database/prepared';
import { transaction } from '../database/transaction';
import type { Language } from '../http/env';
import { countTotal } from '../http/paginator';
import { NotFound } from '../http/problems';
import { users } from '../members/members.tables';
import { keptCount } from './kept-counts';
import { notifications } from './notifications.tables';

export type ListKind = 'unread' | 'read';

/** Who marks, and when: the data for the audit row. */
export interface Marker {
  userId: number;
  ip: string | null;
  requestId: string;
  now: Date;
}

const isRead = isNotNull(notifications.readAt);
const isUnread = isNull(notifications.readAt);

/** Returns one page of a kind, newest first, with texts in `language`. `total` counts the whole kind. */
export async function listNotifications(
  db: Database,
  userId: number,
  kind: ListKind,
  { page, perPage, language }: { page: number; perPage: number; language: Language },
) {
  const find = kind === 'unread' ? selectUnread : selectRead;
  const rows = await find(db).execute({ userId, limit: perPage, offset: (page - 1) * perPage });
  const total = await countTotal(rows, page, async () => (await countNotifications(db, userId))[`${kind}_count`]);
  return { data: rows.map((row) => showNotification(row, language)), total };
}

const selectUnread = prepared((db) => select(db, 'unread', isUnread).prepare('unread_notifications'));
const selectRead = prepared((db) => select(db, 'read', isRead).prepare('read_notifications'));

const select = (db: Queryable, kind: ListKind, which: SQL) =>
  db
    .select({ ...getTableColumns(notifications), total: keptCount(kind, sql.placeholder('userId')) })
    .from(notifications)
    .where(and(eq(notifications.userId, sql.placeholder('userId')), which))
    .orderBy(desc(notifications.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'));

/** Returns the numbers of unread and read notifications, in the shape of the header's block. */
export async function countNotifications(
  db: Database,
  userId: number,
): Promise<{ unread_count: number; read_count: number }> {
  const [counts] = await db
    .select({ unread_count: keptCount('unread', users.id), read_count: keptCount('read', users.id) })
    .from(users)
    .where(eq(users.id, userId));
  return counts ?? { unread_count: 0, read_count: 0 };
}

/** Returns a notification in the form of Laravel's database notifications. */
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

/** Marks notifications up to `before`, the server time of the member's list, as read. Later ones stay unread. */
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

/** Marks one notification as read or unread. Does nothing if it already is. @throws NotFound for ids of others */
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
