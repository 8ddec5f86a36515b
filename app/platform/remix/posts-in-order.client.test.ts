import { expect, it } from 'vitest';
import { postsInOrder } from './posts-in-order.client';

/** A router whose fetchers are answered by hand. It sends nothing. */
function routerByHand() {
  type Router = Parameters<typeof postsInOrder>[0];
  const fetchers = new Map<string, { state: string }>();
  const listeners = new Set<(state: unknown) => void>();
  const router = {
    state: { fetchers },
    subscribe: (listener: (state: unknown) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Router;
  const set = (key: string, state: string) => {
    fetchers.set(key, { state });
    for (const listener of listeners) listener(router.state);
  };
  return { router, set, waiting: () => listeners.size };
}

function open() {
  const { router, set, waiting } = routerByHand();
  const inOrder = postsInOrder(router);
  const sent: string[] = [];
  const post = (key: string, name: string, ready: Promise<unknown> | null = null) =>
    inOrder(key, ready, () => {
      sent.push(name);
      set(key, 'submitting');
    });
  return { post, sent, answer: (key: string) => set(key, 'loading'), waiting };
}

it('sends the first POST of a form at once', () => {
  const { post, sent } = open();
  post('form', 'first');
  expect(sent).toEqual(['first']);
});

it('holds the next one until the first has its answer, and the third until the second has', async () => {
  const { post, sent, answer, waiting } = open();
  for (const name of ['first', 'second', 'third']) post('form', name);
  await expect.poll(waiting).toBe(1);
  expect(sent).toEqual(['first']);
  answer('form');
  await expect.poll(() => sent).toEqual(['first', 'second']);
  answer('form');
  await expect.poll(() => sent).toEqual(['first', 'second', 'third']);
  answer('form');
  await expect.poll(waiting).toBe(0);
  post('form', 'fourth');
  await expect.poll(() => sent.at(-1)).toBe('fourth');
});

it('keeps the order when the code for the first one comes late', async () => {
  const { post, sent, answer } = open();
  let load = () => {};
  post('form', 'first', new Promise<void>((resolve) => (load = resolve)));
  post('form', 'second');
  expect(sent).toEqual([]);
  load();
  await expect.poll(() => sent).toEqual(['first']);
  answer('form');
  await expect.poll(() => sent).toEqual(['first', 'second']);
});

it('lets no form wait for another', () => {
  const { post, sent } = open();
  post('form', 'first');
  post('other', 'second');
  expect(sent).toEqual(['first', 'second']);
});
