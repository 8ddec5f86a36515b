import { crc32 } from 'node:zlib';
import { asc, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeEach, expect, it } from 'vitest';
import { type Actor, type ClubCommand, CommandFailed } from '../club/command';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase } from '../database/database.testing';
import { transaction } from '../database/transaction';
import { aPicture } from '../growing/photos/photos.testing';
import type { Club } from '../identity/identity.testing';
import { actorNumbered, aStaffMember } from '../identity/staff/staff.testing';
import { postArchive, postList, postPreview, postPublish } from './news.club';
import { tidyNews } from './news.housekeeping';
import { newsPictureFiles, newsPictures, newsPosts } from './news.tables';
import { after, aReader, fileOf, filesIn, listMiscounted, openNews, start, type Written } from './news.testing';
import { makePicture, storePicture } from './pictures-of-posts';

describeOnEachDatabase('post', (open) => {
  let club: Club;
  let greta: Actor;
  beforeEach(async () => {
    club = await openNews(open);
    greta = await aStaffMember(club);
  });
  const run = (command: ClubCommand, given: Record<string, unknown>, minutes = 0) =>
    command.run(club, given, after(minutes), greta);
  const paths = (...posts: Written[]) =>
    Object.values(filesIn(Object.fromEntries(posts.map((post, at) => [`${at}.md`, fileOf(post)]))));
  const publish = (posts: Written[], minutes = 0, more: object = {}) =>
    run(postPublish, { file: paths(...posts), ...more }, minutes);
  const rows = () => club.db.select().from(newsPosts).orderBy(asc(newsPosts.id));
  const audited = async () =>
    (await club.db.select().from(auditLog).where(eq(auditLog.actorId, greta.id)).orderBy(asc(auditLog.id))).map(
      ({ action, detail }) => [action, detail],
    );

  it('publish shows posts, changes them, and does nothing the second time', async () => {
    const mia = await aReader(club);
    const posts: Written[] = [
      { id: 'a', title: 'One' },
      { id: 'a', language: 'de', title: 'Eins' },
    ];
    expect((await publish(posts)).lines).toEqual([
      '1 en/a: added, published. One. http://localhost:3000/post/1/one',
      '2 de/a: added, published. Eins. http://localhost:3000/post/2/eins',
    ]);
    expect(await mia.titles()).toEqual(['One']);
    const before = await rows();
    expect((await publish(posts, 1)).lines[0]).toContain('en/a: unchanged, published.');
    expect(await rows()).toEqual(before);
    await mia.read(1);
    expect((await publish([{ id: 'a', title: 'First' }], 2)).lines[0]).toContain('en/a: changed, published. First.');
    const [changed] = await rows();
    expect(changed).toMatchObject({
      id: 1,
      title: 'First',
      publishedAt: start,
      updatedAt: after(2),
      staffId: greta.id,
    });
    expect([(await mia.show(1)).body.is_read, await mia.unread()]).toEqual([true, 0]);
    expect(await audited()).toEqual([
      ['post.saved', { post: 1, status: 'published', change: 'added', by: 'command line' }],
      ['post.saved', { post: 2, status: 'published', change: 'added', by: 'command line' }],
      ['post.saved', { post: 1, status: 'published', change: 'changed', by: 'command line' }],
    ]);
  });

  it('preview keeps a draft, which is published later; archive takes it away, and publish brings it back', async () => {
    const mia = await aReader(club);
    const [path] = paths({ id: 'a', title: 'One' });
    expect((await run(postPreview, { file: [path] })).lines[0]).toContain('en/a: added, draft.');
    expect(await mia.titles()).toEqual([]);
    await run(postPublish, { file: [path] }, 1);
    await expect(run(postPreview, { file: [path] }, 2)).rejects.toThrow('en/a was published already');
    await expect(publish([{ id: 'a' }], 2, { at: after(9).toISOString().replace('.000', '') })).rejects.toThrow(
      'was published already',
    );
    expect((await run(postArchive, { id: '1' }, 3)).lines).toEqual(['Archived post 1: One.']);
    await expect(run(postArchive, { id: '1' }, 3)).rejects.toThrow('Post 1 is archived already.');
    await expect(run(postArchive, { id: '7' }, 3)).rejects.toThrow('There is no post 7.');
    expect(await mia.titles()).toEqual([]);
    await run(postPublish, { file: [path] }, 4);
    expect(await mia.titles()).toEqual(['One']);
    expect((await rows())[0]).toMatchObject({ publishedAt: after(1), archivedAt: null });
    expect(await listMiscounted(club)).toEqual([]);
  });

  it('list shows what there is', async () => {
    expect((await run(postList, {})).lines).toEqual(['There are no such posts.']);
    await publish([{ id: 'a', title: 'One' }]);
    const at = '2026-12-01T08:00+01:00';
    await publish([{ id: 'b', title: 'Two' }], 1, { at });
    expect((await run(postList, {})).lines).toEqual([
      '2 en/b: scheduled for 2026-12-01T07:00:00.000Z. Two. http://localhost:3000/post/2/two',
      '1 en/a: published. One. http://localhost:3000/post/1/one',
    ]);
    expect((await run(postList, { status: 'published', limit: '1' })).data.posts).toMatchObject([{ id: 1 }]);
  });

  it('publishes all files or none, and names the file and the line', async () => {
    const files = filesIn({
      'a.md': fileOf({ id: 'a' }),
      'b.md': fileOf({ id: 'b', body: 'x\n\n<b>' }),
      'c.md': Buffer.from([0xff]),
    });
    const given = (...names: string[]) => ({ file: names.map((name) => files[name]) });
    await expect(run(postPublish, given('a.md', 'b.md'))).rejects.toThrow(`${files['b.md']}, line 10: HTML`);
    await expect(run(postPublish, given('c.md'))).rejects.toThrow('is not in UTF-8');
    await expect(run(postPublish, given('a.md', 'a.md'))).rejects.toThrow('en/a is in another file too');
    await expect(run(postPublish, { file: ['/nowhere/x.md'] })).rejects.toThrow('There is no file /nowhere/x.md.');
    await expect(publish([{ id: 'a' }], 5, { at: '2026-11-20' })).rejects.toThrow('is in the past');
    const big = filesIn({ 'big.md': Buffer.alloc(1024 * 1024 + 1, 'a') });
    await expect(run(postPublish, { file: [big['big.md']] })).rejects.toThrow('has 1.0 MB; at most 1');
    expect(await rows()).toEqual([]);
    expect(await audited()).toEqual([]);
  });

  it('is for editors', async () => {
    const given: [ClubCommand, object][] = [
      [postPublish, { file: ['/x.md'] }],
      [postPreview, { file: ['/x.md'] }],
      [postArchive, { id: '1' }],
      [postList, {}],
    ];
    for (const [command, values] of given) {
      await expect(command.run(club, values, start)).rejects.toThrow('Nobody is signed in here');
      await expect(command.run(club, values, start, actorNumbered(greta.id, ['tickets.manage']))).rejects.toThrow(
        'has no permission news.manage',
      );
    }
  });

  it('publish stores a picture in three formats, once for both languages, and only posts show it', async () => {
    const mia = await aReader(club);
    const image = await aPicture(600, 400).jpeg().toBuffer();
    const texts = { id: 'a', image: 'x.jpg', alt: 'Red and blue', caption: 'Halves' };
    const files = filesIn({ 'x.jpg': image, 'a.md': fileOf(texts), 'b.md': fileOf({ ...texts, language: 'de' }) });
    const given = { file: [files['a.md'], files['b.md']] };
    await run(postPreview, given);
    const [picture] = await club.db.select().from(newsPictures);
    const path = (name: string) => `/pictures/${picture?.id}/${name}`;
    expect((await mia.call('GET', path('480.avif'))).status).toBe(404);
    await run(postPublish, given, 1);
    expect([await club.db.$count(newsPictures), await club.db.$count(newsPictureFiles)]).toEqual([1, 6]);
    expect((await mia.list()).body.data[0]?.image).toEqual({
      ...{ id: picture?.id, alt: 'Red and blue', caption: 'Halves', width: 600, height: 400, widths: [480, 600] },
    });
    for (const name of ['480.avif', '600.webp', '600.jpeg']) {
      const token = mia.token;
      const known = { 'if-none-match': `"${picture?.id}-${name}"` };
      const { status, headers } = await club.call('GET', `/news${path(name)}`, { token, headers: known });
      expect([status, headers.get('cache-control')]).toEqual([304, 'private, max-age=31536000, immutable']);
    }
    for (const name of ['960.avif', '480.gif', '480', '0480.avif'])
      expect([name, (await mia.call('GET', path(name))).status]).toEqual([name, 404]);
    await run(postPublish, { file: paths({ id: 'a' }, { id: 'a', language: 'de' }) }, 2);
    expect((await mia.call('GET', path('480.avif'))).status).toBe(404);
    await tidyNews(club, after(3));
    expect(await club.db.$count(newsPictures)).toBe(1);
    await tidyNews(club, after(24 * 60 + 1));
    expect([await club.db.$count(newsPictures), await club.db.$count(newsPictureFiles)]).toEqual([0, 0]);
  });

  it('appears when its picture is made, so that nobody marks as read what their list did not have', async () => {
    const mia = await aReader(club);
    const image = await aPicture(600, 400).jpeg().toBuffer();
    const files = filesIn({ 'x.jpg': image, 'a.md': fileOf({ id: 'a', image: 'x.jpg', alt: 'Red and blue' }) });
    await run(postPublish, { file: [files['a.md']] });
    await mia.readAll(new Date(start.getTime() + 1));
    expect(await mia.unread()).toBe(1);
  });

  it('is refused when its picture is tidied away between being known and being stored', async () => {
    const original = await aPicture(600, 400).jpeg().toBuffer();
    const made = await makePicture(club.db, original);
    await transaction(club.db, (tx) => storePicture(tx, made, start));
    const known = await makePicture(club.db, original);
    await tidyNews(club, after(24 * 60 + 1));
    const stored = transaction(club.db, (tx) => storePicture(tx, known, start));
    await expect(stored).rejects.toThrow('tidied away meanwhile: do it again.');
    expect(await club.db.$count(newsPictures)).toBe(0);
    expect((await makePicture(club.db, original)).files).toHaveLength(6);
  });

  it('refuses pictures that are too large before it decodes them, and what is no picture', async () => {
    const before = process.memoryUsage().rss;
    const small = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const cases: [Buffer, string][] = [
      [Buffer.alloc(30 * 1024 * 1024, 1), 'has 30.0 MB; at most 20 are possible'],
      [ofSize(small, 40_000, 40_000), 'has 40000 × 40000 pixels; at most 12000'],
      [
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
        'is not a jpg, png or webp',
      ],
      [small.subarray(0, 60), 'is broken'],
    ];
    for (const [bytes, words] of cases) {
      const files = filesIn({ 'x.png': bytes, 'a.md': fileOf({ id: 'a', image: 'x.png', alt: 'A' }) });
      const failed = run(postPublish, { file: [files['a.md']] });
      await expect(failed).rejects.toThrow(CommandFailed);
      await expect(failed).rejects.toThrow(words);
    }
    const missing = filesIn({ 'a.md': fileOf({ id: 'a', image: 'x.png', alt: 'A' }) });
    await expect(run(postPublish, { file: [missing['a.md']] })).rejects.toThrow('There is no file');
    // A picture of that many pixels would need 4.8 GB.
    expect(process.memoryUsage().rss - before).toBeLessThan(500 * 1024 * 1024);
    expect(await rows()).toEqual([]);
  });
});

/** Returns a PNG whose header tells another size. */
function ofSize(png: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(png);
  changed.writeUInt32BE(width, 16);
  changed.writeUInt32BE(height, 20);
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29);
  return changed;
}
