import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { users } from '../../members/members.tables';
import { claimAttachments } from './attachments';
import { supportAttachmentChunks } from './attachments.tables';
import { aMessage, aPdf, aPng, openAttachmentClub, store } from './attachments.testing';
import { rangeIn } from './read-attachment';
import { renderPreview } from './render-preview';

describeOnEachDatabase('a file', (open) => {
  let opened: Awaited<ReturnType<typeof openAttachmentClub>>;
  let mia: Awaited<ReturnType<(typeof opened)['enter']>>;
  beforeEach(async () => {
    opened = await openAttachmentClub(open);
    mia = await opened.enter();
  });

  it('comes back as it was sent, and never as a page', async () => {
    const bytes = aPdf(600_000);
    const { id } = await store(opened.club, { userId: mia.id, name: "Größe 'neu' (1).pdf" }, new Date(), bytes);
    const answer = await mia.get(id);
    expect([answer.status, answer.bytes.equals(bytes)]).toEqual([200, true]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '600000',
      'content-disposition': "attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%27neu%27%20%281%29.pdf",
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      etag: `"${id}"`,
    });
  });

  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=262143-262144', 262_143, 262_145],
    ['bytes=300000-', 300_000, 600_000],
    ['bytes=-5', 599_995, 600_000],
    ['bytes=599999-9999999', 599_999, 600_000],
    ['bytes=0-', 0, 600_000],
  ])('is sent from %s', async (range, from, until) => {
    const bytes = aPdf(600_000);
    const { id } = await store(opened.club, { userId: mia.id }, new Date(), bytes);
    const answer = await mia.get(id, { range });
    expect([answer.status, answer.headers.get('content-range'), answer.headers.get('content-length')]).toEqual([
      206,
      `bytes ${from}-${until - 1}/600000`,
      String(until - from),
    ]);
    expect(answer.bytes.equals(bytes.subarray(from, until))).toBe(true);
  });

  it('has no bytes behind its end', async () => {
    const { id } = await store(opened.club, { userId: mia.id }, new Date(), aPdf(1000));
    for (const range of ['bytes=1000-', 'bytes=-0', 'bytes=5000-6000']) {
      const answer = await mia.get(id, { range });
      expect([range, answer.status, answer.headers.get('content-range'), answer.bytes.length]).toEqual([
        ...[range, 416, 'bytes */1000', 0],
      ]);
    }
  });

  it('is sent whole for a range of another file, for several ranges and for what is none', async () => {
    const { id } = await store(opened.club, { userId: mia.id }, new Date(), aPdf(1000));
    expect((await mia.get(id, { range: 'bytes=0-9', 'if-range': `"${id}"` })).status).toBe(206);
    const whole: Record<string, string>[] = [
      { range: 'bytes=0-9', 'if-range': '"other"' },
      { range: 'bytes=0-9, 20-29' },
      { range: 'bytes=9-0' },
      { range: 'bytes=-' },
      { range: 'lines=0-9' },
    ];
    for (const headers of whole) {
      const answer = await mia.get(id, headers);
      expect([headers, answer.status, answer.bytes.length]).toEqual([headers, 200, 1000]);
    }
  });

  it('is not sent again to a browser that has it', async () => {
    const { id } = await store(opened.club, { userId: mia.id }, new Date());
    for (const known of [`"${id}"`, `"x", W/"${id}"`, '*']) {
      const answer = await mia.get(id, { 'if-none-match': known });
      expect([known, answer.status, answer.bytes.length]).toEqual([known, 304, 0]);
    }
    expect((await mia.get(id, { 'if-none-match': '"x"' })).status).toBe(200);
  });

  it('is there for its member alone', async () => {
    const { id } = await store(opened.club, { userId: mia.id }, new Date());
    const nora = await opened.enter('nora@example.org');
    for (const path of [id, `${id}/preview`]) {
      const foreign = await nora.get(path);
      const unknown = await nora.get(path.replace(id, '0193d2a0-0000-4000-8000-000000000009'));
      expect([foreign.status, foreign.bytes.toString()]).toEqual([404, unknown.bytes.toString()]);
      expect((await opened.ask(`/${path}`, {})).status).toBe(401);
    }
    for (const other of [id.toUpperCase(), 'x', '%27', '..%2f..%2fx']) expect((await mia.get(other)).status).toBe(404);
    await opened.club.db
      .update(users)
      .set({ permissions: ['wallet.view'] })
      .where(eq(users.id, mia.id));
    expect((await mia.get(id)).status).toBe(403);
  });

  it('of the staff is there once it was sent with a message', async () => {
    const greta = await opened.enter('greta@example.org');
    const now = new Date();
    const { id } = await store(opened.club, { userId: mia.id, staffId: greta.id }, now);
    expect((await mia.get(id)).status).toBe(404);
    const message = await aMessage(opened.club, mia.id, now, greta.id);
    await transaction(opened.club.db, (tx) =>
      claimAttachments(tx, { userId: mia.id, staffId: greta.id }, [id], message, now),
    );
    expect([(await mia.get(id)).status, (await greta.get(id)).status]).toEqual([200, 404]);
  });

  it('that is still uploading is not there', async () => {
    let id = '';
    const asked: number[] = [];
    async function* slow() {
      yield aPdf(300_000);
      const [chunk] = await opened.club.db.select().from(supportAttachmentChunks);
      id = chunk?.attachmentId ?? '';
      asked.push((await mia.get(id)).status);
    }
    await store(opened.club, { userId: mia.id, bytes: slow() }, new Date());
    expect([id.length, asked, (await mia.get(id)).status]).toEqual([36, [404], 200]);
  });

  it('that goes while it is read ends with an error', async () => {
    const { id } = await store(opened.club, { userId: mia.id }, new Date(), aPdf(600_000));
    const answer = await opened.ask(`/${id}`, { headers: { authorization: `Bearer ${mia.token}` } });
    const reader = answer.body?.getReader();
    expect((await reader?.read())?.value).toHaveLength(262_144);
    await opened.club.db.$client.query('delete from support_attachments');
    await expect(reader?.read()).rejects.toThrow('A file went while it was read');
  });

  it('that is an image has its preview', async () => {
    const { id } = await store(opened.club, { userId: mia.id }, new Date(), await aPng());
    expect((await mia.get(`${id}/preview`)).status).toBe(404);
    await renderPreview(opened.club, id);
    const answer = await mia.get(`${id}/preview`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(answer.bytes.toString('latin1', 8, 12)).toBe('WEBP');
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    const etag = answer.headers.get('etag') ?? '';
    expect((await mia.get(`${id}/preview`, { 'if-none-match': etag })).status).toBe(304);
  });
});

it('a range is read as RFC 9110 says', () => {
  expect(rangeIn('bytes=2-4', 10)).toEqual({ from: 2, to: 4 });
  expect(rangeIn('bytes=-20', 10)).toEqual({ from: 0, to: 9 });
  expect(rangeIn('Bytes = 2 - 4', 10)).toEqual({ from: 2, to: 4 });
  expect(rangeIn('bytes=10-', 10)).toBe('none');
  expect(rangeIn(undefined, 10)).toBe(null);
  expect(rangeIn('bytes=9999999999999999-', 10)).toBe(null);
});
