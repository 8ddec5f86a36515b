import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ServiceUnavailable } from '../../http/problems';
import { passwordScore } from './password-strength';

/** Worker threads that the test controls: they start slowly, answer with the result of `answer`, or do not answer. */
const threads = vi.hoisted(() => ({
  started: 0,
  ended: 0,
  getReady: (report: () => void): void => report(),
  answer: (_password: string): number | null => null,
}));
vi.mock('node:worker_threads', async () => {
  const { EventEmitter } = await import('node:events');
  class FakeThread extends EventEmitter {
    constructor() {
      super();
      threads.started += 1;
      threads.getReady(() => void setImmediate(() => this.emit('message', 'ready')));
    }
    postMessage({ password }: { password: string }) {
      const score = threads.answer(password);
      if (score !== null) setImmediate(() => this.emit('message', score));
    }
    terminate() {
      threads.ended += 1;
      setImmediate(() => this.emit('exit'));
    }
    ref() {}
    unref() {}
  }
  return { Worker: FakeThread };
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  Object.assign(threads, { started: 0, ended: 0, getReady: (report: () => void) => report(), answer: () => 3 });
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const settled = (scores: Promise<number>[]) => Promise.allSettled(scores);
const aMoment = () => new Promise((resolve) => setImmediate(resolve));
const refusal = { status: 'rejected', reason: expect.any(ServiceUnavailable) };

it('gives one password after the other to one thread, which ends when nobody needs it', async () => {
  threads.answer = (password) => Number(password);
  expect(await Promise.all(['1', '4', '2'].map((password) => passwordScore(password, [])))).toEqual([1, 4, 2]);
  expect([threads.started, threads.ended]).toEqual([1, 0]);
  vi.advanceTimersByTime(60_000);
  expect(threads.ended).toBe(1);
  expect(await passwordScore('3', [])).toBe(3);
  expect(threads.started).toBe(2);
});

it('refuses the 21st of a flood at once and judges the others', async () => {
  const flood = Array.from({ length: 25 }, () => passwordScore('a password', []));
  const results = await settled(flood);
  expect(results.slice(0, 20)).toEqual(Array(20).fill({ status: 'fulfilled', value: 3 }));
  expect(results.slice(20)).toEqual(Array(5).fill(refusal));
});

it('gives no verdict when a judgement takes too long, and starts anew for the next', async () => {
  threads.answer = (password) => (password === 'endless' ? null : 3);
  const stuck = settled([passwordScore('endless', [])]);
  await aMoment();
  vi.advanceTimersByTime(5000);
  const next = passwordScore('harmless', []);
  vi.advanceTimersByTime(4000);
  expect(await stuck).toEqual([refusal]);
  expect(await next).toBe(3);
  expect([threads.started, threads.ended]).toEqual([2, 1]);
});

it('lets a thread that is slow to start get ready for those who come later', async () => {
  let report = () => {};
  threads.getReady = (ready) => {
    report = ready;
  };
  const first = settled([passwordScore('a password', [])]);
  vi.advanceTimersByTime(9000);
  expect(await first).toEqual([refusal]);
  const second = passwordScore('a password', []);
  report();
  expect(await second).toBe(3);
  expect([threads.started, threads.ended]).toEqual([1, 0]);
});
