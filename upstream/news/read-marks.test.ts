import { isNull } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { transaction } from '../database/transaction';
import type { Club } from '../identity/identity.testing';
import { notifications } from '../notifications/notifications.tables';
import { newsData } from './news.personal-data';
import { newsReads } from './news.tables';
import { after, aReader, leave, listMiscounted, openNews, save, savePost, start } from './news.testing';
import { archivePost } from './publish';
import { createNewsNotices } from './tell-members';

describeOnEachDatabase('what a member has read', (open) => {
  let club: Club;
  let mia: Awaited<ReturnType<typeof aReader>>;
  beforeEach(async () => {
    club = await openNews(open);
    await savePost(club, { id: 'before' }, start);
    mia = await aReader(club);
  });
  const publish = (id: string, minutes: number) => savePost(club, { id }, after(minutes));
  const archive = (id: number, minutes: number) => transaction(club.db, (tx) => archivePost(tx, id, after(minutes)));
  const isRead = async (id: number) => (await mia.show(id)).body.is_read;

  it('begins with what appears after they joined, and looking marks nothing', async () => {
    expect(await mia.unread()).toBe(0);
    const { id } = await publish('a', 1);
    await mia.list();
    await mia.show(id);
    expect([await mia.unread(), await isRead(id)]).toEqual([1, false]);
    expect((await mia.list()).body.data.map(({ is_read }) => is_read)).toEqual([false, true]);
  });

  it('is a story in both languages, and counts once', async () => {
    const [en, de] = await save(club, [{ id: 'a' }, { id: 'a', language: 'de' }], after(1));
    expect(await mia.unread()).toBe(1);
    expect([await mia.read(de?.id ?? 0), await mia.read(en?.id ?? 0), await mia.read(en?.id ?? 0)]).toEqual([
      204, 204, 204,
    ]);
    expect([await mia.unread(), await isRead(en?.id ?? 0), await isRead(de?.id ?? 0)]).toEqual([0, true, true]);
    await save(club, [{ id: 'a', language: 'de', title: 'Neu' }], after(2));
    expect(await mia.unread()).toBe(0);
  });

  it('is all that there was when the list was shown; what came later stays unread', async () => {
    const [a, b, c] = [await publish('a', 1), await publish('b', 2), await publish('c', 3)];
    await mia.read(a.id);
    await mia.read(c.id);
    expect(await mia.readAll(after(2))).toBe(204);
    const later = await publish('d', 4);
    expect(await Promise.all([a, b, c, later].map(({ id }) => isRead(id)))).toEqual([true, true, true, false]);
    expect([await mia.unread(), await club.db.$count(newsReads)]).toEqual([1, 1]);
    expect(await mia.readAll(after(-9999))).toBe(204);
    expect(await mia.unread()).toBe(1);
    await mia.readAll(after(9999));
    expect([await mia.unread(), await club.db.$count(newsReads)]).toEqual([0, 0]);
    expect((await mia.call('POST', '/posts/read', { before: 'yesterday' })).status).toBe(422);
    expect(await listMiscounted(club)).toEqual([]);
  });

  it('is read in the notifications, too, in either language and under an older title', async () => {
    club.jobs.work('news-notice', createNewsNotices(club));
    const [mia, noa] = [await aReader(club, { createdAt: after(1) }), await aReader(club, { createdAt: after(1) })];
    const [a] = await save(club, [{ id: 'a' }, { id: 'a', language: 'de' }], after(1));
    const b = await publish('b', 2);
    await club.jobs.idle();
    const unreadOf = async ({ userId }: { userId: number }) =>
      (await club.db.select().from(notifications).where(isNull(notifications.readAt)))
        .filter((one) => one.userId === userId)
        .map(({ title }) => title.en)
        .sort();
    expect(await unreadOf(mia)).toEqual(['Title of a', 'Title of b']);
    const [, de] = await save(
      club,
      [
        { id: 'a', title: 'Changed' },
        { id: 'a', language: 'de' },
      ],
      after(3),
    );
    expect([await mia.read(de?.id ?? 0), a?.id === de?.id]).toEqual([204, false]);
    expect(await unreadOf(mia)).toEqual(['Title of b']);
    await mia.readAll(after(1));
    expect(await unreadOf(mia)).toEqual(['Title of b']);
    await mia.readAll(b.publishedAt ?? after(2));
    expect([await unreadOf(mia), await unreadOf(noa)]).toEqual([[], ['Title of a', 'Title of b']]);
  });

  it('stays read, or unread, while a story is away', async () => {
    const [a, b] = [await publish('a', 1), await publish('b', 2)];
    await mia.read(a.id);
    await archive(a.id, 3);
    await archive(b.id, 4);
    expect([await mia.unread(), await mia.read(b.id)]).toEqual([0, 404]);
    await publish('a', 5);
    expect(await mia.unread()).toBe(0);
    await publish('b', 6);
    expect([await mia.unread(), await isRead(a.id), await isRead(b.id)]).toEqual([1, true, false]);
    expect(await listMiscounted(club)).toEqual([]);
  });

  it('goes with the account, and is in the export', async () => {
    await mia.read((await publish('a', 1)).id);
    await mia.renewFeed();
    const rows = await Promise.all(newsData.exports.map((part) => part.rows(club.db, mia.userId, null, 10)));
    expect(rows.map(([first]) => first?.row)).toMatchObject([
      { story: 'a', read_at: expect.any(Date) },
      { read_up_to: 1 },
      { switched_on_at: expect.any(Date) },
    ]);
    await leave(club, mia.userId);
    expect(await Promise.all(newsData.exports.map((part) => part.count(club.db, mia.userId)))).toEqual([0, 0, 0]);
    await publish('b', 2);
    expect(await listMiscounted(club)).toEqual([]);
  });
});
