/** What the database refuses, whoever asks. */
import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { findFailure } from '../database/failures';
import type { Club } from '../identity/identity.testing';
import { after, openNews, savePost, start } from './news.testing';

describeOnEachDatabase('the tables of news', (open) => {
  let club: Club;
  beforeEach(async () => {
    club = await openNews(open);
    await club.addMember();
    await savePost(club, { id: 'shown' }, start);
    await savePost(club, { id: 'draft' }, after(1), { status: 'draft' });
  });
  const run = (text: string) => club.db.$client.query(text);
  const failureOf = async (text: string) => {
    const failure = await run(text).then(
      () => null,
      (error: unknown) => findFailure(error),
    );
    return failure && (failure.constraint ?? failure.code);
  };

  it.each([
    ['the time of a publication changes', "update news_posts set published_at = '2020-01-01' where id = 1"],
    ['a published post is a draft again', "update news_posts set status = 'draft', published_at = null where id = 1"],
    ['a draft has a time of publication', "update news_posts set published_at = '2020-01-01' where id = 2"],
    ['a post moves to another story', 'update news_posts set story_id = 2 where id = 1'],
    ['a post changes its language', "update news_posts set language = 'de' where id = 1"],
    ['a post is deleted', 'delete from news_posts'],
    ['a story is deleted', 'delete from news_stories'],
    ['a story gets a number', 'update news_stories set number = 7, first_published_at = now() where id = 2'],
    ['a story is shown without a post', 'update news_stories set is_shown = true where id = 2'],
    ['a story is renamed', "update news_stories set slug = 'x' where id = 1"],
    ['stories are counted by hand', 'update news_stats set shown = 2'],
    ['the counts are deleted', 'delete from news_stats'],
    ['reads are counted by hand', 'update news_readers set covered = 1'],
    ['more is read than has appeared', 'update news_readers set seen_to = 2'],
    ['a reader comes without a member', 'insert into news_readers values (99, 0, 0)'],
    ['a reader goes before the member', 'delete from news_readers'],
    ['all readers go', 'truncate news_readers cascade'],
    ['a notice is forgotten', 'delete from news_notices'],
  ])('refuse that %s', async (_, text) => {
    expect(await failureOf(text)).toBe('23001');
  });

  it.each([
    ['news_posts_published', "update news_posts set status = 'published' where id = 2"],
    ['news_posts_scheduled', "update news_posts set status = 'scheduled' where id = 2"],
    ['news_posts_scheduled', 'update news_posts set scheduled_for = now() where id = 2'],
    ['news_posts_archived', "update news_posts set status = 'archived' where id = 2"],
    ['news_posts_title', "update news_posts set title = '' where id = 2"],
    ['news_posts_teaser', "update news_posts set teaser = repeat('a', 301) where id = 2"],
    ['news_posts_category', "update news_posts set category = 'money' where id = 2"],
    ['news_stories_slug_plain', "insert into news_stories (slug) values ('A b')"],
    ['news_stories_slug', "insert into news_stories (slug) values ('draft')"],
  ])('keep %s', async (constraint, text) => {
    expect(await failureOf(text)).toBe(constraint);
  });

  it('mark only what is shown, and what was read stays read', async () => {
    await run(`insert into news_reads select id, 2, now() from users`);
    expect((await run('select from news_reads')).rowCount).toBe(0);
    await run(`insert into news_reads select id, 1, now() from users`);
    expect((await run('select covered from news_readers')).rows).toEqual([{ covered: 1 }]);
    expect(await failureOf('delete from news_reads')).toBe('23001');
    expect(await failureOf('update news_reads set story_id = 2')).toBe('23001');
    await run('update news_readers set seen_to = 1');
    expect((await run('select seen_to, covered from news_readers')).rows).toEqual([{ seen_to: 1, covered: 1 }]);
    expect(await failureOf('update news_readers set seen_to = 0')).toBe('23001');
    await run(`insert into news_reads select id, 1, now() from users`);
    expect((await run('select from news_reads')).rowCount).toBe(0);
  });

  it('show what they say, whatever a client writes', async () => {
    await run('update news_posts set shown_en = false, shown_de = false where id = 1');
    await run('update news_posts set shown_en = true, shown_de = true where id = 2');
    const { rows } = await run('select shown_en, shown_de from news_posts order by id');
    expect(rows).toEqual([
      { shown_en: true, shown_de: true },
      { shown_en: false, shown_de: false },
    ]);
  });
});
