import { and, asc, eq } from 'drizzle-orm';
import { uuidV7 } from '../../upstream/database/uuid-v7';
import { type NewNotification, rowOf } from '../../upstream/notifications/notifications';
import { notifications } from '../../upstream/notifications/notifications.tables';
import type { Club } from './club';
import type { Member } from './members';

interface NotificationCounts {
  unread?: number;
  read?: number;
  /** The number in the first title. The newest has the lowest number. */
  from?: number;
  /** Another title and text for the one with this index. */
  words?: (index: number) => Pick<NewNotification, 'title' | 'description'>;
}

const plant = (number: number) => ({
  title: { en: `Plant ${number}`, de: `Pflanze ${number}` },
  description: { en: 'It is in flower.', de: 'Sie blüht.' },
});

/**
 * Writes notifications for a member without `createNotification`, so that nothing is mailed or broadcast. The titles
 * are "Plant 1", "Plant 2" and so on ("Pflanze 1" in German), a minute apart, the unread ones first.
 */
export async function tellMember(
  club: Club,
  { id: userId }: Pick<Member, 'id'>,
  { unread = 0, read = 0, from = 1, words = (index) => plant(from + index) }: NotificationCounts,
): Promise<void> {
  const newest = club.clock.now();
  const rows = Array.from({ length: unread + read }, (_, index) => {
    const now = new Date(newest - index * 60_000);
    const row = rowOf(uuidV7(now), {
      userId,
      type: 'growing.stage_begun',
      title: words(index).title,
      description: words(index).description,
      class: 'plant',
      status: 'success',
      url: '/growing',
      now,
    });
    return { ...row, readAt: index < unread ? null : new Date(newest) };
  });
  if (rows.length > 0) await club.db.insert(notifications).values(rows);
}

/** Returns for each reply that the member was told of, the oldest first, whether its notification is read. */
export async function listToldReplies(club: Club, { id: userId }: Pick<Member, 'id'>): Promise<boolean[]> {
  const { id, readAt, iconClass } = notifications;
  const rows = await club.db
    .select({ readAt })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(iconClass, 'ticket')))
    .orderBy(asc(id));
  return rows.map((row) => row.readAt !== null);
}
