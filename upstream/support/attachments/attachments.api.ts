import type { Context } from 'hono';
import { BrokenMultipart, boundaryOf, readParts } from '../../contract/multipart';
import * as calls from '../../contract/support-attachments';
import type { Deps } from '../../deps';
import type { Api, Env } from '../../http/env';
import { HttpProblem, InvalidFields, NotFound } from '../../http/problems';
import { admit, forMember, holderOf } from '../../members/member-gate';
import { requirePermission } from '../../members/permissions';
import { findAttachment, findPreview } from './attachments';
import { textsIn } from './attachments.texts';
import { rangeIn, streamAttachment } from './read-attachment';
import { storeAttachment } from './store-attachment';

/** For what a member uploaded: it is never shown as a page, and only the member's own browser keeps it. */
const fileHeaders = {
  'Cache-Control': 'private, no-cache',
  'Content-Security-Policy': "sandbox; default-src 'none'",
};

/** Serves the calls of `contract/support-attachments`. */
export function mountAttachments(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.uploadAttachment), async (c) => {
    const holder = holderOf(c);
    requirePermission(holder, 'support.write');
    const { language, now } = c.var;
    const mayFinish = async () => {
      // The upload may have taken minutes. Nothing that is over by now may count.
      c.set('now', new Date());
      await admit(c, deps, calls.uploadAttachment);
    };
    return c.json(
      await receive(c, ({ name, bytes }) =>
        storeAttachment(deps, { userId: holder.id, name, bytes, language, mayFinish }, now),
      ),
      201,
    );
  });

  api.openapi(forMember(deps, calls.getAttachment), async (c) => {
    const holder = holderOf(c);
    requirePermission(holder, 'support.view');
    const found = await findAttachment(deps.db, holder.id, c.req.valid('param').id);
    if (!found) throw new NotFound();
    const { id, name, type, size } = found;
    // A file never changes, so its id names its content.
    const etag = `"${id}"`;
    const headers = { ...fileHeaders, ETag: etag, 'Accept-Ranges': 'bytes' };
    if (isKnown(c, etag)) return c.body(null, 304, headers);
    // A range of another file is of no use to the caller.
    const ifRange = c.req.header('if-range');
    const range = ifRange && ifRange !== etag ? null : rangeIn(c.req.header('range'), size);
    if (range === 'none') return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${size}` });
    const { from, to } = range ?? { from: 0, to: size - 1 };
    return c.body(streamAttachment(deps.db, id, { from, to }), range ? 206 : 200, {
      ...headers,
      'Content-Type': type,
      'Content-Length': String(to - from + 1),
      'Content-Disposition': calls.dispositionOf(name),
      ...(range && { 'Content-Range': `bytes ${from}-${to}/${size}` }),
    });
  });

  api.openapi(forMember(deps, calls.getAttachmentPreview), async (c) => {
    const holder = holderOf(c);
    requirePermission(holder, 'support.view');
    const { id } = c.req.valid('param');
    const bytes = await findPreview(deps.db, holder.id, id);
    if (!bytes) throw new NotFound();
    const etag = `"${id}-preview"`;
    const headers = { ...fileHeaders, ETag: etag };
    if (isKnown(c, etag)) return c.body(null, 304, headers);
    return c.body(new Uint8Array(bytes), 200, {
      ...headers,
      'Content-Type': 'image/webp',
      'Content-Length': String(bytes.length),
    });
  });
}

const isKnown = (c: Context<Env>, etag: string): boolean =>
  (c.req.header('if-none-match') ?? '').split(',').some((known) => [etag, `W/${etag}`, '*'].includes(known.trim()));

/**
 * Passes the one file of the body on while it arrives.
 * @throws InvalidFields at `file` without a file; HttpProblem 400 for a body that is broken or breaks off
 */
async function receive<T>(
  c: Context<Env>,
  store: (file: { name: string; bytes: AsyncIterable<Uint8Array> }) => Promise<T>,
): Promise<T> {
  const texts = textsIn(c.get('language'));
  const boundary = boundaryOf(c.req.header('content-type') ?? '');
  if (!boundary) throw new HttpProblem(415, 'Unsupported Media Type');
  try {
    for await (const { name, fileName, bytes } of readParts(bodyOf(c.req.raw), boundary)) {
      if (name !== 'file' || !fileName) break;
      return await store({ name: fileName, bytes });
    }
  } catch (error) {
    if (!(error instanceof BrokenMultipart)) throw error;
    throw new HttpProblem(400, texts.brokenOff, { code: 'upload_broken_off', errors: { file: [texts.brokenOff] } });
  }
  throw new InvalidFields({ file: [texts.missing] });
}

/** A connection that breaks off is no fault of the server. */
async function* bodyOf({ body }: Request): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    for (;;) {
      const piece = await reader?.read().catch((error: unknown) => {
        if (error instanceof HttpProblem) throw error;
        throw new BrokenMultipart('The connection broke off.', { cause: error });
      });
      if (!piece || piece.done) return;
      yield piece.value;
    }
  } finally {
    // Not awaited, because the line may be slow.
    reader?.cancel().catch(() => {});
  }
}
