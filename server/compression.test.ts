import { setImmediate as turn } from 'node:timers/promises';
import { brotliCompressSync, brotliDecompressSync, constants, createGunzip, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { acceptedEncoding, compression } from './compression';

/** The header that Chromium sends. */
const BROWSER = 'gzip, deflate, br, zstd';
const encoder = new TextEncoder();

function ask(body: ReadableStream<Uint8Array> | string, headers: Record<string, string>, accepts = BROWSER) {
  const app = new Hono();
  app.use(compression);
  app.get('/', () => new Response(body, { headers }));
  return app.request('/', { headers: { 'accept-encoding': accepts } });
}

const csv = { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="a.csv"' };
const html = { 'content-type': 'text/html; charset=utf-8' };
const page = '<p>Each row of the table says what happened, when, and to whom.</p>\n'.repeat(200);

describe('a page', () => {
  it('is compressed as a whole, with its length and its tag', async () => {
    const answer = await ask(page, { ...html, etag: '"a1"' });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-encoding': 'br',
      'content-length': String(bytes.length),
      etag: '"a1"',
      vary: 'Accept-Encoding',
    });
    expect(brotliDecompressSync(bytes).toString()).toBe(page);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 7, [constants.BROTLI_PARAM_LGWIN]: 16 };
    expect(bytes.length).toBe(brotliCompressSync(page, { params }).length);
  });

  it('is one answer, too, where it is written in pieces', async () => {
    const pieces = page.match(/.{1,1000}/gs) ?? [];
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await turn();
        const piece = pieces.shift();
        if (piece === undefined) controller.close();
        else controller.enqueue(encoder.encode(piece));
      },
    });
    const answer = await ask(body, html, 'gzip');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    expect(gunzipSync(bytes).toString()).toBe(page);
  });

  it('that was handed over as a whole is not read from the answer', async () => {
    const app = new Hono<{ Variables: { writtenPage?: Buffer<ArrayBuffer> } }>();
    app.use(compression);
    const body = new ReadableStream();
    app.get('/', (c) => {
      c.set('writtenPage', Buffer.from(page));
      return new Response(body, { headers: html });
    });
    const answer = await app.request('/', { headers: { 'accept-encoding': BROWSER } });
    expect(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe(page);
    expect(body.locked).toBe(false);
  });

  it('that no cache stores names nothing by which it varies', async () => {
    const answer = await ask(page, { ...html, 'cache-control': 'no-store' });
    expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual(['br', null]);
  });

  it('that is short stays as it is', async () => {
    const answer = await ask('short', html);
    expect([answer.headers.get('content-encoding'), answer.headers.get('content-length')]).toEqual([null, '5']);
    expect(await answer.text()).toBe('short');
  });

  it('that is longer than any page flows, and arrives whole', async () => {
    const long = page.repeat(100);
    const answer = await ask(long, { ...html, 'content-length': String(long.length) });
    expect(answer.headers.get('content-length')).toBeNull();
    expect(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe(long);
  });
});

/** A file that continues as long as it is read. */
function endlessFile() {
  const seen = { pieces: 0, isCanceled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        seen.pieces++;
        controller.enqueue(crypto.getRandomValues(new Uint8Array(16 * 1024)));
      },
      cancel() {
        seen.isCanceled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { seen, body };
}

async function settle() {
  for (let turns = 0; turns < 200; turns++) await turn();
}

describe('a download', () => {
  it.each(['br', 'gzip'])('sends by %s what is there before the rest is written', async (encoding) => {
    let write = (_: string) => {};
    let finish = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        write = (text) => controller.enqueue(encoder.encode(text));
        finish = () => controller.close();
      },
    });
    const answer = await ask(body, csv, encoding);
    expect([answer.headers.get('content-encoding'), answer.headers.get('content-length')]).toEqual([encoding, null]);
    const packed = answer.body?.getReader();
    write('first row\r\n');
    const first = await packed?.read();
    expect(first?.value?.length).toBeGreaterThan(5);
    if (encoding === 'gzip') expect(await unpackStart(first?.value)).toBe('first row\r\n');
    write('last row\r\n');
    finish();
    const all = [first?.value ?? new Uint8Array()];
    for (let next = await packed?.read(); next && !next.done; next = await packed?.read()) all.push(next.value);
    const unpack = encoding === 'br' ? brotliDecompressSync : gunzipSync;
    expect(unpack(Buffer.concat(all)).toString()).toBe('first row\r\nlast row\r\n');
  });

  it('is read no faster than its caller takes it, and no further once the caller is gone', async () => {
    const { seen, body } = endlessFile();
    const reader = (await ask(body, csv)).body?.getReader();
    await reader?.read();
    await settle();
    expect(seen.pieces).toBeLessThan(12);
    await settle();
    expect(seen.pieces).toBeLessThan(12);
    await reader?.cancel();
    await settle();
    const read = seen.pieces;
    await settle();
    expect(seen).toEqual({ pieces: read, isCanceled: true });
  });

  it('lets go of its source at once, even while that one is still at work', async () => {
    let isCanceled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: () => new Promise(() => {}),
      cancel() {
        isCanceled = true;
      },
    });
    const reader = (await ask(body, csv)).body?.getReader();
    const waiting = reader?.read();
    await reader?.cancel();
    expect([isCanceled, (await waiting)?.done]).toEqual([true, true]);
  });

  it('breaks off where its source does, instead of ending as if that were all', async () => {
    let pieces = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (++pieces > 2) throw new Error('The list broke off');
        controller.enqueue(encoder.encode('row\r\n'));
      },
    });
    const answer = await ask(body, csv);
    await expect(answer.arrayBuffer()).rejects.toThrow('The list broke off');
  });

  it('flows uncompressed to whoever takes no compression', async () => {
    const answer = await ask(page, csv, 'identity');
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(await answer.text()).toBe(page);
  });
});

/** Returns what can be unpacked from the start of a gzip. */
function unpackStart(bytes: Uint8Array | undefined): Promise<string> {
  const unpacker = createGunzip();
  return new Promise((resolve) => {
    unpacker.once('data', (data: Buffer) => resolve(data.toString()));
    unpacker.write(bytes);
  });
}

it.each([
  [BROWSER, 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5, BR;q=1.0', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip; q=0.000', null],
  ['deflate, zstd', null],
  ['abr, gzipped', null],
  ['', null],
  [undefined, null],
])('of %j it takes %j', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});

it('a file whose ranges are served is sent as it is', async () => {
  const whole = await ask(page, { 'content-type': 'text/plain', 'accept-ranges': 'bytes' });
  expect([whole.headers.get('content-encoding'), await whole.text()]).toEqual([null, page]);
  const part = await ask(page, { 'content-type': 'text/plain', 'content-range': `bytes 0-${page.length - 1}/99999` });
  expect([part.headers.get('content-encoding'), await part.text()]).toEqual([null, page]);
});
