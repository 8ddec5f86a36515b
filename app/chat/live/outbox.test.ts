import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Sent } from './log-calls';
import { createOutbox } from './outbox';
import { changed, emptyLog } from './store';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const message = { id: 'id' } as Extract<Sent, { as: 'sent' }>['message'];

/** An outbox whose calls are answered in turn. What nobody answers is sent. */
function anOutbox(...answers: Sent[]) {
  let log = emptyLog(7);
  const calls: string[] = [];
  const onStale = vi.fn<() => void>();
  const outbox = createOutbox({
    log: () => log,
    change: (one) => {
      log = changed(log, one);
    },
    send: async (text, clientId) => {
      calls.push(`${text} ${clientId}`);
      return answers.shift() ?? { as: 'sent', message };
    },
    onSent: (_, clientId) => {
      log = changed(log, { type: 'discarded', clientId });
    },
    onStale,
  });
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return { outbox, calls, onStale, settle, states: () => log.unsent.map(({ state }) => state) };
}

it('sends one after the other, in order', async () => {
  const { outbox, calls, settle, states } = anOutbox();
  outbox.write('one', 'a');
  outbox.write('two', 'b');
  expect([calls, states()]).toEqual([['one a'], ['sending', 'waiting']]);
  await settle();
  expect([calls, states()]).toEqual([['one a', 'two b'], []]);
});

it('tries what was lost again with the same id, and holds those behind it', async () => {
  const { outbox, calls, settle, states } = anOutbox({ as: 'lost' }, { as: 'lost' });
  outbox.write('one', 'a');
  outbox.write('two', 'b');
  await settle();
  expect([calls, states()]).toEqual([['one a'], ['failed', 'waiting']]);
  outbox.hurry();
  await settle();
  expect(calls).toEqual(['one a', 'one a']);
  await vi.advanceTimersByTimeAsync(2000);
  expect([calls, states()]).toEqual([['one a', 'one a', 'one a', 'two b'], []]);
});

it('waits for as long as the server says', async () => {
  const { outbox, calls, states } = anOutbox({ as: 'limited', words: 'Wait.', seconds: 40 });
  outbox.write('one', 'a');
  await vi.advanceTimersByTimeAsync(39_000);
  outbox.hurry();
  expect([calls.length, states()]).toEqual([1, ['limited']]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([calls.length, states()]).toEqual([2, []]);
});

it('leaves what is refused to the member, who may discard it', async () => {
  const { outbox, calls, onStale, settle, states } = anOutbox({ as: 'refused', words: 'No.' });
  outbox.write('one', 'a');
  outbox.write('two', 'b');
  await vi.advanceTimersByTimeAsync(120_000);
  expect([calls.length, states()]).toEqual([1, ['refused', 'waiting']]);
  expect(onStale).toHaveBeenCalledTimes(1);
  outbox.discard('a');
  await settle();
  expect([calls, states()]).toEqual([['one a', 'two b'], []]);
});

it('tries nothing again after it was closed', async () => {
  const { outbox, calls } = anOutbox({ as: 'lost' });
  outbox.write('one', 'a');
  outbox.close();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(calls).toEqual(['one a']);
});
