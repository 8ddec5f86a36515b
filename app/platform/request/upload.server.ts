/** Sends files to upstream while they arrive, so that no file is ever in memory as a whole. */
import { randomBytes } from 'node:crypto';
import type { RouteConfig } from '@hono/zod-openapi';
import type { ApiOptions } from './api.server';
import { faultOf, headersOf, urlOf } from './api-transport.server';

/** A file that is passed on while it arrives. */
export interface OutgoingFile {
  name: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** Sends a call with a streamed body. Throws a TimeoutError if upstream takes too long for a piece or for its answer. */
export type UploadTransport = (
  url: URL,
  init: { method: string; headers: Headers },
  body: AsyncIterable<Uint8Array>,
) => Promise<Response>;

/**
 * Sends a file as the one part `file` of a form, at the pace at which upstream takes it. The answer may come before all
 * of the file is read.
 * @throws UpstreamFault, or what reading the file throws
 */
export async function sendFile(options: ApiOptions, route: RouteConfig, file: OutgoingFile): Promise<Response> {
  const boundary = `----almende-${randomBytes(16).toString('hex')}`;
  const headers = headersOf(options, { 'content-type': `multipart/form-data; boundary=${boundary}` });
  let broken: { error: unknown } | undefined;
  const onBroken = (error: unknown) => (broken = { error });
  try {
    const init = { method: route.method.toUpperCase(), headers };
    const answer = await options.uploads(urlOf(route, {}), init, asOnlyPart(file, boundary, onBroken));
    if (!broken) return answer;
  } catch (error) {
    if (!broken) throw faultOf(error);
  }
  // Upstream tells of the part that it got. The reason is that there was no more.
  throw broken.error;
}

async function* asOnlyPart(
  { name, bytes }: OutgoingFile,
  boundary: string,
  onBroken: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  const quoted = name.replace(/["\r\n]/g, (sign) => encodeURIComponent(sign));
  const disposition = `Content-Disposition: form-data; name="file"; filename="${quoted}"`;
  yield Buffer.from(`--${boundary}\r\n${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n`);
  try {
    yield* bytes;
  } catch (error) {
    onBroken(error);
    throw error;
  }
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

/**
 * Sends a body and gives upstream `ms` for each piece and for the answer. The time in which a slow line brings the next
 * piece does not count; the web server limits it.
 */
export async function inTime(
  bytes: AsyncIterable<Uint8Array>,
  ms: number,
  send: (body: ReadableStream<Uint8Array>, signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const wait = () => {
    clearTimeout(timer);
    if (isOver) return;
    timer = setTimeout(() => controller.abort(new DOMException('Upstream took too long', 'TimeoutError')), ms);
  };
  const late = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason));
  });
  async function* timed() {
    const pieces = bytes[Symbol.asyncIterator]();
    for (;;) {
      clearTimeout(timer);
      const { value, done } = await pieces.next();
      wait();
      if (done) return;
      yield value;
    }
  }
  wait();
  try {
    return await Promise.race([send(streamOf(timed()), controller.signal), late]);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}

/** The stream reads nothing ahead. A cancel does not wait for a piece that a slow line is sending. */
function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void pieces.return(undefined).catch(() => {}),
    },
    { highWaterMark: 0 },
  );
}
