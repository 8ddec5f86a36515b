/** Forms with files, as a browser sends them, for tests. */
import { createSession } from '@remix-run/node';
import { csrfToken } from './csrf.server';
import type { FileReader } from './form-files.server';
import type { RequestContext } from './request-context.server';
import type { MemberSession } from './session.server';
import type { OutgoingFile } from './upload.server';

export const MB = 1024 * 1024;
const boundary = 'boundary-of-the-test';
export const limits = { files: 5, each: 10 * MB, together: 25 * MB };

export type Entry =
  | [name: string, value: string]
  | [name: string, file: { name: string; bytes: number | AsyncIterable<Uint8Array> }];

export const head = (name: string, fileName?: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n\r\n`;

export async function* filled(bytes: number, seen = { sent: 0 }): AsyncGenerator<Uint8Array> {
  for (let left = bytes; left > 0; left -= 64 * 1024) {
    seen.sent += Math.min(left, 64 * 1024);
    yield Buffer.alloc(Math.min(left, 64 * 1024), 'x');
  }
}

export async function* bodyOf(entries: Entry[]): AsyncGenerator<Uint8Array> {
  for (const [name, value] of entries) {
    if (typeof value === 'string') yield Buffer.from(`${head(name)}${value}\r\n`);
    else {
      yield Buffer.from(head(name, value.name));
      yield* typeof value.bytes === 'number' ? filled(value.bytes) : value.bytes;
      yield Buffer.from('\r\n');
    }
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}

export function openContext({ signedIn = true, known = true } = {}) {
  const session = createSession({
    ...(known && { user: { id: 7, name: 'Mia', email: 'mia@example.org', has_password: true } }),
    ...(signedIn && { token: { access_token: 'x', expires_in: 3600, session_start: 0 } }),
  }) as unknown as MemberSession;
  const contextOf = (body: AsyncGenerator<Uint8Array>, headers: Record<string, string> = {}) => {
    const stream = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { value, done } = await body.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
      },
      { highWaterMark: 0 },
    );
    const request = new Request('http://localhost:3000/support/ticket/1', {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    return { request, session, url: new URL(request.url), setLanguage() {} } as unknown as RequestContext;
  };
  return { session, csrf: csrfToken(session), contextOf };
}

/** Reads files to their ends and remembers their sizes. */
export function openReader(given: Partial<FileReader<string>> = {}) {
  const stored: [name: string, bytes: number][] = [];
  const reader: FileReader<string> = {
    field: 'files',
    limits,
    async store({ name, bytes }: OutgoingFile) {
      let size = 0;
      for await (const piece of bytes) size += piece.length;
      stored.push([name, size]);
      return { ok: true, data: `id of ${name}` };
    },
    ...given,
  };
  return { reader, stored };
}
