/** Forms with files: the fields are read as of every form, and each file is passed on while it arrives. */
import { BrokenMultipart, boundaryOf, type Part, readParts } from '../../../upstream/contract/multipart';
import { findForgery, isForeign } from './csrf.server';
import type { Failure } from './failure.server';
import { type FormBody, isBroken, MAX_FIELDS, MEMBER_BYTES, readFormBody } from './form-body.server';
import { type PostedForm, postedFrom } from './posted-form.server';
import type { RequestContext } from './request-context.server';
import { problem } from './responses.server';
import type { OutgoingFile } from './upload.server';

/** Bytes to read of a body that is too large. A browser shows no answer if the connection ends while it sends. */
const READ_BYTES = 64 * 1024 * 1024;

/** Why a file was not stored: a limit, or because an earlier refusal made it useless to send the file. */
export type FileProblem = 'too_large' | 'too_many' | 'too_much' | 'unsent';

export type FormFile<T> = { name: string } & ({ stored: T } | { problem: FileProblem } | { failure: Failure });

export interface FileReader<T> {
  /** The field of the files. Files of other names are refused. */
  field: string;
  /** Bytes of each and together, and the number of files with those that the form has already. */
  limits: { files: number; each: number; together: number };
  /** Returns the number of files that the form has already. Its fields come before its files. */
  countKept?(sent: FormData): number;
  /** Stores a file while it arrives. */
  store(file: OutgoingFile): Promise<{ ok: true; data: T } | { ok: false; failure: Failure }>;
  /** Adds fields that tell of the files, so that a form that is shown again or carried still has them. */
  note?(sent: FormData, files: FormFile<T>[]): void;
}

/**
 * Reads the posted form of this request with its files; a form without files is read as every other. Call it before
 * `requireMember` and everything else that reads the form. Nothing is stored before the form has shown the token of
 * this session, and nothing without a signed-in member: then the files are `unsent`.
 * @throws the 400, 403, 413 or 415 page
 */
export async function readFormWithFiles<T>(
  current: RequestContext,
  reader: FileReader<T>,
): Promise<{ form: PostedForm; files: FormFile<T>[] }> {
  const { request, session } = current;
  const files: FormFile<T>[] = [];
  const boundary = boundaryOf(request.headers.get('content-type') ?? '');
  const isGuest = !session.get('user');
  const form = await postedFrom(current, async () => {
    const isStreamed = boundary !== null && !isGuest;
    const body = await (isStreamed
      ? readStreamed(current, boundary, reader, files)
      : readFormBody(request, { isGuest }));
    reader.note?.(body.sent, files);
    return body;
  });
  return { form, files };
}

async function readStreamed<T>(
  current: RequestContext,
  boundary: string,
  reader: FileReader<T>,
  files: FormFile<T>[],
): Promise<FormBody> {
  const { request } = current;
  if ((request.headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity')
    throw problem({ kind: 'unsupported' });
  if (isForeign(request)) throw problem({ kind: 'forged' });
  const sent = new FormData();
  const take = takeFiles(current, reader, sent, files);
  let isCleanText = true;
  let textBytes = 0;
  let parts = 0;
  try {
    for await (const part of readParts(bodyOf(request), boundary)) {
      if (++parts > MAX_FIELDS) throw problem({ kind: 'bad_request' });
      if (part.fileName === null) {
        const bytes = await readField(part, MEMBER_BYTES - textBytes);
        textBytes += bytes.length;
        const value = bytes.toString('utf8');
        sent.append(part.name, value);
        if (isBroken(value)) isCleanText = false;
      } else await take(part.name, part.fileName, part.bytes);
    }
  } catch (error) {
    throw error instanceof BrokenMultipart ? problem({ kind: 'bad_request' }) : error;
  }
  return { sent, isCleanText };
}

async function readField({ name, bytes }: Part, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = Buffer.byteLength(name);
  for await (const piece of bytes) {
    size += piece.length;
    if (size > most) throw problem({ kind: 'too_large' });
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Returns what to do with each file of the body. What it does not read of a file is skipped by its caller. */
function takeFiles<T>(current: RequestContext, reader: FileReader<T>, sent: FormData, files: FormFile<T>[]) {
  const { field, limits, store } = reader;
  let together = 0;
  let isUseless = !current.session.get('token');

  async function* limited(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const piece of bytes) {
      size += piece.length;
      together += piece.length;
      if (size > limits.each) throw new TooLarge('too_large');
      if (together > limits.together) throw new TooLarge('too_much');
      yield piece;
    }
  }

  return async (fieldName: string, fileName: string, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
    if (fieldName !== field) throw problem({ kind: 'bad_request' });
    // A field in which no file was chosen.
    if (fileName === '') return;
    // The page writes the token first. A file without it must not be stored, so there is nothing to wait for.
    if (!sent.has('csrf')) throw problem({ kind: 'bad_request' });
    const name = shownName(fileName);
    if (isUseless || findForgery(current.request, current.session, sent.get('csrf')) !== null) {
      files.push({ name, problem: 'unsent' });
      return;
    }
    const stored = files.filter((file) => 'stored' in file).length;
    if (stored + (reader.countKept?.(sent) ?? 0) >= limits.files) {
      files.push({ name, problem: 'too_many' });
      return;
    }
    try {
      const answer = await store({ name: fileName, bytes: limited(bytes) });
      files.push(answer.ok ? { name, stored: answer.data } : { name, failure: answer.failure });
      // Other files would meet the same end: no session, no permission, too many calls, no upstream.
      if (!answer.ok && ![400, 413, 422].includes(answer.failure.status)) isUseless = true;
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      files.push({ name, problem: error.problem });
    }
  };
}

class TooLarge extends Error {
  constructor(readonly problem: 'too_large' | 'too_much') {
    super(problem);
  }
}

/** For messages alone. Upstream cleans the name of a file that it stores. */
const shownName = (fileName: string): string =>
  (fileName.split(/[/\\]/).at(-1) ?? '').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').slice(0, 120) || 'file';

/** A connection that breaks off is no fault of the server. */
async function* bodyOf({ body }: Request): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (let size = 0; ; ) {
    const piece = await reader?.read().catch((error: unknown) => {
      throw new BrokenMultipart('The connection broke off.', { cause: error });
    });
    if (!piece || piece.done) return;
    size += piece.value.length;
    if (size > READ_BYTES) throw problem({ kind: 'too_large' });
    yield piece.value;
  }
}
