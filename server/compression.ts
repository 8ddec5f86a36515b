import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import type { Variables } from './request-log';

type Encoding = 'br' | 'gzip';
type Body = ReadableStream<Uint8Array>;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Includes Remix's data answers, which are text. */
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|xml|manifest\+json))/;
const NOT_STORED = /\bno-store\b/;
/** Below this size the headers add more than compression saves. */
const MIN_BYTES = 600;
/** A longer answer is not a page. Its rest is compressed as a stream, so that no answer takes more memory than this. */
const MAX_WHOLE_BYTES = 512 * 1024;

/**
 * Compresses dynamic answers; static files are compressed on disk. A page is compressed as a whole, which is smaller
 * and gives it a length. A file that is generated while it is sent is streamed: each part is sent as soon as it is
 * ready, at the reader's pace.
 */
export const compression: MiddlewareHandler<{ Variables: Pick<Variables, 'writtenPage'> }> = async (c, next) => {
  await next();
  const encoding = acceptedEncoding(c.req.header('accept-encoding'));
  if (!encoding || c.req.method === 'HEAD') return;
  const { status, headers } = c.res;
  if (headers.has('content-encoding')) return;
  // A range counts the bytes of the file, not those of its compressed form.
  if (headers.has('accept-ranges') || headers.has('content-range')) return;
  if (!COMPRESSIBLE.test(headers.get('content-type') ?? '')) return;
  const writtenPage = c.get('writtenPage');
  const answer = writtenPage
    ? await compressWhole(writtenPage, encoding, { status, headers })
    : await compressBody(c.res, encoding);
  if (!answer) return;
  // No cache keeps the others, so none has to tell their variants apart.
  if (!NOT_STORED.test(headers.get('cache-control') ?? '')) answer.headers.append('Vary', 'Accept-Encoding');
  // A direct assignment would copy the old Content-Length into the new answer.
  c.res = undefined;
  c.res = answer;
};

/** Returns the better encoding that the caller accepts. A weight of 0 refuses one (RFC 9110, 12.5.3). */
export function acceptedEncoding(header = ''): Encoding | null {
  const accepted = header
    .toLowerCase()
    .split(',')
    .map((entry) => entry.split(';').map((part) => part.trim()))
    .filter(([, weight = 'q=1']) => !/^q=0(\.0*)?$/.test(weight))
    .map(([name]) => name);
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? null;
}

/** Returns null for an answer without a body. */
async function compressBody({ status, headers, body }: Response, encoding: Encoding): Promise<Response | null> {
  if (!body) return null;
  const start = isFlowing(headers) ? { chunks: [], rest: body } : await readStart(body);
  if (!start.rest) return compressWhole(Buffer.concat(start.chunks), encoding, { status, headers });
  const answer = new Response(streamCompressed(start.chunks, start.rest, encoding), { status, headers });
  answer.headers.delete('Content-Length');
  answer.headers.set('Content-Encoding', encoding);
  return answer;
}

/** A download without a length is generated while it is sent. */
const isFlowing = (headers: Headers): boolean =>
  /^attachment\b/i.test(headers.get('content-disposition') ?? '') && !headers.has('content-length');

/** Reads a whole body, or the start of one that is longer than a page may be. `rest` is then the remaining body. */
async function readStart(body: Body): Promise<{ chunks: Uint8Array[]; rest: Body | null }> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  for (let length = 0; length <= MAX_WHOLE_BYTES; ) {
    const { done, value } = await reader.read();
    if (done) return { chunks, rest: null };
    chunks.push(value);
    length += value.length;
  }
  reader.releaseLock();
  return { chunks, rest: body };
}

async function compressWhole(plain: Buffer<ArrayBuffer>, encoding: Encoding, init: ResponseInit): Promise<Response> {
  const isWorthIt = plain.length >= MIN_BYTES;
  const body = isWorthIt ? await compress(plain, encoding) : plain;
  const answer = new Response(body, init);
  answer.headers.set('Content-Length', String(body.length));
  if (isWorthIt) answer.headers.set('Content-Encoding', encoding);
  return answer;
}

function compress(plain: Buffer<ArrayBuffer>, encoding: Encoding) {
  if (encoding === 'gzip') return deflate(plain, { level: 6 });
  return brotli(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 7,
      [constants.BROTLI_PARAM_LGWIN]: 16,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
}

/** Flushes each chunk, and reads only a few chunks ahead of the caller. A caller who leaves cancels the source. */
function streamCompressed(chunks: Uint8Array[], rest: Body, encoding: Encoding): Body {
  const packer =
    encoding === 'gzip'
      ? createGzip({ level: 6, flush: constants.Z_SYNC_FLUSH })
      : createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 },
        });
  const reader = rest.getReader();
  // An error of the source ends the answer: reading from the packer then throws it.
  pipeline(Readable.from(read(chunks, reader), { highWaterMark: 1 }), packer, () => undefined);
  const packed: AsyncIterator<Buffer> = packer[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await packed.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel(reason) {
        packer.destroy();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

async function* read(
  chunks: Uint8Array[],
  reader: ReadableStreamDefaultReader<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* chunks;
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}
