import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { attachmentLimits, uploadBodyBytes } from '../../contract/support-attachments';
import { describeOnEachDatabase } from '../../database/database.testing';
import { apiTokens } from '../../identity/api-tokens/api-tokens.tables';
import { anApiToken } from '../../identity/api-tokens/api-tokens.testing';
import { users } from '../../members/members.tables';
import { authSessions } from '../../members/sessions.tables';
import type { UserRow } from '../../members/users';
import { supportAttachmentChunks, supportAttachments } from './attachments.tables';
import { aPdf, aPng, asForm, inPieces, openAttachmentClub, streamOf } from './attachments.testing';
import { textsIn } from './attachments.texts';

describeOnEachDatabase('an upload', (open) => {
  let opened: Awaited<ReturnType<typeof openAttachmentClub>>;
  let mia: Awaited<ReturnType<(typeof opened)['enter']>>;
  beforeEach(async () => {
    opened = await openAttachmentClub(open);
    mia = await opened.enter();
  });
  afterEach(() => void vi.useRealTimers());

  const kept = async () => [
    await opened.club.db.$count(supportAttachments),
    await opened.club.db.$count(supportAttachmentChunks),
  ];

  it('stores the file in chunks and answers with it', async () => {
    const bytes = aPdf(600_000);
    const { status, body } = await mia.upload(bytes, { name: 'Größe.pdf' });
    expect([status, body]).toEqual([
      201,
      {
        ...{ id: expect.any(String), name: 'Größe.pdf', type: 'application/pdf', size: 600_000, preview: null },
        created_at: expect.any(String),
      },
    ]);
    const chunks = await opened.club.db
      .select()
      .from(supportAttachmentChunks)
      .orderBy(asc(supportAttachmentChunks.number));
    expect(chunks.map(({ number, bytes }) => [number, bytes.length])).toEqual([
      [0, 262_144],
      [1, 262_144],
      [2, 75_712],
    ]);
    expect(Buffer.concat(chunks.map(({ bytes }) => bytes)).equals(bytes)).toBe(true);
  });

  it('may have 10 MB and not one byte more', { timeout: 60_000 }, async () => {
    const most = await mia.upload(aPdf(attachmentLimits.each));
    expect([most.status, most.body.size]).toEqual([201, 10 * 1024 * 1024]);
    const more = await mia.upload(aPdf(attachmentLimits.each + 1));
    expect([more.status, more.body.code]).toEqual([413, 'file_too_large']);
    expect(more.body.errors.file).toEqual([textsIn('en').tooLarge]);
    expect(await kept()).toEqual([1, 40]);
  });

  it('that is too large ends at the limit and is read no further', { timeout: 60_000 }, async () => {
    let given = 0;
    async function* endless() {
      yield Buffer.from('%PDF-1.7\n');
      for (const piece = Buffer.alloc(50_000, 'x'); ; given += piece.length) yield piece;
    }
    const { status } = await mia.upload(streamOf(asForm(endless())));
    expect(status).toBe(413);
    expect(given - attachmentLimits.each).toBeLessThan(500_000);
    expect(await kept()).toEqual([0, 0]);
  });

  it('that announces too much is refused before it is read', async () => {
    let isRead = false;
    async function* never() {
      isRead = true;
      yield Buffer.from('x');
    }
    const headers = { 'content-length': String(uploadBodyBytes + 1) };
    const { status, body } = await mia.upload(streamOf(never()), { headers });
    expect([status, body.code, isRead]).toEqual([413, 'file_too_large', false]);
  });

  it.each([
    ['a PDF', async () => aPdf(), 'x.exe', 'application/pdf', 'x.pdf'],
    ['a PNG', async () => aPng(), 'x.pdf', 'image/png', 'x.png'],
    [
      'HTML in a PNG',
      async () => Buffer.from('\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'latin1'),
      'x.html',
      'image/png',
      'x.png',
    ],
    [
      'a PDF that is HTML as well',
      async () => Buffer.from('%PDF-1.7<html><script>1</script>'),
      'x.html',
      'application/pdf',
      'x.pdf',
    ],
    ['HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'x.png', 'text/plain', 'x.txt'],
    [
      'SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x"/>'),
      'x.svg',
      'text/plain',
      'x.txt',
    ],
    ['text', async () => Buffer.from('Grüße\r\n\tund mehr'), 'a b.txt', 'text/plain', 'a b.txt'],
    ['text in a code page', async () => Buffer.from('Gr\xfc\xdfe', 'latin1'), 'a.txt', 'text/plain', 'a.txt'],
    ['text of one byte', async () => Buffer.from('x'), 'a.txt', 'text/plain', 'a.txt'],
    ['300 characters', async () => aPdf(), `${'a'.repeat(300)}.pdf`, 'application/pdf', `${'a'.repeat(116)}.pdf`],
    ['a path', async () => aPdf(), '../../x', 'application/pdf', 'x.pdf'],
    ['marks of direction', async () => aPdf(), 'x\u202efdp.exe', 'application/pdf', 'xfdp.pdf'],
  ])('of %s has the type of its signature and a name of that type', async (_, bytes, name, type, shown) => {
    const { status, body } = await mia.upload(await bytes(), { name });
    expect([status, body.type, body.name]).toEqual([201, type, shown]);
  });

  it.each([
    ['a ZIP', Buffer.from('PK\x03\x04\x14\x00', 'latin1')],
    ['a GIF', Buffer.from('GIF89a\x01\x00', 'latin1')],
    ['a program', Buffer.from('\x7fELF\x02\x01', 'latin1')],
    ['UTF-16', Buffer.from('\ufeffHallo', 'utf16le')],
    ['commands to a terminal', Buffer.from('\x1b]0;title\x07')],
    ['text that ends as something else', Buffer.concat([Buffer.alloc(700_000, 'text '), Buffer.from([0])])],
  ])('of %s is refused', async (_, bytes) => {
    const { status, body } = await mia.upload(bytes, { name: 'scan.pdf' });
    expect([status, body.errors]).toEqual([422, { file: [textsIn('en').wrongType] }]);
    expect(await kept()).toEqual([0, 0]);
  });

  it('of nothing is refused', async () => {
    const empty = await mia.upload(Buffer.from(''));
    expect([empty.status, empty.body.errors.file]).toEqual([422, [textsIn('en').empty]]);
    const other = await mia.upload(streamOf(asForm(inPieces(aPdf()), { field: 'other' })));
    expect([other.status, other.body.errors.file]).toEqual([422, ['Choose a file.']]);
    const none = await mia.upload(streamOf(asForm(inPieces(Buffer.from('')), { name: '' })));
    expect(none.status).toBe(422);
    expect(await kept()).toEqual([0, 0]);
  });

  it('takes forms alone', async () => {
    for (const type of ['application/json', 'application/pdf', 'multipart/form-data']) {
      expect((await mia.upload(aPdf(), { headers: { 'content-type': type } })).status).toBe(415);
    }
    expect((await mia.upload(aPdf(), { headers: { 'content-encoding': 'gzip' } })).status).toBe(415);
  });

  it.each([
    [
      'ends too early',
      async function* () {
        yield* inPieces((await collected(asForm(inPieces(aPdf(700_000))))).subarray(0, 600_000));
      },
    ],
    [
      'loses its connection',
      async function* () {
        yield (await collected(asForm(inPieces(aPdf(700_000))))).subarray(0, 600_000);
        throw new Error('the line is cut');
      },
    ],
  ])('that %s leaves nothing', async (_, pieces) => {
    const { status, body } = await mia.upload(streamOf(pieces()));
    expect([status, body.code]).toEqual([400, 'upload_broken_off']);
    expect(await kept()).toEqual([0, 0]);
  });

  it('is for signed-in members who may write, and reads nothing of others', async () => {
    let isRead = false;
    async function* never() {
      isRead = true;
      yield Buffer.from('x');
    }
    const attempt = async (authorization: string) =>
      (await mia.upload(streamOf(never()), { headers: { authorization } })).status;
    expect(await attempt('')).toBe(401);
    expect(await attempt(`Bearer ${'x'.repeat(43)}`)).toBe(401);
    expect(await attempt(`Bearer alm_${'x'.repeat(49)}`)).toBe(401);
    await opened.club.db
      .update(users)
      .set({ permissions: ['support.view'] })
      .where(eq(users.id, mia.id));
    expect((await mia.upload(streamOf(never()))).status).toBe(403);
    expect(isRead).toBe(false);
  });

  it('of a program with an API token stays if the token is still good at its end', async () => {
    const { club } = opened;
    const [user] = await club.db.select().from(users).where(eq(users.id, mia.id));
    const token = await anApiToken(club, user as UserRow, ['support:write']);
    const headers = { authorization: `Bearer ${token}` };
    expect((await mia.upload(aPdf(), { headers })).status).toBe(201);
    async function* slow() {
      yield Buffer.from('%PDF-1.7 ');
      await club.db.update(apiTokens).set({ revokedAt: new Date(), revokedReason: 'revoked', place: null });
      yield Buffer.from('the rest');
    }
    expect((await mia.upload(streamOf(asForm(slow())), { headers })).status).toBe(401);
    expect(await kept()).toEqual([1, 1]);
  });

  it('whose session ends meanwhile leaves nothing', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    async function* slow() {
      yield Buffer.from('%PDF-1.7 ');
      vi.setSystemTime(Date.now() + 120_000);
      await opened.club.db.update(authSessions).set({ revokedAt: new Date(), revokedReason: 'password_changed' });
      yield Buffer.from('the rest');
    }
    expect((await mia.upload(streamOf(asForm(slow())))).status).toBe(401);
    expect(await kept()).toEqual([0, 0]);
  });
});

async function collected(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
