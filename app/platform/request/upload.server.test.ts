import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boundaryOf, readParts } from '../../../upstream/contract/multipart';
import { uploadAttachment } from '../../../upstream/contract/support-attachments';
import { type ApiOptions, createApi } from './api.server';
import { inTime, type UploadTransport } from './upload.server';

const file = {
  id: '0193d2a0-0000-4000-8000-000000000001',
  name: 'a.pdf',
  type: 'application/pdf',
  size: 3,
  created_at: '2026-11-20T09:00:00.000Z',
};

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const apiWith = (uploads: UploadTransport) =>
  createApi({
    uploads,
    validate: true,
    token: () => 'secret',
    language: () => 'de',
    timeZone: 'Europe/Berlin',
    answerHeaders: new Headers(),
  } as unknown as ApiOptions);

const overHttp =
  (url: string): UploadTransport =>
  (_, init, bytes) =>
    inTime(bytes, 60_000, (body, signal) => fetch(url, { ...init, body, signal, duplex: 'half' } as RequestInit));

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

it('a file goes to upstream as one part, with its name and the member’s token', async () => {
  let seen: unknown;
  const api = apiWith(async (url, { method, headers }, bytes) => {
    const parts: unknown[] = [];
    for await (const part of readParts(bytes, boundaryOf(headers.get('content-type') ?? '') ?? '')) {
      const all: Uint8Array[] = [];
      for await (const piece of part.bytes) all.push(Uint8Array.from(piece));
      parts.push([part.name, part.fileName, Buffer.concat(all).toString()]);
    }
    seen = [method, url.pathname, headers.get('authorization'), headers.get('accept-language'), parts];
    return Response.json(file, { status: 201 });
  });
  const answer = await api.upload(uploadAttachment, { name: 'größe "neu"\r\n.pdf', bytes: pieces('ab', 'c') });
  expect(answer).toMatchObject({ ok: true, status: 201, data: file });
  expect(seen).toEqual([
    'POST',
    '/api/support/attachments',
    'Bearer secret',
    'de',
    [['file', 'größe "neu"\r\n.pdf', 'abc']],
  ]);
});

it('a refusal comes back, also that of a session that is over', async () => {
  for (const [status, message] of [
    [401, 'Unauthenticated.'],
    [403, 'Forbidden'],
    [413, 'Zu groß'],
  ] as const) {
    const api = apiWith(async () => Response.json({ message }, { status }));
    const answer = await api.upload(uploadAttachment, { name: 'a', bytes: pieces('x') });
    expect(answer).toMatchObject({ ok: false, failure: { status, message } });
  }
});

it('an upstream that cannot be reached is a fault, and a line of the browser that is cut is not', async () => {
  const api = apiWith(overHttp('http://127.0.0.1:1/'));
  const answer = await api.upload(uploadAttachment, { name: 'a', bytes: pieces('x') });
  expect(answer).toMatchObject({ ok: false, failure: { status: 502 } });
  async function* torn() {
    yield Buffer.from('x');
    throw new Error('the line is cut');
  }
  const taken = apiWith(async (_, __, bytes) => {
    for await (const _ of bytes);
    return Response.json(file, { status: 201 });
  });
  await expect(taken.upload(uploadAttachment, { name: 'a', bytes: torn() })).rejects.toThrow('the line is cut');
});

async function listen(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

it('over HTTP a file is sent at the pace of upstream, and an early refusal ends it', async () => {
  const url = await listen((request, response) => {
    request.once('data', () => {
      response.writeHead(422, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify({ message: 'No.', errors: { file: ['No.'] } }));
    });
  });
  let sent = 0;
  async function* large() {
    for (let i = 0; i < 10_000; i++) {
      sent += 64 * 1024;
      yield Buffer.alloc(64 * 1024);
    }
  }
  const answer = await apiWith(overHttp(url)).upload(uploadAttachment, { name: 'a', bytes: large() });
  expect(answer).toMatchObject({ ok: false, failure: { status: 422, errors: { file: ['No.'] } } });
  expect(sent).toBeLessThan(20 * 1024 * 1024);
});

describe('the time of an upload', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());
  const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

  it('ends for an upstream that takes nothing, or does not answer', async () => {
    const takesNothing = inTime(pieces('x'), 60_000, () => new Promise(() => {}));
    const isRefused = expect(takesNothing).rejects.toMatchObject({ name: 'TimeoutError' });
    await minutes(1);
    await isRefused;
    let signal: AbortSignal | undefined;
    const isSilent = inTime(pieces('x', 'y'), 60_000, async (body, given) => {
      signal = given;
      for await (const _ of body as unknown as AsyncIterable<Uint8Array>);
      return new Promise(() => {});
    });
    const isGivenUp = expect(isSilent).rejects.toMatchObject({ name: 'TimeoutError' });
    await minutes(1);
    await isGivenUp;
    expect(signal?.aborted).toBe(true);
  });

  it('goes on for a browser that sends slowly', async () => {
    async function* slow() {
      for (const text of ['x', 'y', 'z']) {
        yield Buffer.from(text);
        await minutes(10);
      }
    }
    let taken = '';
    const answer = await inTime(slow(), 60_000, async (body) => {
      for await (const piece of body as unknown as AsyncIterable<Uint8Array>) taken += Buffer.from(piece).toString();
      return new Response('thanks');
    });
    expect([await answer.text(), taken]).toEqual(['thanks', 'xyz']);
  });
});
