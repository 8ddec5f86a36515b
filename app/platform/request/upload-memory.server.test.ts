import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { uploadAttachment } from '../../../upstream/contract/support-attachments';
import { type ApiOptions, createApi } from './api.server';
import { readFormWithFiles } from './form-files.server';
import { bodyOf, MB, openContext, openReader } from './form-files.testing';
import { inTime } from './upload.server';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function liveBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Reads a form with two files of this size and passes them on. Returns the growth of the memory meanwhile. */
async function measure(bytes: number): Promise<number> {
  const { csrf, contextOf } = openContext();
  const before = liveBytes();
  let [peak, taken] = [before, 0];
  const api = createApi({
    token: () => 'x',
    language: () => 'en',
    timeZone: 'UTC',
    answerHeaders: new Headers(),
    uploads: (_url: URL, _init: object, body: AsyncIterable<Uint8Array>) =>
      inTime(body, 60_000, async (stream) => {
        let pieces = 0;
        for await (const piece of stream as unknown as AsyncIterable<Uint8Array>) {
          taken += piece.length;
          if (++pieces % 20 === 0) peak = Math.max(peak, liveBytes());
        }
        return Response.json({ id: 'x' }, { status: 201 });
      }),
  } as unknown as ApiOptions);
  const { reader } = openReader({
    store: async (file) => {
      const answer = await api.upload(uploadAttachment, file);
      return answer.ok ? { ok: true, data: answer.data.id } : answer;
    },
  });
  const { files } = await readFormWithFiles(
    contextOf(
      bodyOf([
        ['csrf', csrf],
        ['files', { name: 'a.pdf', bytes }],
        ['files', { name: 'b.pdf', bytes }],
      ]),
    ),
    reader,
  );
  expect([files.map((file) => 'stored' in file), taken > 2 * bytes]).toEqual([[true, true], true]);
  return peak - before;
}

it('two files of 10 MB take a fraction of it as memory on their way', async () => {
  // A first run makes everything that is made only once.
  await measure(MB);
  expect(await measure(10 * MB)).toBeLessThan(6 * MB);
});
