import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { transaction } from '../database/transaction';
import type { Club } from '../identity/identity.testing';
import { memberPermissions } from '../members/permissions';
import { after, aReader, listMiscounted, openNews, save, savePost, start } from './news.testing';
import { archivePost } from './publish';

describeOnEachDatabase('posts', (open) => {
  let club: Club;
  let mia: Awaited<ReturnType<typeof aReader>>;
  beforeEach(async () => {
    club = await openNews(open);
    mia = await aReader(club);
  });
  const both = (id: string) => [
    { id, title: `${id} english` },
    { id, language: 'de' as const, title: `${id} deutsch` },
  ];
  const pinnedIf = (isPinned: boolean) => (isPinned ? { pinned: 'yes' as const } : {});
  const archive = (id: number, minutes: number) => transaction(club.db, (tx) => archivePost(tx, id, after(minutes)));

  it('come pinned first, then the newest, each in the language of the page', async () => {
    await save(club, both('one'), start);
    await savePost(club, { id: 'two', language: 'de', title: 'Zwei', pinned: 'yes' }, after(1));
    await save(club, both('three'), after(2));
    expect(await mia.titles()).toEqual(['Zwei', 'three english', 'one english']);
    expect(await mia.titles({}, 'de')).toEqual(['Zwei', 'three deutsch', 'one deutsch']);
    const { body } = await mia.list({ per_page: '1' });
    expect(body).toMatchObject({
      total: 3,
      last_page: 3,
      data: [{ language: 'de', is_pinned: true, translations: [] }],
    });
    expect(await mia.titles({ per_page: '1', page: '3' })).toEqual(['one english']);
    expect((await mia.list({ page: '9' })).body).toMatchObject({ total: 3, data: [], from: null });
  });

  it.each([1, 2, 3, 4, 7])('are all on the pages, each once and in order, %i on a page', async (perPage) => {
    for (let at = 0; at < 7; at++)
      await savePost(
        club,
        { id: `s${at}`, title: `T${at}`, category: at % 3 ? 'club' : 'events', ...pinnedIf(at === 2) },
        after(at),
      );
    await archive((await mia.list({ per_page: '1' })).body.data[0]?.id ?? 0, 9);
    const all = ['T6', 'T5', 'T4', 'T3', 'T1', 'T0'];
    for (const [query, titles] of [
      [{}, all],
      [{ category: 'events' }, ['T6', 'T3', 'T0']],
    ] as const) {
      const { total, last_page } = (await mia.list({ ...query, per_page: `${perPage}` })).body;
      const pages: string[][] = [];
      for (let page = 1; page <= last_page + 1; page++)
        pages.push(await mia.titles({ ...query, per_page: `${perPage}`, page: `${page}` }));
      expect([total, pages.flat(), pages.at(-1)]).toEqual([titles.length, titles, []]);
      expect(pages.slice(0, -2).every(({ length }) => length === perPage)).toBe(true);
    }
  });

  it('have everything that a page shows', async () => {
    const [en, de] = await save(
      club,
      [
        { id: 'x', title: 'Größe & “Maß”', category: 'growing', body: '## Why\n\nBecause *of* it: [rooms](/growing).' },
        { id: 'x', language: 'de', title: 'Haus 3: Die neue Bewässerung läuft' },
      ],
      start,
    );
    const link = { language: 'de', published_at: start.toISOString() };
    const translation = { id: de?.id, vanity_url: 'haus-3-die-neue-bewaesserung-laeuft', title: de?.title, ...link };
    expect((await mia.show(en?.id ?? 0)).body).toEqual({
      ...{ id: en?.id, vanity_url: 'groesse-mass', title: 'Größe & “Maß”', teaser: 'A teaser.', category: 'growing' },
      ...{ language: 'en', status: 'published', published_at: start.toISOString(), updated_at: start.toISOString() },
      ...{ is_pinned: false, is_read: false, reading_minutes: 1, image: null, translations: [translation] },
      body_html: '<h2>Why</h2>\n<p>Because <em>of</em> it: <a href="/growing">rooms</a>.</p>',
      ...{ scheduled_for: null, previous: null, next: null },
    });
    const { data } = (await mia.list()).body;
    expect(data[0]).toMatchObject({ title_html: 'Größe &amp; “Maß”', teaser_html: 'A teaser.' });
  });

  it('name the neighbours that the reader would see', async () => {
    await save(club, both('one'), start);
    await savePost(club, { id: 'two', language: 'de', title: 'Zwei' }, after(1));
    const [three] = await save(club, both('three'), after(2));
    const { previous, next } = (await mia.show(three?.id ?? 0)).body;
    expect([previous?.title, next]).toEqual(['Zwei', null]);
    const before = await mia.show(previous?.id ?? 0);
    expect([before.body.previous?.title, before.body.next?.title]).toEqual(['one english', 'three english']);
    const inGerman = await mia.show(previous?.id ?? 0, 'de');
    expect([inGerman.body.previous?.title, inGerman.body.next?.title]).toEqual(['one deutsch', 'three deutsch']);
  });

  it('of a topic come alone', async () => {
    await savePost(club, { id: 'a', category: 'events', title: 'A' }, start);
    await savePost(club, { id: 'b', category: 'growing', title: 'B' }, start);
    expect(await mia.titles({ category: 'events' })).toEqual(['A']);
    expect((await mia.list({ category: 'technology' })).body).toMatchObject({ total: 0, data: [] });
    expect((await mia.list({ category: 'money' })).status).toBe(422);
  });

  it('are found by their words in any form, or by the beginnings of words, and hits are marked', async () => {
    await savePost(club, { id: 'a', title: 'Two harvests <b>', teaser: 'In House 2.', body: 'Tomatoes.' }, start);
    await savePost(club, { id: 'b', title: 'Other', teaser: 'Nothing.', body: 'We harvested late.' }, after(1));
    await savePost(club, { id: 'c', language: 'de', title: 'Die Ernten', body: 'Bewässerung.' }, after(2));
    expect(await mia.titles({ q: 'harvest' })).toEqual(['Two harvests <b>', 'Other']);
    expect(await mia.titles({ q: 'Harvesting tomato' })).toEqual(['Two harvests <b>']);
    expect(await mia.titles({ q: 'harvest unknownword' })).toEqual([]);
    expect(await mia.titles({ q: 'Bewäss' })).toEqual(['Die Ernten']);
    expect(await mia.titles({ q: '& !' })).toEqual([]);
    expect(await mia.titles({ q: 'harvest', page: '2', per_page: '1' })).toEqual(['Other']);
    const { data, total } = (await mia.list({ q: "house' OR 1=1 --" })).body;
    expect([data, total]).toEqual([[], 0]);
    expect((await mia.list({ q: 'house harvest' })).body.data[0]).toMatchObject({
      ...{ title_html: 'Two <mark>harvests</mark> &lt;b&gt;', teaser_html: 'In <mark>House</mark> 2.' },
    });
    expect((await mia.list({ q: 'Ernte' }, 'de')).body.data[0]?.title_html).toBe('Die <mark>Ernten</mark>');
  });

  it('that are not published are not there, save for those who preview', async () => {
    const draft = await savePost(club, { id: 'd', title: 'Draft' }, start, { status: 'draft' });
    const later = { status: 'scheduled' as const, scheduledFor: after(60) };
    const planned = await savePost(club, { id: 's', title: 'Planned' }, start, later);
    const gone = await savePost(club, { id: 'g', title: 'Gone' }, start);
    await archive(gone.id, 1);
    const greta = await aReader(club, { permissions: [...memberPermissions, 'news.preview'] });
    for (const [{ id }, status] of [
      [draft, 'draft'],
      [planned, 'scheduled'],
      [gone, 'archived'],
    ] as const) {
      expect([(await mia.show(id)).status, await mia.read(id), await greta.read(id)]).toEqual([404, 404, 404]);
      expect((await greta.show(id)).body).toMatchObject({ id, status, previous: null, next: null });
    }
    expect((await greta.show(planned.id)).body.scheduled_for).toBe(after(60).toISOString());
    expect([await mia.titles(), await greta.titles(), await greta.titles({ q: 'draft' })]).toEqual([[], [], []]);
    expect([(await mia.show(999)).status, (await mia.show(0)).status]).toEqual([404, 422]);
  });

  it('are for members with the permission', async () => {
    const { id } = await savePost(club, { id: 'a' }, start);
    const noa = await aReader(club, { permissions: [] });
    const answers = [
      await noa.list(),
      await noa.show(id),
      await noa.feed(),
      await noa.renewFeed(),
      await noa.endFeed(),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect([await noa.read(id), await noa.readAll(after(1))]).toEqual([403, 403]);
    expect((await club.call('GET', '/news/posts')).status).toBe(401);
  });

  it('change from one version to the other when one is archived or comes', async () => {
    const [en, de] = await save(club, both('one'), start);
    await archive(en?.id ?? 0, 1);
    expect([await mia.titles(), await mia.titles({}, 'de')]).toEqual([['one deutsch'], ['one deutsch']]);
    expect((await mia.show(de?.id ?? 0)).body.translations).toEqual([]);
    await archive(de?.id ?? 0, 2);
    expect([await mia.titles(), await mia.titles({}, 'de')]).toEqual([[], []]);
    await save(club, both('one').slice(0, 1), after(3));
    expect([await mia.titles(), await mia.titles({}, 'de')]).toEqual([['one english'], ['one english']]);
    expect(await listMiscounted(club)).toEqual([]);
  });
});
