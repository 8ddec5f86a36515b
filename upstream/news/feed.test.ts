import { eq } from 'drizzle-orm';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { beforeEach, expect, it } from 'vitest';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase } from '../database/database.testing';
import { transaction } from '../database/transaction';
import type { Club } from '../identity/identity.testing';
import { users } from '../members/members.tables';
import { changeSettings } from '../members/profile';
import { findDocument } from './feed';
import { newsFeeds } from './news.tables';
import { after, aReader, leave, openNews, save, savePost, start } from './news.testing';
import { archivePost } from './publish';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  isArray: (name) => ['entry', 'link'].includes(name),
});
const uuidUrn = /^urn:uuid:[0-9a-f-]{36}$/;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describeOnEachDatabase('the feed', (open) => {
  let club: Club;
  let mia: Awaited<ReturnType<typeof aReader>>;
  let token: string;
  beforeEach(async () => {
    club = await openNews(open);
    mia = await aReader(club, { updatedAt: start });
    token = (await mia.renewFeed()).body.token ?? '';
  });
  const documentOf = async (of = token) => (await findDocument(club, of))?.xml ?? '';
  const get = (headers: Record<string, string> = {}, of = token) => club.call('GET', `/news/feeds/${of}`, { headers });
  // biome-ignore lint/suspicious/noExplicitAny: the document as a feed reader sees it
  const feedOf = async (of = token): Promise<any> => parser.parse(await documentOf(of)).feed;

  it('is a document by the rules of RFC 4287, whatever posts say', async () => {
    await save(
      club,
      [
        { id: 'a', title: 'Tom & <Jerry> ]]>', teaser: '"Quotes" & <tags>', body: 'See [posts](/posts) & `<b>` ]]>.' },
        { id: 'a', language: 'de', title: 'Eins' },
      ],
      start,
    );
    await savePost(club, { id: 'b', language: 'de', title: 'Zwei', category: 'growing' }, after(1));
    expect(XMLValidator.validate(await documentOf())).toBe(true);
    const feed = await feedOf();
    // Section 4.1.1: one id, title and updated; an author; a link to itself.
    expect(feed).toMatchObject({
      '@xmlns': 'http://www.w3.org/2005/Atom',
      ...{
        '@xml:lang': 'en',
        title: 'News from Almende',
        author: { name: 'Almende' },
        updated: after(1).toISOString(),
      },
    });
    expect(feed.id).toMatch(uuidUrn);
    expect(feed.link).toEqual([
      { '@rel': 'self', '@type': 'application/atom+xml', '@href': `http://localhost:3000/feeds/news/${token}.xml` },
      { '@rel': 'alternate', '@type': 'text/html', '@href': 'http://localhost:3000/posts' },
    ]);
    // Section 4.1.2: of each entry the same, and an alternate link, because the content is not all of it.
    expect(feed.entry.map(({ title }: { title: string }) => title)).toEqual(['Zwei', 'Tom & <Jerry> ]]>']);
    for (const { id, published, updated, link } of feed.entry) {
      expect([id, published, updated]).toEqual([
        expect.stringMatching(uuidUrn),
        expect.stringMatching(instant),
        expect.stringMatching(instant),
      ]);
      expect(link).toMatchObject([
        { '@rel': 'alternate', '@href': expect.stringMatching(/^http:\/\/localhost:3000\/post\/\d+\//) },
      ]);
    }
    expect(new Set(feed.entry.map(({ id }: { id: string }) => id)).size).toBe(2);
    expect(feed.entry[1]).toMatchObject({
      summary: '"Quotes" & <tags>',
      category: { '@term': 'club', '@label': 'Club' },
      content: {
        '@type': 'html',
        '#text': '<p>See <a href="http://localhost:3000/posts">posts</a> &amp; <code>&lt;b&gt;</code> ]]&gt;.</p>',
      },
    });
  });

  it('keeps its ids when a title or its address changes, and tells what was updated', async () => {
    await savePost(club, { id: 'a', title: 'One' }, start);
    const before = await feedOf();
    await savePost(club, { id: 'a', title: 'Two' }, after(5));
    const { token: another } = (await mia.renewFeed()).body;
    const now = await feedOf(another ?? '');
    expect([now.id, now.entry[0].id, now.entry[0].published]).toEqual([
      before.id,
      before.entry[0].id,
      before.entry[0].published,
    ]);
    expect([now.entry[0].title, now.entry[0].updated]).toEqual(['Two', after(5).toISOString()]);
  });

  it('is empty at first, and has the newest 30', async () => {
    expect(XMLValidator.validate(await documentOf())).toBe(true);
    expect((await feedOf()).entry).toBeUndefined();
    await save(
      club,
      Array.from({ length: 32 }, (_, at) => ({ id: `p${at}` })),
      start,
    );
    expect((await feedOf()).entry).toHaveLength(30);
  });

  it('answers 304 while nothing has changed', async () => {
    const post = await savePost(club, { id: 'a' }, start);
    const { etag, modified } = await headersOf(get);
    expect(modified).toBe('Fri, 20 Nov 2026 09:00:00 GMT');
    const known: Record<string, string>[] = [
      { 'if-none-match': etag },
      { 'if-none-match': `W/${etag}, "y"` },
      { 'if-modified-since': modified },
    ];
    for (const one of known) expect([one, (await get(one)).status]).toEqual([one, 304]);
    await transaction(club.db, (tx) => archivePost(tx, post.id, after(1)));
    const changed = await headersOf(get);
    expect([changed.etag === etag, changed.modified]).toEqual([false, 'Fri, 20 Nov 2026 09:01:00 GMT']);
  });

  it('is new to a reader that asks by time when the member has changed the language', async () => {
    await save(club, [{ id: 'a' }, { id: 'a', language: 'de', title: 'Eins' }], start);
    const { modified } = await headersOf(get);
    await transaction(club.db, (tx) => changeSettings(tx, mia.userId, { language: 'de' }, after(1)));
    expect((await get({ 'if-modified-since': modified })).status).toBe(200);
    expect((await feedOf()).entry).toMatchObject([{ title: 'Eins' }]);
  });

  it('ends with its address, with the permission and with the membership', async () => {
    const status = async (of = token) => ((await findDocument(club, of)) ? 200 : (await get({}, of)).status);
    expect((await mia.feed()).body.feed).toMatchObject({ token });
    const { token: another } = (await mia.renewFeed()).body;
    expect([await status(), await status(another ?? '')]).toEqual([404, 200]);
    const set = (values: object) => club.db.update(users).set(values).where(eq(users.id, mia.userId));
    await set({ permissions: [] });
    expect(await status(another ?? '')).toBe(404);
    await set({ permissions: ['news.view'] });
    expect((await mia.endFeed()).status).toBe(204);
    expect([await status(another ?? ''), (await mia.feed()).body.feed]).toEqual([404, null]);
    expect(await status('x')).toBe(404);
    const actions = await club.db.select().from(auditLog).where(eq(auditLog.userId, mia.userId)).orderBy(auditLog.id);
    expect(actions.map(({ action }) => action).filter((action) => action.startsWith('news.'))).toEqual([
      ...['news.feed_renewed', 'news.feed_renewed', 'news.feed_ended'],
    ]);
  });

  it('of a member who left ends', async () => {
    expect((await get()).status).toBe(200);
    await leave(club, mia.userId);
    expect([(await get()).status, await club.db.$count(newsFeeds)]).toEqual([404, 0]);
  });

  it('is kept without its token', async () => {
    const [row] = await club.db.select().from(newsFeeds);
    expect(JSON.stringify(row)).not.toContain(token);
  });
});

async function headersOf(get: () => Promise<{ headers: Headers }>) {
  const { headers } = await get();
  return { etag: headers.get('etag') ?? '', modified: headers.get('last-modified') ?? '' };
}
