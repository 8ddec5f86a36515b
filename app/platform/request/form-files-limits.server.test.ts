import { describe, expect, it } from 'vitest';
import { readFormWithFiles } from './form-files.server';
import { bodyOf, type Entry, filled, limits, MB, openContext, openReader } from './form-files.testing';

describe('a form with too much', () => {
  it('of a guest is no larger than other forms of guests', async () => {
    const { csrf, contextOf } = openContext({ signedIn: false, known: false });
    const { reader } = openReader();
    const entries: Entry[] = [
      ['csrf', csrf],
      ['files', { name: 'a.pdf', bytes: 40_000 }],
    ];
    await expect(readFormWithFiles(contextOf(bodyOf(entries)), reader)).rejects.toMatchObject({
      data: { kind: 'too_large' },
    });
  });

  it('refuses a file as soon as it is too large, and reads on', async () => {
    const { csrf, contextOf } = openContext();
    let passedOn = 0;
    const { reader } = openReader({
      async store({ name, bytes }) {
        passedOn = 0;
        for await (const piece of bytes) passedOn += piece.length;
        return { ok: true, data: name };
      },
    });
    const exactly: Entry[] = [
      ['csrf', csrf],
      ['files', { name: 'most.pdf', bytes: limits.each }],
      ['files', { name: 'more.pdf', bytes: limits.each + 1 }],
      ['message', 'Hallo'],
    ];
    const { form, files } = await readFormWithFiles(contextOf(bodyOf(exactly)), reader);
    expect(files).toEqual([
      { name: 'most.pdf', stored: 'most.pdf' },
      { name: 'more.pdf', problem: 'too_large' },
    ]);
    expect([form.fields.get('message'), passedOn <= limits.each]).toEqual(['Hallo', true]);
  });

  it('has at most five files with those of an earlier attempt, and 25 MB', async () => {
    const { csrf, contextOf } = openContext();
    const { reader, stored } = openReader({ countKept: (sent) => sent.getAll('attachments').length });
    const file = (name: string, bytes = 5): Entry => ['files', { name, bytes }];
    const many: Entry[] = [
      ['csrf', csrf],
      ['attachments', 'kept 1'],
      ['attachments', 'kept 2'],
      ...['a', 'b', 'c', 'd'].map((name) => file(name)),
    ];
    const { files } = await readFormWithFiles(contextOf(bodyOf(many)), reader);
    expect(files.map((one) => ('problem' in one ? one.problem : one.name))).toEqual(['a', 'b', 'c', 'too_many']);
    expect(stored).toHaveLength(3);
    const large: Entry[] = [['csrf', csrf], ...['a', 'b', 'c'].map((name) => file(name, 9 * MB))];
    const together = await readFormWithFiles(contextOf(bodyOf(large)), reader);
    expect(together.files.map((one) => ('problem' in one ? one.problem : one.name))).toEqual(['a', 'b', 'too_much']);
  });

  it('is read to an end, and no further', async () => {
    const { csrf, contextOf } = openContext();
    const { reader } = openReader();
    const seen = { sent: 0 };
    const entries: Entry[] = [
      ['csrf', csrf],
      ['files', { name: 'a.mp4', bytes: filled(2000 * MB, seen) }],
    ];
    await expect(readFormWithFiles(contextOf(bodyOf(entries)), reader)).rejects.toMatchObject({
      data: { kind: 'too_large' },
    });
    expect(seen.sent).toBeLessThan(65 * MB);
  });

  it.each([
    ['a field that is too long', [['message', 'x'.repeat(MB)]], 'too_large'],
    ['many long fields', Array.from({ length: 20 }, (_, n) => [`field${n}`, 'x'.repeat(60_000)]), 'too_large'],
    ['too many fields', Array.from({ length: 300 }, () => ['field', 'x']), 'bad_request'],
    ['too many files', Array.from({ length: 300 }, () => ['files', { name: 'a', bytes: 0 }]), 'bad_request'],
    ['too many empty files', Array.from({ length: 300 }, () => ['files', { name: '', bytes: 0 }]), 'bad_request'],
    ['a file in another field', [['other', { name: 'a', bytes: 1 }]], 'bad_request'],
    ['a field of no name of ours', [['a.b', 'x']], 'bad_request'],
  ] as [string, Entry[], string][])('with %s is refused', async (_, entries, kind) => {
    const { csrf, contextOf } = openContext();
    const { reader } = openReader();
    const read = readFormWithFiles(contextOf(bodyOf([['csrf', csrf], ...entries])), reader);
    await expect(read).rejects.toMatchObject({ data: { kind } });
  });
});
