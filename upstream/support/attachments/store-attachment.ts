/** Takes a file while it arrives and stores it in chunks (docs/product/support.md#attachments). */
import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { type Attachment, attachmentLimits } from '../../contract/support-attachments';
import type { Database } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import type { Language } from '../../http/env';
import { HttpProblem, InvalidFields } from '../../http/problems';
import { users } from '../../members/members.tables';
import { chunkBytes, supportAttachmentChunks, supportAttachments } from './attachments.tables';
import { textsIn } from './attachments.texts';
import { cleanName } from './file-names';
import { showAttachment } from './show-attachment';
import { type AttachmentType, isText, signatureBytes, typeOf } from './signature';

/** What a member may have uploaded in a day without sending it with a message. */
export const waitingLimits = { files: 20, bytes: 100 * 1024 * 1024 } as const;
/** What a member may have uploaded in a day in all: ten full messages. It stays for as long as the account. */
const dayBytes = 10 * attachmentLimits.together;
/** Uploads of a member at the same time: the files of one message. */
const mostAtOnce = attachmentLimits.files;
const minuteMs = 60_000;
/** An upload without an end, for example of a server that was killed, counts no longer. The web server ends a request before. */
const longestUploadMs = 30 * minuteMs;
const waitingMs = 24 * 60 * minuteMs;

export interface NewAttachment {
  /** The member whose ticket it is. */
  userId: number;
  /** The member of staff who adds it, if it is not the member. */
  staffId?: number;
  name: string;
  bytes: AsyncIterable<Uint8Array>;
  /** Of the refusals. */
  language: Language;
  /** Called when all bytes have arrived. What it throws refuses the file: a session may end during an upload. */
  mayFinish?: () => Promise<void>;
}

/**
 * Stores a file while it arrives; at most one chunk of it is in memory. Whatever refuses it or breaks it off, nothing of
 * it stays. A job makes the preview of an image.
 * @throws InvalidFields at `file` for an empty file, another type, or too many files that wait for a message
 * @throws HttpProblem 413 `file_too_large` as soon as more than 10 MB have arrived; 429 for too many uploads at once
 */
export async function storeAttachment(
  deps: Pick<Deps, 'db' | 'jobs' | 'log'>,
  file: NewAttachment,
  now: Date,
): Promise<Attachment> {
  const bytes = file.bytes[Symbol.asyncIterator]();
  try {
    const start = await readStart(bytes);
    const type = typeOf(start);
    const pieces = judged(start, bytes, type, file.language);
    const id = await begin(deps.db, file, type, now);
    try {
      const size = await storeChunks(deps.db, id, pieces);
      await file.mayFinish?.();
      return await finish(deps, id, size);
    } catch (error) {
      await discard(deps, id);
      throw error;
    }
  } finally {
    await bytes.return?.();
  }
}

/** Reads until the type can be told. Returns what has arrived, at least the bytes of a signature if there are so many. */
async function readStart(bytes: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let start: Uint8Array = new Uint8Array();
  while (start.length < signatureBytes) {
    const { value, done } = await bytes.next();
    if (done) break;
    start = start.length > 0 ? Buffer.concat([start, value]) : value;
  }
  return start;
}

/** Passes on the pieces of a file and throws the refusal as soon as one of them shows that the file cannot stay. */
async function* judged(
  start: Uint8Array,
  bytes: AsyncIterator<Uint8Array>,
  type: AttachmentType,
  language: Language,
): AsyncGenerator<Uint8Array> {
  const texts = textsIn(language);
  let size = 0;
  for (let piece: Uint8Array | undefined = start; piece; piece = (await bytes.next()).value) {
    size += piece.length;
    if (size > attachmentLimits.each) {
      throw new HttpProblem(413, texts.tooLarge, { code: 'file_too_large', errors: { file: [texts.tooLarge] } });
    }
    if (type === 'text/plain' && !isText(piece)) throw new InvalidFields({ file: [texts.wrongType] });
    yield piece;
  }
  if (size === 0) throw new InvalidFields({ file: [texts.empty] });
}

/** Writes the row under which the chunks are stored, if the member may upload one more. Returns its id. */
async function begin(
  db: Database,
  { userId, staffId, name, language }: NewAttachment,
  type: AttachmentType,
  now: Date,
): Promise<string> {
  const id = randomUUID();
  await transaction(db, async (tx) => {
    // Of uploads at the same time, each sees those that began before it.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    if (staffId === undefined) {
      const { messageId, size, state, createdAt } = supportAttachments;
      const isWaiting = isNull(messageId);
      const isUploading = sql`${state} = 'uploading' and ${createdAt} > ${new Date(now.getTime() - longestUploadMs).toISOString()}`;
      const [waiting] = await tx
        .select({
          files: sql<number>`(count(*) filter (where ${isWaiting}))::int`,
          bytes: sql<number>`coalesce(sum(${size}) filter (where ${isWaiting}), 0)::float8`,
          ofDay: sql<number>`coalesce(sum(${size}), 0)::float8`,
          uploading: sql<number>`(count(*) filter (where ${isUploading}))::int`,
        })
        .from(supportAttachments)
        .where(
          and(
            eq(supportAttachments.userId, userId),
            isNull(supportAttachments.staffId),
            gt(createdAt, new Date(now.getTime() - waitingMs)),
          ),
        );
      refuseTooMany(waiting ?? { files: 0, bytes: 0, ofDay: 0, uploading: 0 }, language);
    }
    await tx
      .insert(supportAttachments)
      .values({ id, userId, staffId, name: cleanName(name, type), type, state: 'uploading', createdAt: now });
  });
  return id;
}

type Uploaded = Record<'files' | 'bytes' | 'ofDay' | 'uploading', number>;

function refuseTooMany(waiting: Uploaded, language: Language): void {
  const texts = textsIn(language);
  if (waiting.uploading >= mostAtOnce) {
    const text = texts.tooManyAtOnce;
    throw new HttpProblem(429, text, { errors: { file: [text] } }, { 'Retry-After': '10' });
  }
  if (waiting.files >= waitingLimits.files || waiting.bytes >= waitingLimits.bytes) {
    throw new InvalidFields({ file: [texts.tooManyWaiting] });
  }
  if (waiting.ofDay >= dayBytes) throw new InvalidFields({ file: [texts.tooMuchToday] });
}

/** Writes the pieces in chunks of one size, each as soon as it is full. Resolves to the size of the file. */
async function storeChunks(db: Database, attachmentId: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  const chunk = Buffer.allocUnsafeSlow(chunkBytes);
  let held = 0;
  let number = 0;
  const store = async () => {
    await db.insert(supportAttachmentChunks).values({ attachmentId, number, bytes: chunk.subarray(0, held) });
    number += 1;
    held = 0;
  };
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const taken = piece.subarray(at, at + chunkBytes - held);
      chunk.set(taken, held);
      held += taken.length;
      at += taken.length;
      if (held === chunkBytes) await store();
    }
  }
  const rest = held;
  if (held > 0) await store();
  return rest > 0 ? (number - 1) * chunkBytes + rest : number * chunkBytes;
}

async function finish({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, id: string, size: number): Promise<Attachment> {
  return transaction(db, async (tx) => {
    const [ready] = await tx
      .update(supportAttachments)
      .set({ state: 'ready', size })
      .where(and(eq(supportAttachments.id, id), eq(supportAttachments.state, 'uploading')))
      .returning();
    if (!ready) throw new Error('An upload was removed before its end');
    if (ready.type.startsWith('image/')) await jobs.enqueue(tx, 'attachment-preview', { attachmentId: id });
    return showAttachment(ready);
  });
}

/** If even this fails, the file stays unfinished, which nobody can use, and housekeeping deletes it. */
async function discard({ db, log }: Pick<Deps, 'db' | 'log'>, id: string): Promise<void> {
  const unfinished = and(eq(supportAttachments.id, id), eq(supportAttachments.state, 'uploading'));
  await db
    .delete(supportAttachments)
    .where(unfinished)
    .catch((error: unknown) => log.error({ err: error, attachment: id }, 'a broken upload could not be removed'));
}
