import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { supportAttachments } from '../../upstream/support/attachments/attachments.tables';
import { type Club, sharedClub } from '../support/club';
import { type ServerProcess, startServerProcess } from '../support/server-process';
import { aLongPdf, postForm } from '../support/uploads';
import { formOf, Visitor } from '../support/visitor';

const MB = 1024 * 1024;

describe('with a back end behind HTTP', () => {
  let club: Club;
  let web: ServerProcess;
  let visitor: Visitor;
  let csrf: string;
  let memberId: number;
  beforeAll(async () => {
    club = await sharedClub();
    web = await startServerProcess({ UPSTREAM_URL: club.url, SESSION_SECRET: 'q8Zr3Wm5tYx7Kc1Vb9Nd2Hf4Lg6Js0Pa' });
    const member = await club.member();
    memberId = member.id;
    visitor = new Visitor(web.url);
    expect((await visitor.signIn(member)).location).toBe('/dashboard');
    const fields = formOf(await visitor.get('/dashboard'), '/instructions').fields;
    csrf = fields.find(([name]) => name === 'csrf')?.[1] ?? '';
  }, 120_000);
  afterAll(() => web.stop());

  const upload = async (name: string, bytes: Uint8Array | AsyncIterable<Uint8Array>) => {
    const { status, body } = await postForm(web.url, visitor, '/support/attachments', [
      ['csrf', csrf],
      ['file', { name, bytes }],
    ]);
    return { status, body: JSON.parse(body.replaceAll('\u00a0', ' ')) };
  };
  const kept = async () => {
    const { id, userId } = supportAttachments;
    return (await club.db.select({ id }).from(supportAttachments).where(eq(userId, memberId))).length;
  };

  it('a file is passed on while it arrives, and comes back in ranges', async () => {
    const seen: number[] = [];
    const look = async (sent: number) => {
      if (sent === 2 * MB) await expect.poll(kept).toBe(1);
      seen.push(sent);
    };
    const { status, body } = await upload('Größe.pdf', aLongPdf(4 * MB, look));
    expect([status, body.name, body.size, seen.at(-1)]).toEqual([200, 'Größe.pdf', 4 * MB, 4 * MB]);
    const part = await visitor.get(`/support/attachment/${body.id}`, { Range: 'bytes=0-4' });
    expect([part.status, part.body, part.headers.get('content-range')]).toEqual([206, '%PDF-', `bytes 0-4/${4 * MB}`]);
    const none = await visitor.get(`/support/attachment/${body.id}`, { Range: 'bytes=99999999-' });
    expect([none.status, none.body]).toEqual([416, '']);
    const known = await visitor.get(`/support/attachment/${body.id}`, { 'If-None-Match': `"${body.id}"` });
    expect([known.status, known.body]).toEqual([304, '']);
  });

  it('a file is refused in words, whether the refusal comes early or late', async () => {
    const before = await kept();
    const early = await upload('a.gif', Buffer.from('GIF89a\x01\x00', 'latin1'));
    expect([early.status, early.body.message]).toEqual([
      422,
      'Only PDF, JPG, PNG, WebP and plain text files can be attached. Save your file as one of these, and choose it again.',
    ]);
    const large = await upload('a.pdf', aLongPdf(12 * MB));
    expect([large.status, large.body.message]).toEqual([
      413,
      'This file is larger than 10 MB. Choose a smaller one, or send it in parts.',
    ]);
    await expect.poll(kept).toBe(before);
  });

  it('a large file of another type is refused early, and the connection stays', async () => {
    async function* aVideo() {
      yield Buffer.from('\x00\x00\x00\x18ftypmp42', 'latin1');
      yield* aLongPdf(8 * MB);
    }
    const { status, body } = await upload('a.mp4', aVideo());
    expect([status, body.message]).toEqual([
      422,
      'Only PDF, JPG, PNG, WebP and plain text files can be attached. Save your file as one of these, and choose it again.',
    ]);
    expect((await upload('a.pdf', aLongPdf(MB))).status).toBe(200);
  });
});
