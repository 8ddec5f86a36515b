import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { createNewsroom } from '../demo/newsroom';
import { users } from '../members/members.tables';
import { listPosts } from './list-posts';
import { unreadPosts } from './news';
import { drawNewsPictures, publishNextOfDemo, seedNews } from './news.seed';
import { newsNotices, newsPictures, newsPosts, newsStories } from './news.tables';
import { aReader, listMiscounted, openNews } from './news.testing';

const now = new Date('2026-11-23T09:00:00Z');
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

describeOnEachDatabase('the news of the demo club', (open) => {
  it('are 24 in each language, over the past months, the newest unread, once, and told to nobody', async () => {
    const club = await openNews(open);
    const { userId } = await aReader(club);
    await seedNews(club, now);
    await seedNews(club, now);
    for (const language of ['en', 'de'] as const)
      expect(await club.db.$count(newsPosts, eq(newsPosts.language, language))).toBe(24);
    expect(await club.db.$count(newsStories)).toBe(25);
    const { data, total } = await listPosts(club.db, { userId, language: 'en' }, { page: 1, perPage: 100 });
    expect([total, data[0]?.is_pinned, data.filter(({ is_read }) => !is_read).length]).toEqual([25, true, 2]);
    expect(data.filter(({ language }) => language === 'de')).toHaveLength(1);
    expect(data.every(({ published_at }) => published_at && published_at < now.toISOString())).toBe(true);
    const [row] = await club.db.select(unreadPosts(users.id)).from(users).where(eq(users.id, userId));
    expect(row?.unread_count).toBe(2);
    expect(club.broadcaster.sent).toEqual([]);
    expect(await club.db.$count(newsNotices, eq(newsNotices.toldUpTo, 0))).toBe(25);
    expect(await listMiscounted(club)).toEqual([]);
  });

  it('get their pictures from a job, once', { timeout: 120_000 }, async () => {
    const club = await openNews(open);
    const { userId } = await aReader(club);
    await seedNews(club, now);
    await drawNewsPictures(club, now);
    await drawNewsPictures(club, now);
    expect(await club.db.$count(newsPictures)).toBe(12);
    const { data } = await listPosts(club.db, { userId, language: 'de' }, { page: 1, perPage: 100 });
    const images = data.flatMap(({ image }) => image ?? []);
    expect(images.length).toBeGreaterThan(12);
    expect(images.every(({ alt, widths }) => alt.length > 10 && widths.join() === '480,960')).toBe(true);
    expect(data[0]?.updated_at).toBe(data[0]?.published_at);
  });

  it('go on while somebody is there, until the last story', { timeout: 120_000 }, async () => {
    const club = await openNews(open);
    await seedNews(club, now);
    const newsroom = createNewsroom(club);
    for (let minutes = 0; minutes < 60; minutes++) await newsroom.act(after(minutes), 0);
    expect(await club.db.$count(newsStories)).toBe(25);
    for (let minutes = 60; minutes < 120; minutes++) await newsroom.act(after(minutes), 1);
    await publishNextOfDemo(club, after(121));
    expect(await club.db.$count(newsStories)).toBe(29);
    const published = await club.db
      .select()
      .from(newsPosts)
      .where(eq(newsPosts.status, 'published'))
      .orderBy(asc(newsPosts.id));
    expect(published).toHaveLength(56);
    expect(club.broadcaster.sent).toHaveLength(4);
    expect(await listMiscounted(club)).toEqual([]);
  });
});
