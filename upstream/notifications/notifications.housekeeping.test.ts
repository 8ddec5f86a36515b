import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { tidyNotifications } from './notifications.housekeeping';
import { notifications } from './notifications.tables';
import { openTellingClub, tell } from './notifications.testing';

const now = new Date('2026-11-20T09:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3600 * 1000);

describeOnEachDatabase('housekeeping of notifications', (open) => {
  it.each([
    [undefined, 180],
    [30, 30],
  ])('with %j days deletes what is read and older than %i days, and nothing unread', async (notificationDays, days) => {
    const club = await openTellingClub(open, { notificationDays });
    const { id: userId } = await club.addMember();
    await tell(club, { userId, now: daysAgo(days + 1) }, 1);
    await tell(club, { userId, now: daysAgo(days - 1) }, 2);
    await club.db.update(notifications).set({ readAt: now });
    await tell(club, { userId, now: daysAgo(days + 400) }, 3);
    await tidyNotifications(club, now);
    const left = await club.db.select({ title: notifications.title }).from(notifications);
    expect(left.map(({ title }) => title.en).sort()).toEqual(['Plant 2 in flower', 'Plant 3 in flower']);
  });
});
