import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberPermissions } from '../../upstream/members/permissions';
import { newsPosts } from '../../upstream/news/news.tables';
import { type Club, startClub } from '../support/club';
import { ghostPath } from '../support/ghost';
import { copyPost } from '../support/news';
import { textsIn } from '../support/texts';
import { type Page, readableText, Visitor } from '../support/visitor';

let club: Club;
let folder: string;
/** They have no story unread before the first one of a test. */
let mia: Visitor;
let paul: Visitor;
beforeAll(async () => {
  club = await startClub();
  folder = mkdtempSync(join(tmpdir(), 'news-'));
  mia = await aVisitor();
  paul = await aVisitor({ permissions: [...memberPermissions, 'news.preview'] });
}, 180_000);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await club?.stop();
});

async function aVisitor(state: Parameters<Club['member']>[0] = {}): Promise<Visitor> {
  const visitor = new Visitor(club.url);
  await visitor.signIn(await club.member({ language: 'en', ...state }));
  return visitor;
}

/** Publishes a post of the club, and returns its path without the words of its title. */
async function publish(slug: string, { language = 'en', title = slug, body = 'Some words.', at = '' } = {}) {
  const file = join(folder, `${language}-${slug}.md`);
  const matter = { id: slug, language, category: 'technology', title, teaser: `About ${slug}.` };
  const lines = Object.entries(matter).map(([name, value]) => `${name}: ${value}`);
  writeFileSync(file, `---\n${lines.join('\n')}\n---\n${body}\n`);
  const { code, stderr } = await club.staff('post', 'publish', file, ...(at ? ['--at', at] : []));
  expect([code, stderr]).toEqual([0, '']);
  const [post] = await club.db.select({ id: newsPosts.id }).from(newsPosts).where(eq(newsPosts.title, title));
  return `/post/${post?.id}`;
}

const unreadIn = ({ body }: Page) => Number(/<span class="pip">(\d+)/.exec(body)?.[1] ?? 0);
const titlesIn = ({ body }: Page) =>
  [...body.matchAll(/<h3[^>]*><a[^>]*>(.*?)<\/a>/g)].map(([, title = '']) => title.replace(/<[^>]+>/g, ''));

describe('a post', () => {
  it('has one address, to which the others lead for good', async () => {
    const path = await publish('address', { title: 'Größe der Felder' });
    for (const wrong of ['', '/groesse', '/Groesse-Der-Felder']) {
      const answer = await mia.get(path + wrong);
      expect([answer.status, answer.location]).toEqual([301, `${path}/groesse-der-felder`]);
    }
    const page = await mia.get(`${path}/groesse-der-felder`);
    expect([page.status, page.body.includes('<title>Größe der Felder')]).toEqual([200, true]);
  });

  it('shows what staff wrote, and nothing that runs', async () => {
    const body =
      '## Why\n\n> Because *we* can.\n\n3. three\n4. four\n\n[rooms](/growing) and [more](https://example.org/)';
    const page = await mia.get((await mia.get(await publish('body', { title: 'Body', body }))).location ?? '');
    expect(page.body).toMatch(/<h2>Why<\/h2>\s*<blockquote>\s*<p>Because <em>we<\/em> can\.<\/p>/);
    expect(page.body).toMatch(/<ol start="3">\s*<li>three<\/li>/);
    expect(page.body).toContain('href="/growing">rooms</a> and <a href="https://example.org/">more</a>');
  });

  it('is read by being opened, and not by a prefetch, a HEAD or a redirect', async () => {
    const eva = await aVisitor();
    expect(unreadIn(await eva.get('/posts'))).toBe(0);
    const path = await publish('unread', { title: 'Unread' });
    expect((await eva.get(path)).status).toBe(301);
    const unseen: RequestInit[] = [{ headers: { 'Sec-Purpose': 'prefetch' } }, { method: 'HEAD' }];
    for (const init of unseen) await eva.request(`${path}/unread`, init);
    const list = await eva.get('/posts');
    expect([unreadIn(list), list.body.match(/class="badge good"/g)?.length]).toEqual([1, 1]);
    expect(unreadIn(await eva.get(`${path}/unread`))).toBe(0);
  });

  it('is not read by staff in ghost mode, who get no feed either', async () => {
    const member = await club.member({ language: 'en' });
    const path = await publish('ghost', { title: 'Ghost' });
    const ghost = new Visitor(club.url);
    await ghost.submit(await ghost.get(await ghostPath(club, member)), 'enter-ghost-mode');
    expect(unreadIn(await ghost.get(`${path}/ghost`))).toBe(1);
    const list = await ghost.get('/posts');
    expect([list.status, unreadIn(list), list.body.includes('id="feed-form"')]).toEqual([200, 1, false]);
    expect(list.body).not.toContain('id="read-all"');
  });

  it('that is not published is there for a preview alone', async () => {
    const at = `${new Date(club.clock.now() + 86_400_000).toISOString().slice(0, 16)}+00:00`;
    const path = `${await publish('later', { title: 'Later', at })}/later`;
    expect((await mia.get(path)).status).toBe(404);
    const preview = await paul.get(path);
    expect(preview.status).toBe(200);
    expect(readableText(preview)).toContain('Preview. Members do not see this post yet.');
    expect(titlesIn(await paul.get('/posts'))).not.toContain('Later');
  });

  it.each(['/post/0', '/post/x', '/post/999999', '/post/12345678901'])('%s is not found', async (path) => {
    expect((await mia.get(path)).status).toBe(404);
  });

  it('needs the permission', async () => {
    const nobody = await aVisitor({ permissions: memberPermissions.filter((name) => name !== 'news.view') });
    expect((await nobody.get('/posts')).status).toBe(403);
    expect((await nobody.get('/post/1')).status).toBe(403);
  });

  it('has its picture in three formats, which a member’s browser keeps', async () => {
    const [post] = await club.db
      .select({ id: newsPosts.id })
      .from(newsPosts)
      .where(and(isNotNull(newsPosts.alt), eq(newsPosts.status, 'published')));
    const path = (await mia.get(`/post/${post?.id}`)).location ?? '';
    await expect.poll(async () => (await mia.get(path)).body, { timeout: 30_000 }).toContain('<picture>');
    const { body } = await mia.get(path);
    expect(body).toMatch(/<img class="pic"[^>]* width="\d+" height="\d+" alt="[^"]+" fetchpriority="high"/);
    expect(body.match(/<source type="image\/(avif|webp)" srcSet="[^"]*480w, [^"]*960w"/gi)).toHaveLength(2);
    for (const [format, type] of Object.entries({ avif: 'image/avif', webp: 'image/webp', jpeg: 'image/jpeg' })) {
      const file = new RegExp(`/post/picture/[\\w-]+/\\d+\\.${format}`).exec(body)?.[0] ?? '';
      const answer = await mia.get(file);
      expect([format, answer.status, answer.headers.get('content-type')]).toEqual([format, 200, type]);
      expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
      const again = await mia.get(file, { 'If-None-Match': answer.headers.get('etag') ?? '' });
      expect([again.status, again.body]).toEqual([304, '']);
      const guest = await new Visitor(club.url).get(file);
      expect([guest.status, guest.location, guest.body]).toEqual([404, null, '']);
    }
  });
});

describe('the list', () => {
  it('has pinned posts first, pages, and a page behind the last one', async () => {
    const first = await mia.get('/posts');
    expect(readableText(first)).toContain(' pinned ');
    expect(titlesIn(first)).toHaveLength(5);
    const second = await mia.get('/posts?page=2');
    expect(titlesIn(second)).toHaveLength(5);
    expect(titlesIn(second).filter((title) => titlesIn(first).includes(title))).toEqual([]);
    expect((await mia.get('/posts?page=900')).location).toMatch(/^\/posts\?page=\d$/);
  });

  it('loads the picture of its first post at once, and those below when they are near', async () => {
    const pictures = async (path: string) => {
      const { body } = await mia.get(path);
      return [...body.matchAll(/<li class="post">(<picture>.*?<\/picture>)?/g)].map(([, picture]) =>
        picture ? /width="\d+" height="\d+" alt="[^"]{10,}".* loading="lazy"/.test(picture) : null,
      );
    };
    // The fourth has none.
    const isLazy = [false, true, true, null, true];
    await expect.poll(() => pictures('/posts?category=growing'), { timeout: 30_000 }).toEqual(isLazy);
  });

  it('labels a post that is there in the other language only', async () => {
    await publish('nur-deutsch', { language: 'de', title: 'Nur auf Deutsch' });
    const page = await mia.get('/posts?q=Nur+auf+Deutsch');
    expect(page.body).toMatch(/<h3 lang="de"><a[^>]*>Nur auf <mark>Deutsch/);
    expect(readableText(page)).toContain('in German');
  });

  it('is searched and filtered, and says why it is empty', async () => {
    await publish('zeppelin', { title: 'A zeppelin' });
    expect(titlesIn(await mia.get('/posts?q=zeppelins'))).toEqual(['A zeppelin']);
    expect(titlesIn(await mia.get('/posts?q=zeppelin&category=technology'))).toEqual(['A zeppelin']);
    const none = await mia.get('/posts?q=zeppelin&category=events');
    expect([none.status, titlesIn(none)]).toEqual([200, []]);
    expect(readableText(none)).toContain('No post found Try another word, or choose another topic.');
    expect(readableText(await mia.get('/posts?q=xylophone'))).toContain('Try another word. Show all posts');
    const short = await mia.get('/posts?q=z');
    expect([short.status, titlesIn(short)]).toEqual([422, []]);
    expect(readableText(short)).toContain('Enter 2 to 100 characters.');
    expect(readableText(short)).not.toContain('No post found');
  });

  it('is marked as read as far as it was shown', async () => {
    const eva = await aVisitor();
    await publish('before', { title: 'Before' });
    const list = await eva.get('/posts?category=technology');
    expect(unreadIn(list)).toBe(1);
    await club.clock.advance(5);
    await publish('after', { title: 'After' });
    const answer = await eva.submit(list, 'read-all', { intent: 'read_all' });
    expect([answer.status, answer.location]).toEqual([303, '/posts?category=technology']);
    const next = await eva.get('/posts?category=technology');
    expect(unreadIn(next)).toBe(1);
    expect(readableText(next)).toContain('All posts are marked as read.');
    await eva.submit(next, 'read-all', { intent: 'read_all' });
    expect((await eva.get('/posts')).body).not.toContain('id="read-all"');
    expect((await eva.submit(list, 'read-all', { intent: 'read_all', before: 'x' })).status).toBe(422);
  });
});

describe('the feed', () => {
  const addressIn = ({ body }: Page) => /value="http[^"]*(\/feeds\/news\/[\w-]+\.xml)"/.exec(body)?.[1] ?? null;

  it('is made, read without a session, given a new address and ended', async () => {
    const eva = await aVisitor();
    const reader = new Visitor(club.url);
    const press = async (intent: string) => {
      const answer = await eva.submit(await eva.get('/posts'), 'feed-form', { intent });
      expect([answer.status, answer.location]).toEqual([303, '/posts']);
      return addressIn(await eva.get('/posts'));
    };
    expect(addressIn(await eva.get('/posts'))).toBeNull();
    const address = (await press('make_feed')) ?? '';
    const feed = await reader.get(address);
    expect([feed.status, feed.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    expect(feed.headers.get('set-cookie')).toBeNull();
    expect(feed.body).toContain('<feed xmlns="http://www.w3.org/2005/Atom"');
    const again = await reader.get(address, { 'If-None-Match': feed.headers.get('etag') ?? '' });
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', feed.headers.get('etag')]);
    const since = await reader.get(address, { 'If-Modified-Since': feed.headers.get('last-modified') ?? '' });
    expect(since.status).toBe(304);

    const renewed = (await press('renew_feed')) ?? '';
    expect([(await reader.get(address)).status, (await reader.get(renewed)).status]).toEqual([404, 200]);
    expect(await press('end_feed')).toBeNull();
    expect((await reader.get(renewed)).status).toBe(404);
  });

  it.each(['none.xml', 'none', `${'a'.repeat(65)}.xml`, '..%2fx.xml'])('is not there at %s', async (file) => {
    const answer = await new Visitor(club.url).get(`/feeds/news/${file}`);
    expect([answer.status, answer.location, answer.body]).toEqual([404, null, '']);
    expect(answer.headers.get('cache-control')).toBe('no-store, private');
  });
});

it.each(['en', 'de'] as const)('a search with many hits says in %s that it has more', async (language) => {
  const t = textsIn(language);
  const visitor = await aVisitor({ language });
  const word = `marmalade${language}`;
  await publish(word, { title: word });
  await copyPost(club, word, 99);
  const path = (page: number) => `/posts?q=${word}&page=${page}`;
  const all = readableText(await visitor.get(path(20)));
  expect(all).toContain(t('ui.pages.range', { from: 96, to: 100, total: 100 }));
  expect(all).not.toContain(t('news:list.too_many', { most: 100 }));
  await copyPost(club, word, 1);
  const most = readableText(await visitor.get(path(20)));
  expect(most).toContain(t('ui.pages.range_of_more', { from: 96, to: 100, total: 100 }));
  expect(most).toContain(t('news:list.too_many', { most: 100 }));
  expect((await visitor.get(path(21))).location).toBe(path(20));
});
