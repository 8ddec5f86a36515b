import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { describeOnPostgres } from '../database/database.testing';
import { holding, untilWaiting } from '../database/locks.testing';
import { transaction } from '../database/transaction';
import { HttpProblem } from '../http/problems';
import type { Club } from '../identity/identity.testing';
import { anonymiseMember } from '../members/membership';
import { renewFeed } from './feed';
import { newsFeeds, newsNotices, newsPosts, newsReads, newsStories } from './news.tables';
import { after, listMiscounted, openNews, save, savePost, start } from './news.testing';
import { archivePost, PostRefused } from './publish';
import { markAllAsRead, markAsRead } from './read-marks';

/** What the rules refuse is no fault of a race. */
const allowed = (error: unknown) => {
  if (!(error instanceof PostRefused || error instanceof HttpProblem)) throw error;
};

describeOnPostgres('news at one moment', (open) => {
  let club: Club;
  beforeEach(async () => {
    club = await openNews(open);
  });
  const addMembers = (count: number, name: string) =>
    Promise.all(Array.from({ length: count }, (_, at) => club.addMember({ email: `${name}${at}@example.org` })));
  const archive = (id: number, minutes: number) =>
    transaction(club.db, (tx) => archivePost(tx, id, after(minutes))).catch(allowed);

  it('ten requests publish one file once', async () => {
    await Promise.all(Array.from({ length: 10 }, () => savePost(club, { id: 'a' }, start)));
    expect(await club.db.$count(newsPosts)).toBe(1);
    expect(await club.db.$count(newsNotices)).toBe(1);
    expect(club.broadcaster.sent).toHaveLength(1);
  });

  it('ten marks of one story are one', async () => {
    const [mia] = await addMembers(1, 'mia');
    const { id } = await savePost(club, { id: 'a' }, start);
    await Promise.all(Array.from({ length: 10 }, () => markAsRead(club.db, mia?.id ?? 0, id, start)));
    expect([await club.db.$count(newsReads), await listMiscounted(club)]).toEqual([1, []]);
  });

  it('what a member still does while the account is deleted leaves nothing', async () => {
    const [mia] = await addMembers(1, 'mia');
    const userId = mia?.id ?? 0;
    const { id } = await savePost(club, { id: 'a' }, start);
    const commit = await holding(club.db, (tx) => anonymiseMember(tx, { id: userId, language: 'en' }, start));
    const acting = { userId, ip: null, requestId: 'r', now: start };
    const done = Promise.allSettled([markAsRead(club.db, userId, id, start), renewFeed(club, acting)]);
    await untilWaiting(club.db, 2);
    await commit();
    expect(await done).toMatchObject([{ status: 'fulfilled' }, { reason: { status: 401 } }]);
    expect([await club.db.$count(newsReads), await club.db.$count(newsFeeds)]).toEqual([0, 0]);
  });

  it('nobody waits for another forever, and all counts are right', { timeout: 180_000 }, async () => {
    const readers = await addMembers(4, 'reader');
    const both = (at: number) => [{ id: `s${at}` }, { id: `s${at}`, language: 'de' as const }];
    for (let at = 0; at < 4; at++) await save(club, both(at), after(at));
    const posts = await club.db.select({ id: newsPosts.id }).from(newsPosts).orderBy(newsPosts.id);
    for (let round = 1; round <= 5; round++) {
      const minutes = round * 10;
      await Promise.all([
        ...posts.map(({ id }, at) => (at % 2 === round % 2 ? archive(id, minutes) : undefined)),
        ...[0, 1, 2, 3].map((at) => save(club, [...both(at)].reverse(), after(minutes)).catch(allowed)),
        save(club, [...both(round + 3), ...both(round % 4)], after(minutes)),
        ...readers.flatMap(({ id }, at) => [
          ...posts.slice(at, at + 3).map((post) => markAsRead(club.db, id, post.id, after(minutes)).catch(allowed)),
          ...(at % 2 ? [markAllAsRead(club.db, id, after(minutes - 5), after(minutes))] : []),
        ]),
        addMembers(2, `round${round}.`),
      ]);
      expect(await listMiscounted(club)).toEqual([]);
    }
    const numbers = await club.db.select({ number: newsStories.number }).from(newsStories).orderBy(newsStories.number);
    expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, at) => at + 1));
  });

  it('a folder whose publishing is killed before the end is not there, and is there once when it is given again', async () => {
    const folder = Array.from({ length: 6 }, (_, at) => ({ id: `s${at}` }));
    const killed = transaction(club.db, async (tx) => {
      await save({ ...club, db: tx as unknown as Club['db'] }, folder, start);
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    });
    await expect(killed).rejects.toThrow();
    expect(await club.db.$count(newsStories)).toBe(0);
    expect([await club.db.$count(newsPosts), club.broadcaster.sent.length]).toEqual([0, 0]);
    const ids = (posts: { id: number }[]) => posts.map(({ id }) => id);
    const posts = ids(await save(club, folder, start));
    const told = club.broadcaster.sent.length;
    expect(ids(await save(club, folder, after(1)))).toEqual(posts);
    expect([await club.db.$count(newsPosts), await club.db.$count(newsNotices)]).toEqual([6, 6]);
    expect([club.broadcaster.sent.length, await listMiscounted(club)]).toEqual([told, []]);
  });

  it('connections that are killed in the midst lose no count', async () => {
    const [mia] = await addMembers(1, 'mia');
    const posts = await save(
      club,
      Array.from({ length: 10 }, (_, at) => ({ id: `s${at}` })),
      start,
    );
    const kill = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like '%news%'`;
    const ignore = () => undefined;
    await Promise.all([
      ...posts.map(({ id }) => markAsRead(club.db, mia?.id ?? 0, id, start).catch(ignore)),
      ...posts.slice(0, 5).map(({ id }) => transaction(club.db, (tx) => archivePost(tx, id, start)).catch(ignore)),
      ...Array.from({ length: 4 }, () => club.db.execute(kill).catch(ignore)),
    ]);
    expect(await listMiscounted(club)).toEqual([]);
    for (const { id } of posts) await archive(id, 1);
    expect(await listMiscounted(club)).toEqual([]);
    expect(await club.db.$count(newsPosts, eq(newsPosts.status, 'archived'))).toBe(10);
    // A connection that is still dying would fail in the test that gets it next.
    await club.close();
  });
});
