import { data } from '@remix-run/node';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadCard } from './card.server';

describe('a card of the dashboard', () => {
  afterEach(() => vi.useRealTimers());

  it('has what its module answered', async () => {
    expect(await loadCard(async () => ['a'])).toEqual({ ok: true, data: ['a'] });
  });

  it('fails alone when its module fails', async () => {
    const failing = () => Promise.reject(data({ kind: 'server' }, { status: 502 }));
    expect(await loadCard(failing)).toEqual({ ok: false });
    expect(await loadCard(() => Promise.reject(new Error('broken')))).toEqual({ ok: false });
  });

  it('fails alone when its module throws before it promises', async () => {
    const throwing = () => {
      throw new Error('broken');
    };
    expect(await loadCard(throwing)).toEqual({ ok: false });
  });

  it('gives up at its deadline', async () => {
    vi.useFakeTimers();
    const card = loadCard(() => new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(3000);
    expect(await card).toEqual({ ok: false });
  });

  it('lets pass what concerns the whole page', async () => {
    const redirect = new Response(null, { status: 302, headers: { Location: '/lock' } });
    await expect(loadCard(() => Promise.reject(redirect))).rejects.toBe(redirect);
    const locked = data({ kind: 'locked' }, { status: 401 });
    await expect(loadCard(() => Promise.reject(locked))).rejects.toBe(locked);
  });
});
