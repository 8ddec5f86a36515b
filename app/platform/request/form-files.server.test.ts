import { describe, expect, it } from 'vitest';
import type { Failure } from './failure.server';
import { readFormWithFiles } from './form-files.server';
import { bodyOf, type Entry, head, openContext, openReader } from './form-files.testing';
import { postedForm } from './posted-form.server';

const failure = (status: number): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { status, message: 'No.', errors: {}, retryAfter: null },
});

describe('a form with files', () => {
  it('has its fields, and its files are stored while they arrive', async () => {
    const { csrf, contextOf } = openContext();
    const { reader, stored } = openReader();
    const entries: Entry[] = [
      ['csrf', csrf],
      ['message', 'Grüße'],
      ['files', { name: 'C:\\fakepath\\a.pdf', bytes: 300_000 }],
      ['files', { name: 'größe.png', bytes: 5 }],
      ['files', { name: '', bytes: 0 }],
      ['close', 'on'],
    ];
    const context = contextOf(bodyOf(entries));
    const { form, files } = await readFormWithFiles(context, reader);
    expect(stored).toEqual([
      ['C:\\fakepath\\a.pdf', 300_000],
      ['größe.png', 5],
    ]);
    expect(files).toEqual([
      { name: 'a.pdf', stored: 'id of C:\\fakepath\\a.pdf' },
      { name: 'größe.png', stored: 'id of größe.png' },
    ]);
    expect([...form.fields]).toEqual([
      ['message', 'Grüße'],
      ['close', 'on'],
    ]);
    expect(form.faults).toEqual([]);
    expect(await postedForm(context)).toBe(form);
  });

  it('without files is read as every other', async () => {
    const { csrf, contextOf } = openContext();
    async function* body() {
      yield Buffer.from(new URLSearchParams({ csrf, message: 'Hallo' }).toString());
    }
    const context = contextOf(body(), { 'content-type': 'application/x-www-form-urlencoded' });
    const noted: unknown[] = [];
    const { reader } = openReader({ note: (sent, files) => noted.push([sent.get('message'), files]) });
    expect([...(await readFormWithFiles(context, reader)).form.fields]).toEqual([['message', 'Hallo']]);
    expect(noted).toEqual([['Hallo', []]]);
  });

  it('that shows no token before its files stores none of them', async () => {
    const { csrf, contextOf } = openContext();
    const { reader, stored } = openReader();
    const late: Entry[] = [
      ['files', { name: 'a.pdf', bytes: 5 }],
      ['csrf', csrf],
    ];
    await expect(readFormWithFiles(contextOf(bodyOf(late)), reader)).rejects.toMatchObject({
      data: { kind: 'bad_request' },
    });
    const wrong: Entry[] = [
      ['csrf', 'forged'],
      ['message', 'Hallo'],
      ['files', { name: 'a.pdf', bytes: 5 }],
    ];
    const { form, files } = await readFormWithFiles(contextOf(bodyOf(wrong)), reader);
    expect([form.faults, form.fields.get('message')]).toEqual([[{ key: 'form.stale', status: 403 }], 'Hallo']);
    expect(files).toEqual([{ name: 'a.pdf', problem: 'unsent' }]);
    const foreign = contextOf(bodyOf([['csrf', csrf], ...late]), { 'sec-fetch-site': 'cross-site' });
    await expect(readFormWithFiles(foreign, reader)).rejects.toMatchObject({ data: { kind: 'forged' } });
    expect(stored).toEqual([]);
  });

  it('after the end of the session keeps its text and names its files', async () => {
    const { csrf, contextOf } = openContext({ signedIn: false });
    const { reader, stored } = openReader();
    const entries: Entry[] = [
      ['csrf', csrf],
      ['message', 'Hallo'],
      ['files', { name: 'a.pdf', bytes: 500_000 }],
    ];
    const { form, files } = await readFormWithFiles(contextOf(bodyOf(entries)), reader);
    expect([form.fields.get('message'), files, stored]).toEqual(['Hallo', [{ name: 'a.pdf', problem: 'unsent' }], []]);
  });

  it('goes on after a refusal of one file, and no further where the others would meet it as well', async () => {
    const { csrf, contextOf } = openContext();
    const attempt = async (status: number) => {
      const asked: string[] = [];
      const { reader } = openReader({
        // Upstream often answers before it has read all of the file.
        async store({ name, bytes }) {
          asked.push(name);
          for await (const _ of bytes) break;
          return failure(status);
        },
      });
      const entries: Entry[] = [
        ['csrf', csrf],
        ['files', { name: 'a', bytes: 500_000 }],
        ['files', { name: 'b', bytes: 500_000 }],
      ];
      const { files } = await readFormWithFiles(contextOf(bodyOf(entries)), reader);
      return [
        asked,
        files.map((file) => ('failure' in file ? file.failure.status : 'problem' in file && file.problem)),
      ];
    };
    expect(await attempt(422)).toEqual([
      ['a', 'b'],
      [422, 422],
    ]);
    for (const status of [401, 403, 429, 502]) expect(await attempt(status)).toEqual([['a'], [status, 'unsent']]);
  });

  it.each([
    [
      'whose line is cut',
      async function* () {
        yield Buffer.alloc(100_000, 'x');
        throw new Error('the line is cut');
      },
    ],
    [
      'that ends in the middle of a file',
      async function* () {
        yield Buffer.alloc(100_000, 'x');
      },
    ],
  ])('%s stores nothing of that file', async (why, bytes) => {
    const { csrf, contextOf } = openContext();
    const { reader, stored } = openReader();
    async function* body() {
      yield Buffer.from(`${head('csrf')}${csrf}\r\n${head('files', 'a.pdf')}`);
      yield* bytes();
    }
    await expect(readFormWithFiles(contextOf(body()), reader), why).rejects.toMatchObject({
      data: { kind: 'bad_request' },
    });
    expect(stored).toEqual([]);
  });
});
