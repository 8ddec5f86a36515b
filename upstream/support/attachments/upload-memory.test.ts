import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { attachmentLimits } from '../../contract/support-attachments';
import { describeOnEachDatabase } from '../../database/database.testing';
import { asForm, openAttachmentClub, streamOf } from './attachments.testing';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Returns the bytes in use, in the heap and outside it. */
function liveBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const pieceBytes = 64 * 1024;

describeOnEachDatabase('an upload of 10 MB', (open) => {
  it('takes a fraction of it as memory, and so does its download', { timeout: 120_000 }, async () => {
    const { ask, enter } = await openAttachmentClub(open);
    const { token, upload, get } = await enter();
    let peak = 0;
    const look = () => (peak = Math.max(peak, liveBytes()));
    /** Each piece is new, so that one which is kept would count. */
    async function* file(size: number) {
      yield Buffer.from('%PDF-');
      for (let sent = 5; sent < size; sent += pieceBytes) {
        if (Math.floor(sent / pieceBytes) % 10 === 0) look();
        yield Buffer.alloc(Math.min(pieceBytes, size - sent), 'x');
      }
    }
    const measured = async (size: number) => {
      const before = liveBytes();
      peak = before;
      const { status, body } = await upload(streamOf(asForm(file(size))));
      expect(status).toBe(201);
      return { id: body.id as string, growth: peak - before };
    };
    // A first run makes everything that is made only once.
    await get((await measured(700_000)).id);
    const { id, growth } = await measured(attachmentLimits.each);
    expect(growth).toBeLessThan(4 * 1024 * 1024);

    const before = liveBytes();
    peak = before;
    let read = 0;
    const answer = await ask(`/${id}`, { headers: { authorization: `Bearer ${token}` } });
    const reader = answer.body?.getReader();
    for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
      read += piece.value.length;
      look();
    }
    expect([read, peak - before < 4 * 1024 * 1024]).toEqual([attachmentLimits.each, true]);
  });
});
