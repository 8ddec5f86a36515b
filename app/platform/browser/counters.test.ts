import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Counters } from './counters';

const figures = (unread: number): Counters => ({
  notifications: { unread, read: 3 },
  chat: { unread: 0, conversation: 7 },
  ticket: { id: 9, unread: 1 },
  news: null,
});

const closing: (() => void)[] = [];

/** Each tab has its own copy of the module and its own channel. */
async function openTab(unread: number) {
  vi.resetModules();
  const tab = await import('./counters');
  closing.push(tab.openCounters(figures(unread)));
  return { ...tab, unread: () => tab.countersNow()?.notifications?.unread };
}

beforeEach(() => void vi.stubGlobal('window', globalThis));
afterEach(() => {
  for (const close of closing.splice(0)) close();
  vi.unstubAllGlobals();
});

describe('the counters', () => {
  it('are the same in every tab, whichever of them tells a change', async () => {
    const tabs = [await openTab(5), await openTab(5), await openTab(5)];
    tabs[1]?.tellCounters({ notifications: { unread: 2 } });
    await expect.poll(() => tabs.map(({ unread }) => unread())).toEqual([2, 2, 2]);
    expect(tabs[0]?.countersNow()).toEqual(figures(2));
    tabs[2]?.tellCounters({ ticket: null });
    await expect.poll(() => tabs.map(({ countersNow }) => countersNow()?.ticket)).toEqual([null, null, null]);
  });

  it('count an arrival once, though every tab hears of it twice', async () => {
    const tabs = [await openTab(5), await openTab(5), await openTab(5)];
    tabs[0]?.countArrival('notifications', 'a');
    await expect.poll(() => tabs.map(({ unread }) => unread())).toEqual([6, 6, 6]);
    for (const { countArrival } of tabs) countArrival('notifications', 'a');
    tabs[1]?.countArrival('notifications', 'b');
    await expect.poll(() => tabs.map(({ unread }) => unread())).toEqual([7, 7, 7]);
    tabs[1]?.countArrival('chat', 'c');
    await expect.poll(() => tabs.map(({ countersNow }) => countersNow()?.chat?.unread)).toEqual([1, 1, 1]);
    expect(tabs.map(({ unread }) => unread())).toEqual([7, 7, 7]);
  });

  it('of a block that upstream does not send stay away', async () => {
    const tab = await openTab(5);
    tab.tellCounters({ chat: null });
    tab.countArrival('chat', 'a');
    expect(tab.countersNow()?.chat).toBeNull();
  });

  it('are none once nobody is signed in', async () => {
    const tab = await openTab(5);
    for (const close of closing.splice(0)) close();
    tab.tellCounters({ notifications: { unread: 1 } });
    tab.countArrival('notifications', 'a');
    expect(tab.countersNow()).toBeNull();
  });
});

describe('asking the server again', () => {
  const answer = (unread: number) => Response.json(figures(unread));

  it('brings its figures to every tab', async () => {
    const [tab, other] = [await openTab(5), await openTab(5)];
    vi.stubGlobal('fetch', async () => answer(8));
    await tab.refetchCounters();
    await expect.poll(() => [tab.unread(), other.unread()]).toEqual([8, 8]);
  });

  it.each([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a fault', async () => Response.json({ kind: 'server' }, { status: 500 })],
    ['a session that is over', async () => Response.json({ kind: 'locked' }, { status: 401 })],
    ['something else than JSON', async () => new Response('<!doctype html>')],
  ])('leaves them alone with %s', async (_, fetch) => {
    const tab = await openTab(5);
    vi.stubGlobal('fetch', fetch);
    await tab.refetchCounters();
    expect(tab.unread()).toBe(5);
  });

  it('takes the answer to the latest question, whenever the others come', async () => {
    const tab = await openTab(5);
    let answerFirst = (_: Response) => {};
    const first = new Promise<Response>((resolve) => {
      answerFirst = resolve;
    });
    vi.stubGlobal('fetch', vi.fn().mockReturnValueOnce(first).mockResolvedValueOnce(answer(9)));
    const asked = [tab.refetchCounters(), tab.refetchCounters()];
    await asked[1];
    answerFirst(answer(4));
    await asked[0];
    expect(tab.unread()).toBe(9);
  });

  it('asks once more when something arrived meanwhile, which the answer may not know', async () => {
    const tab = await openTab(5);
    const fetch = vi.fn(async () => answer(6));
    fetch.mockImplementationOnce(async () => {
      tab.countArrival('notifications', 'a');
      return answer(5);
    });
    vi.stubGlobal('fetch', fetch);
    const seen: (number | undefined)[] = [];
    await tab.refetchCounters().then(() => seen.push(tab.unread()));
    expect(seen).toEqual([6]);
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});
