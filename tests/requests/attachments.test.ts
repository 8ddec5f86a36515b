import { and, eq, isNull } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { authSessions } from '../../upstream/members/sessions.tables';
import { supportAttachmentChunks, supportAttachments } from '../../upstream/support/attachments/attachments.tables';
import { type Club, sharedClub } from '../support/club';
import { textsIn } from '../support/texts';
import { aLongPdf, type Entry, postForm } from '../support/uploads';
import { formOf, Visitor } from '../support/visitor';

const MB = 1024 * 1024;
const t = textsIn('en');

let club: Club;
beforeAll(async () => {
  club = await sharedClub();
}, 120_000);

async function aMember(state: Parameters<Club['member']>[0] = {}) {
  const member = await club.member(state);
  const visitor = new Visitor(club.url);
  await visitor.signIn(member);
  const fields = formOf(await visitor.get('/dashboard'), '/instructions').fields;
  const csrf = fields.find(([name]) => name === 'csrf')?.[1] ?? '';
  const post = (entries: Entry[], path = '/support/attachments') =>
    postForm(club.url, visitor, path, [['csrf', csrf], ...entries]);
  const upload = async (name: string, bytes: Uint8Array | AsyncIterable<Uint8Array>) => {
    const { status, body } = await post([['file', { name, bytes }]]);
    return { status, body: JSON.parse(body.replaceAll('\u00a0', ' ')) };
  };
  const ofMember = eq(supportAttachments.userId, member.id);
  const kept = async () =>
    (await club.db.select({ id: supportAttachments.id }).from(supportAttachments).where(ofMember)).length;
  return { member, visitor, csrf, post, upload, kept };
}

describe('script', () => {
  it('uploads a file and learns what became of it', async () => {
    const { upload, visitor } = await aMember();
    const { status, body } = await upload('Größe.pdf', aLongPdf(700_000));
    expect([status, body]).toMatchObject([200, { name: 'Größe.pdf', size: 700_000, type: 'application/pdf' }]);
    const file = await visitor.get(`/support/attachment/${body.id}`);
    expect([file.status, file.body.length, file.body.slice(0, 5)]).toEqual([200, 700_000, '%PDF-']);
  });

  it('is told in words why a file cannot be attached', async () => {
    const { upload, post, kept } = await aMember();
    const type = await upload('a.gif', Buffer.from('GIF89a\x01\x00', 'latin1'));
    expect(type).toEqual({
      status: 422,
      body: {
        status: 422,
        message:
          'Only PDF, JPG, PNG, WebP and plain text files can be attached. Save your file as one of these, and choose it again.',
      },
    });
    const large = await upload('a.pdf', aLongPdf(11 * MB));
    expect(large).toEqual({ status: 413, body: { status: 413, message: t('attachments:too_large') } });
    expect((await post([])).status).toBe(422);
    expect(await kept()).toBe(0);
  });

  it('needs the token first, the member’s session and the right to write', async () => {
    const { visitor, csrf, post, kept, member } = await aMember();
    const file: Entry = ['file', { name: 'a.pdf', bytes: Buffer.from('%PDF-1.7') }];
    const send = (entries: Entry[]) => postForm(club.url, visitor, '/support/attachments', entries);
    expect((await send([file, ['csrf', csrf]])).status).toBe(400);
    expect((await send([file])).status).toBe(400);
    expect((await send([['csrf', 'forged'], file])).status).toBe(422);
    expect(
      (await postForm(club.url, new Visitor(club.url), '/support/attachments', [['csrf', csrf], file])).status,
    ).toBe(401);
    const reader = await aMember({ permissions: ['support.view'] });
    expect((await reader.post([file])).status).toBe(403);
    await club.db
      .update(authSessions)
      .set({ revokedAt: new Date(), revokedReason: 'logout' })
      .where(and(eq(authSessions.userId, member.id), isNull(authSessions.revokedAt)));
    const locked = await post([file]);
    expect([locked.status, JSON.parse(locked.body)]).toEqual([401, { kind: 'locked' }]);
    expect([await kept(), await reader.kept()]).toEqual([0, 0]);
  });

  it('may be on a slow line: only a chunk of the file waits in memory, and what arrived is stored', async () => {
    const { upload, member } = await aMember();
    const stored: number[] = [];
    const ofMember = eq(supportAttachments.userId, member.id);
    const look = async (sent: number) => {
      // Each of these pieces comes only after the one before it was stored.
      if (sent % (512 * 1024) !== 0) return;
      await expect
        .poll(async () => {
          const chunks = await club.db
            .select({ number: supportAttachmentChunks.number })
            .from(supportAttachmentChunks)
            .innerJoin(supportAttachments, eq(supportAttachments.id, supportAttachmentChunks.attachmentId))
            .where(ofMember);
          return chunks.length * 256 * 1024;
        })
        .toBeGreaterThanOrEqual(sent - 512 * 1024);
      stored.push(sent);
    };
    const { status } = await upload('a.pdf', aLongPdf(3 * MB, look));
    expect([status, stored.length]).toEqual([200, 6]);
  });

  it('whose line is cut leaves nothing', async () => {
    const { upload, kept } = await aMember();
    async function* torn() {
      yield* aLongPdf(2 * MB);
      await expect.poll(kept).toBe(1);
      throw new Error('the line is cut');
    }
    await expect(upload('a.pdf', torn())).rejects.toThrow('the line is cut');
    await expect.poll(kept).toBe(0);
  });
});

describe('a file', () => {
  it('is never shown as a page, and its ranges are passed on', async () => {
    const { upload, visitor } = await aMember();
    const { id } = (await upload('../../page.html', Buffer.from(`<script>alert(1)</script>${'.'.repeat(3000)}`))).body;
    const path = `/support/attachment/${id}`;
    const file = await visitor.get(path, { 'Accept-Encoding': 'br' });
    expect([file.status, Object.fromEntries(file.headers)]).toMatchObject([
      200,
      {
        'content-type': 'text/plain',
        'content-disposition': "attachment; filename*=UTF-8''page.txt",
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, no-cache',
        'accept-ranges': 'bytes',
        'content-length': '3025',
      },
    ]);
    expect(file.headers.has('content-encoding')).toBe(false);
    const part = await visitor.get(path, { Range: 'bytes=8-12', 'Accept-Encoding': 'br' });
    expect([part.status, part.body, part.headers.get('content-range')]).toEqual([206, 'alert', 'bytes 8-12/3025']);
    const none = await visitor.get(path, { Range: 'bytes=9999-' });
    expect([none.status, none.headers.get('content-range'), none.body]).toEqual([416, 'bytes */3025', '']);
    const data = await visitor.get(`${path}.data`);
    expect([data.status, data.body.includes('alert')]).toEqual([404, false]);
    const known = await visitor.get(path, { 'If-None-Match': file.headers.get('etag') ?? '' });
    expect([known.status, known.body]).toEqual([304, '']);
  });

  it('that is an image has a small preview without the place where it was taken', async () => {
    const { upload, visitor } = await aMember();
    const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c81e1e' } })
      .jpeg()
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 57/1 54/1' }, IFD0: { Make: 'Telefonfabrik' } })
      .toBuffer();
    const { id } = (await upload('foto.jpg', photo)).body;
    const load = () => visitor.get(`/support/attachment/${id}/preview`);
    await expect.poll(async () => (await load()).status, { timeout: 30_000 }).toBe(200);
    const preview = await load();
    expect([preview.headers.get('content-type'), preview.headers.get('content-security-policy')]).toEqual([
      'image/webp',
      "sandbox; default-src 'none'",
    ]);
    expect([preview.body.slice(8, 12), preview.body.includes('Telefonfabrik')]).toEqual(['WEBP', false]);
  });

  it('is there for its member alone', async () => {
    const { upload } = await aMember();
    const { id } = (await upload('a.pdf', aLongPdf(100))).body;
    const { visitor: other } = await aMember();
    const guest = new Visitor(club.url);
    for (const path of [`/support/attachment/${id}`, `/support/attachment/${id}/preview`]) {
      for (const visitor of [other, guest]) {
        const answer = await visitor.get(path);
        expect([answer.status, answer.body, answer.location]).toEqual([404, '', null]);
      }
    }
    for (const wrong of ['x', '%00', '..%2f..%2fetc%2fpasswd', id.toUpperCase()])
      expect([wrong, (await other.get(`/support/attachment/${wrong}`)).status]).not.toEqual([wrong, 200]);
  });
});
