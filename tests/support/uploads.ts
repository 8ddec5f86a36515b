/** Forms with files, as a browser without script sends them, and at any pace. */
import { request } from 'node:http';
import { formOf, type Page, type Visitor } from './visitor';

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

/** Returns the fields of a form on a page as a browser sends them, with these values in place of its own. */
export const entriesOf = (page: Page, form: string, typed: Record<string, string>): Entry[] => [
  ...formOf(page, form).fields.filter(([name]) => name !== 'files' && !(name in typed)),
  ...Object.entries(typed),
];

/**
 * Posts a form as a visitor, piece by piece. Unlike `fetch`, it reads the answer only after it has sent everything, as
 * browsers do.
 */
export function postForm(url: string, visitor: Visitor, path: string, entries: Entry[]): Promise<Page> {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { ...visitor.headers, cookie, 'content-type': `multipart/form-data; boundary=${boundary}` };
  return new Promise((resolve, reject) => {
    const sending = request(url + path, { method: 'POST', headers });
    sending.on('error', reject);
    const answer = new Promise<Page>((done) => {
      sending.on('response', async (response) => {
        let body = '';
        for await (const text of response.setEncoding('utf8')) body += text;
        const { 'set-cookie': lines = [], location = null, ...rest } = response.headers;
        for (const line of lines) visitor.keep(line);
        const headers = new Headers(Object.entries(rest).map(([name, value]): [string, string] => [name, `${value}`]));
        done({ status: response.statusCode ?? 0, headers, location, body, path });
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
