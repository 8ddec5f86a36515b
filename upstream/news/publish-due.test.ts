import { asc, eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../database/database.testing';
import { transaction } from '../database/transaction';
import type { Club } from '../identity/identity.testing';
import { users } from '../members/members.tables';
import {
  notificationPreferences,
  notifications,
  notificationTimes,
  waitingMails,
} from '../notifications/notifications.tables';
import { publishDuePosts } from './news';
import { newsNotices, newsPosts } from './news.tables';
import { after, aReader, listMiscounted, openNews, save, savePost, start } from './news.testing';
import { archivePost } from './publish';
import { batchSize, createNewsNotices } from './tell-members';

const scheduled = (minutes: number) => ({ status: 'scheduled' as const, scheduledFor: after(minutes) });
const inBoth = (id: string) => [{ id }, { id, language: 'de' as const, title: 'Titel', teaser: 'Anreißer.' }];
const published = (club: Club) => club.broadcaster.sent.filter(({ event }) => event === 'news.published');

describeOnEachDatabase('a scheduled post', (open) => {
  let club: Club;
  beforeEach(async () => {
    club = await openNews(open);
  });

  it('appears at its minute, once, in both languages, and is announced once', async () => {
    const mia = await aReader(club, { createdAt: start });
    await save(club, inBoth('a'), start, scheduled(10));
    await publishDuePosts(club, new Date(after(10).getTime() - 1));
    expect([await mia.titles(), await mia.unread(), published(club)]).toEqual([[], 0, []]);
    await publishDuePosts(club, after(10));
    expect([await mia.titles(), await mia.unread()]).toEqual([['Title of a'], 1]);
    expect((await club.db.select().from(newsPosts).where(eq(newsPosts.id, 1)))[0]).toMatchObject({
      ...{ status: 'published', publishedAt: after(10), scheduledFor: null },
    });
    await publishDuePosts(club, after(11));
    expect(published(club)).toMatchObject([{ channels: ['client'], data: { post_ids: [1, 2] } }]);
    const actions = await club.db.select().from(auditLog).where(eq(auditLog.action, 'post.published'));
    expect(actions).toHaveLength(2);
    expect(await club.db.$count(newsNotices)).toBe(1);
  });

  it('can get another time, become a draft, or be archived', async () => {
    for (const id of ['a', 'b', 'c']) await savePost(club, { id }, start, scheduled(10));
    await savePost(club, { id: 'a' }, after(1), scheduled(20));
    await savePost(club, { id: 'b' }, after(1), { status: 'draft' });
    await publishDuePosts(club, after(15));
    const states = async () =>
      (await club.db.select().from(newsPosts).orderBy(asc(newsPosts.id))).map(({ status }) => status);
    expect(await states()).toEqual(['scheduled', 'draft', 'published']);
    await publishDuePosts(club, after(20));
    expect(await states()).toEqual(['published', 'draft', 'published']);
  });
});

describeOnEachDatabase('members', (open) => {
  let club: Club;
  beforeEach(async () => {
    club = await openNews(open);
  });
  const told = () => club.db.select().from(notifications).orderBy(asc(notifications.userId), asc(notifications.id));

  it('are told once of a story, in their language, by mail only if they want it', async () => {
    const mia = await aReader(club, { createdAt: start });
    const noa = await aReader(club, { createdAt: start, language: 'de' });
    const later = await aReader(club, { createdAt: after(5) });
    const without = await aReader(club, { createdAt: start, permissions: [] });
    club.jobs.work('news-notice', createNewsNotices(club));
    await save(club, inBoth('a'), after(1));
    await club.jobs.idle();
    const words = { title: { en: 'Title of a', de: 'Titel' }, description: { en: 'A teaser.', de: 'Anreißer.' } };
    expect(await told()).toMatchObject([
      { userId: mia.userId, type: 'news.published', ...words, iconClass: 'news', url: '/post/1/title-of-a' },
      { userId: noa.userId, ...words, url: '/post/2/titel' },
    ]);
    expect(await club.mails()).toEqual([]);
    expect([later.userId, without.userId].every((id) => id > noa.userId)).toBe(true);
    await save(club, [{ id: 'a', title: 'Changed' }], after(2));
    await club.jobs.idle();
    expect(await told()).toHaveLength(2);
  });

  it('get it by mail at the time that they chose', async () => {
    const mia = await aReader(club, { createdAt: start });
    const noa = await aReader(club, { createdAt: start });
    const mail = { kind: 'news' as const, channel: 'mail' as const, wanted: true, updatedAt: start };
    for (const { userId } of [mia, noa]) await club.db.insert(notificationPreferences).values({ userId, ...mail });
    await club.db.insert(notificationTimes).values({ userId: noa.userId, digest: 'weekly', updatedAt: start });
    club.jobs.work('news-notice', createNewsNotices(club));
    await save(club, inBoth('a'), after(1));
    await club.jobs.idle();
    expect(await club.mails()).toMatchObject([{ to: mia.email, subject: 'Title of a' }]);
    expect(await club.db.select().from(waitingMails)).toMatchObject([{ userId: noa.userId, kind: 'news' }]);
  });

  it('get no mail later of a post that was archived before it was due', async () => {
    const noa = await aReader(club, { createdAt: start });
    const mail = { kind: 'news' as const, channel: 'mail' as const, wanted: true, updatedAt: start };
    await club.db.insert(notificationPreferences).values({ userId: noa.userId, ...mail });
    await club.db.insert(notificationTimes).values({ userId: noa.userId, digest: 'weekly', updatedAt: start });
    club.jobs.work('news-notice', createNewsNotices(club));
    const written = Array.from({ length: 12 }, (_, at) => ({ id: `s${at}`, title: `Title ${at}` }));
    const [first] = await save(club, written, after(1));
    await club.jobs.idle();
    expect(await club.db.$count(waitingMails)).toBe(written.length);
    await transaction(club.db, (tx) => archivePost(tx, first?.id ?? 0, after(2)));
    const titles = (await club.db.select().from(waitingMails)).map(({ title }) => title.en);
    expect(titles.sort()).toEqual(
      written
        .slice(1)
        .map(({ title }) => title)
        .sort(),
    );
  });

  it('are told nothing of a story that was archived meanwhile, and nothing twice after a failure', async () => {
    const rows = Array.from({ length: batchSize + 3 }, (_, at) => ({
      ...{
        firstname: 'A',
        lastname: 'B',
        email: `m${at}@example.org`,
        refHash: `reader${100 + at}`,
        language: 'en' as const,
      },
      ...{ permissions: ['news.view'], createdAt: start, updatedAt: start },
    }));
    await club.db.insert(users).values(rows);
    const post = await savePost(club, { id: 'a' }, after(1));
    const tell = createNewsNotices(club);
    await tell({ data: { storyId: post.storyId } });
    await tell({ data: { storyId: post.storyId } });
    expect((await told()).length).toBe(rows.length);
    expect(await club.db.select().from(newsNotices)).toMatchObject([{ finishedAt: expect.any(Date) }]);
    const gone = await savePost(club, { id: 'b' }, after(2));
    await club.db
      .update(newsPosts)
      .set({ status: 'archived', archivedAt: after(3) })
      .where(eq(newsPosts.id, gone.id));
    await tell({ data: { storyId: gone.storyId } });
    expect((await told()).length).toBe(rows.length);
  });
});

describeOnPostgres('two servers', (open) => {
  it('publish a scheduled story once, and tell each member once', async () => {
    const club = await openNews(open);
    const mia = await aReader(club, { createdAt: start });
    for (const id of ['a', 'b', 'c']) await save(club, inBoth(id), start, scheduled(10));
    await Promise.all(Array.from({ length: 4 }, () => publishDuePosts(club, after(10))));
    expect(published(club)).toHaveLength(3);
    const stories = await club.db.select().from(newsNotices).orderBy(asc(newsNotices.storyId));
    expect(stories).toHaveLength(3);
    const tell = createNewsNotices(club);
    await Promise.all(stories.flatMap(({ storyId }) => [1, 2, 3].map(() => tell({ data: { storyId } }))));
    expect(await club.db.$count(notifications, eq(notifications.userId, mia.userId))).toBe(3);
    expect([await mia.unread(), await listMiscounted(club)]).toEqual([3, []]);
  });
});
