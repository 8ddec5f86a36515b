/** Forms with files, as a browser without script sends them, and at any pace. */
import { request } from 'node:http';
import type { Visitor } from './visitor';

const boundary = '----form-of-a-test';

/** A field, or a file with its bytes. */
export type Entry = [name: string, value: string | { name: string; bytes: AsyncIterable<Uint8Array> | Uint8Array }];

/** Returns a PDF of so many bytes, by its signature, as pieces that are made when they are sent. */
export async function* aLongPdf(size: number, onPiece: (sent: number) => Promise<void> | void = () => {}) {
  const piece = 64 * 1024;
  for (let sent = 0; sent < size; sent += piece) {
    const bytes = Buffer.alloc(Math.min(piece, size - sent), 'x');
    if (sent === 0) bytes.write('%PDF-1.7\n');
    yield bytes;
    await onPiece(sent + bytes.length);
  }
}

async function* encoded(entries: Entry[]): AsyncGenerator<Uint8Array> {
  for (const [name, value] of entries) {
    const isFile = typeof value !== 'string';
    const fileName = isFile ? `; filename="${value.name}"\r\nContent-Type: application/octet-stream` : '';
    yield Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName}\r\n\r\n`);
    if (!isFile) yield Buffer.from(value);
    else if (value.bytes instanceof Uint8Array) yield value.bytes;
    else yield* value.bytes;
    yield Buffer.from('\r\n');
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}

export interface Posted {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/**
 * Posts a form as a visitor, piece by piece. Unlike `fetch`, it reads the answer only after it has sent everything, as
 * browsers do.
 */
export function postForm(url: string, visitor: Visitor, path: string, entries: Entry[]): Promise<Posted> {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { ...visitor.headers, cookie, 'content-type': `multipart/form-data; boundary=${boundary}` };
  return new Promise((resolve, reject) => {
    const sending = request(url + path, { method: 'POST', headers });
    sending.on('error', reject);
    const answer = new Promise<Posted>((done) => {
      sending.on('response', async (response) => {
        let body = '';
        for await (const text of response.setEncoding('utf8')) body += text;
        done({ status: response.statusCode ?? 0, headers: response.headers, body });
      });
    });
    const send = async () => {
      for await (const piece of encoded(entries)) {
        if (!sending.write(piece)) await new Promise((drained) => sending.once('drain', drained));
      }
      sending.end();
      resolve(await answer);
    };
    send().catch((error: unknown) => {
      sending.destroy();
      reject(error);
    });
  });
}
