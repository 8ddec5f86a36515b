import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BrokenMultipart, boundaryOf, readParts } from './multipart';

const boundary = '----boundary7';

async function* inPieces(bytes: Buffer, sizes: () => number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const size = sizes();
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const whole = (bytes: Buffer) => inPieces(bytes, () => bytes.length);

async function partsOf(body: AsyncIterable<Uint8Array>, name = boundary) {
  const parts: [name: string, fileName: string | null, bytes: string][] = [];
  for await (const part of readParts(body, name)) {
    const pieces: Uint8Array[] = [];
    for await (const piece of part.bytes) pieces.push(Uint8Array.from(piece));
    parts.push([part.name, part.fileName, Buffer.concat(pieces).toString('latin1')]);
  }
  return parts;
}

const written = (...parts: [head: string, bytes: string][]) =>
  Buffer.from(
    `${parts.map(([head, bytes]) => `--${boundary}\r\n${head}\r\n\r\n${bytes}\r\n`).join('')}--${boundary}--\r\n`,
  );
const file = 'Content-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain';
const field = 'Content-Disposition: form-data; name="csrf"';

describe('a body of parts', () => {
  it('has its fields and files, whatever pieces it comes in', async () => {
    const bytes = fc.uint8Array({ maxLength: 300 });
    const name = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' });
    // What a boundary looks like is no end inside of a file.
    const nasty = fc.constantFrom('\r\n', '\r\n--', `\r\n--${boundary.slice(0, 9)}`, '--', '\r');
    const part = fc.record({ name, fileName: fc.option(name), bytes, nasty });
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), fc.integer({ min: 1, max: 90 }), async (sent, most) => {
        const form = new FormData();
        for (const { name, fileName, bytes, nasty } of sent) {
          if (fileName === null) form.append(name, Buffer.from(bytes).toString('hex') + nasty);
          else form.append(name, new File([bytes, nasty], fileName));
        }
        const request = new Response(form);
        const body = Buffer.from(await request.clone().arrayBuffer());
        const limit = boundaryOf(request.headers.get('content-type') ?? '') ?? '';
        let step = 0;
        const read = await partsOf(
          inPieces(body, () => 1 + ((++step * 7) % most)),
          limit,
        );
        const expected = await Promise.all(
          [...(await request.formData())].map(async ([name, value]) => [
            name,
            typeof value === 'string' ? null : value.name,
            typeof value === 'string'
              ? Buffer.from(value).toString('latin1')
              : Buffer.from(await value.arrayBuffer()).toString('latin1'),
          ]),
        );
        expect(read).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  it('may begin with a text of its own, have spaces behind a boundary, and end without a line', async () => {
    const text = `A text\r\n--${boundary} \t\r\n${field}\r\n\r\nx\r\n--${boundary}--`;
    expect(await partsOf(whole(Buffer.from(text)))).toEqual([['csrf', null, 'x']]);
    expect(await partsOf(whole(Buffer.from(`--${boundary}--`)))).toEqual([]);
  });

  it.each([
    ['filename="a%22b%0D%0A.txt"', 'a"b\r\n.txt'],
    ['filename="C:\\Users\\Anna\\a.txt"', 'C:\\Users\\Anna\\a.txt'],
    ['filename="a\\"', 'a\\'],
    ['filename="größe; name=x.txt"', 'größe; name=x.txt'],
    ['filename=a.txt', 'a.txt'],
    ['filename=""', ''],
    ["filename*=UTF-8''a.txt", null],
  ])('names a file by %s', async (written_, fileName) => {
    const head = `content-disposition: form-data; name="file"; ${written_}`;
    expect(await partsOf(whole(written([head, 'x'])))).toEqual([['file', fileName, 'x']]);
  });

  it('skips what nobody reads, also of a part that was begun', async () => {
    const body = inPieces(written([file, 'x'.repeat(5000)], [field, 'token'], [file, 'y']), () => 100);
    const seen: string[] = [];
    for await (const { name, bytes } of readParts(body, boundary)) {
      seen.push(name);
      if (seen.length === 1) for await (const _ of bytes) break;
      if (name === 'csrf') for await (const piece of bytes) seen.push(Buffer.from(piece).toString());
    }
    expect(seen).toEqual(['file', 'csrf', 'token', 'file']);
  });

  it('skips a part whose reader went away while it waited', async () => {
    const body = inPieces(written([file, 'x'.repeat(5000)], [field, 'token']), () => 100);
    const parts = readParts(body, boundary);
    const first = (await parts.next()).value?.bytes[Symbol.asyncIterator]();
    const waiting = Promise.all([first?.next(), first?.next()]);
    const second = await parts.next();
    await waiting;
    expect(second.value).toMatchObject({ name: 'csrf' });
  });

  it('holds no more than a piece, however long a part is', async () => {
    let [given, taken, most] = [0, 0, 0];
    async function* endless() {
      yield Buffer.from(`--${boundary}\r\n${file}\r\n\r\n`);
      for (let i = 0; i < 1000; i++) {
        given += 1000;
        yield Buffer.alloc(1000, 'x');
      }
      yield Buffer.from(`\r\n--${boundary}--`);
    }
    for await (const { bytes } of readParts(endless(), boundary))
      for await (const piece of bytes) {
        taken += piece.length;
        most = Math.max(most, given - taken);
      }
    expect([taken, most < 100]).toEqual([1_000_000, true]);
  });

  it('lets its source go when it is left', async () => {
    let isGone = false;
    async function* source() {
      try {
        yield written([file, 'x'], [field, 'y']);
      } finally {
        isGone = true;
      }
    }
    for await (const _ of readParts(source(), boundary)) break;
    expect(isGone).toBe(true);
  });
});

describe('a body that is broken', () => {
  const good = written([field, 'token'], [file, 'some bytes']);

  it('wherever it ends too early, gives no part as a whole', async () => {
    const end = good.indexOf(`\r\n--${boundary}--`) + boundary.length + 4;
    for (let length = 0; length < end; length++) {
      const ended: string[] = [];
      const read = async () => {
        for await (const { name, bytes } of readParts(whole(good.subarray(0, length)), boundary)) {
          for await (const _ of bytes);
          ended.push(name);
        }
      };
      await expect(read(), `after ${length} bytes`).rejects.toThrow(BrokenMultipart);
      expect(ended).not.toContain('file');
    }
    expect(await partsOf(whole(good))).toHaveLength(2);
  });

  it.each([
    ['a head without an end', written([`${file}\r\nX: ${'x'.repeat(9000)}`, 'x'])],
    ['a part without a name', written(['Content-Disposition: form-data; filename="a.txt"', 'x'])],
    ['a part without a head', Buffer.from(`--${boundary}\r\n\r\nx\r\n--${boundary}--`)],
    ['another kind of part', written(['Content-Disposition: attachment; name="file"', 'x'])],
    ['a boundary that goes on', Buffer.from(`--${boundary}0\r\n${field}\r\n\r\nx\r\n--${boundary}--`)],
    ['spaces without an end', Buffer.from(`--${boundary}${' '.repeat(200)}\r\n${field}\r\n\r\nx\r\n--${boundary}--`)],
    ['another boundary', Buffer.from(good.toString().replaceAll(boundary, 'other'))],
  ])('by %s is told from a good one', async (_, body) => {
    await expect(partsOf(whole(body))).rejects.toThrow(BrokenMultipart);
  });

  it('passes on the error of its connection', async () => {
    async function* torn() {
      yield good.subarray(0, -30);
      throw new Error('the line is cut');
    }
    await expect(partsOf(torn())).rejects.toThrow('the line is cut');
  });
});

describe('a type', () => {
  it.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['Multipart/Form-Data;charset=utf-8; boundary="a b"', 'a b'],
    ['multipart/form-data', null],
    [`multipart/form-data; boundary=${'a'.repeat(71)}`, null],
    ['multipart/mixed; boundary=abc', null],
    ['application/json', null],
    ['', null],
  ])('%j names the boundary %j', (type, name) => {
    expect(boundaryOf(type)).toBe(name);
  });
});
