import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { goOnForever } from '../../../tests/support/foreign-upstream';
import { fetchAnswer } from './foreign-answer.server';

const MB = 1024 * 1024;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function ask(answer: RequestListener, streams = false): Promise<Response> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return fetchAnswer(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), {}, streams);
}

const packed =
  (bytes: number): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(bytes, ' ')));

function packedForever(...[, response]: Parameters<RequestListener>) {
  function* blanks() {
    for (;;) yield Buffer.alloc(64 * 1024, ' ');
  }
  response.writeHead(200, { 'content-encoding': 'gzip' });
  pipeline(blanks, createGzip(), response, () => {});
}

const tooLarge = { status: 502, message: 'Upstream answered with more than 8 MB' };

it('an answer is read up to 8 MB, counted after decoding', async () => {
  expect((await (await ask(packed(8 * MB))).arrayBuffer()).byteLength).toBe(8 * MB);
  await expect(ask(packed(8 * MB + 1))).rejects.toMatchObject(tooLarge);
});

it.each([
  ['as it is', goOnForever],
  ['packed', packedForever],
])('an answer without end, %s, is given up, and its connection is closed', async (_, answer) => {
  let isClosed = false;
  const endless = ask((request, response) => {
    response.once('close', () => (isClosed = true));
    answer(request, response);
  });
  await expect(endless).rejects.toMatchObject(tooLarge);
  await expect.poll(() => isClosed).toBe(true);
});

it('a file streams whatever its size, and its refusal is read', async () => {
  const file = await ask(packed(20 * MB), true);
  let length = 0;
  for await (const piece of file.body as unknown as AsyncIterable<Uint8Array>) length += piece.length;
  expect(length).toBe(20 * MB);
  await expect(ask((_, response) => void response.writeHead(404).end(Buffer.alloc(9 * MB)), true)).rejects.toThrow();
});

it.each([
  ['Closed for the harvest', 'Closed for the harvest'],
  ['Geschlossen wegen \xdcberflutung', ''],
])('the reason “%s” comes as “%s”', async (reason, read) => {
  const answer = await ask((_, response) => void response.writeHead(422, reason).end());
  expect([answer.status, answer.statusText, answer.body]).toEqual([422, read, null]);
});
