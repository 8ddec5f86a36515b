import { describe, expect, it } from 'vitest';
import { shownMs, withToast } from './toast-list';

const toast = (id: string, description = '') => ({
  id,
  title: 'Payment received',
  description,
  class: 'wallet',
  status: 'success',
  path: null,
  silent: false,
});
const ids = (toasts: { id: string }[]) => toasts.map(({ id }) => id);

describe('toasts', () => {
  it('are three at most, the newest last', () => {
    const all = ['a', 'b', 'c', 'd'].map((id) => toast(id)).reduce(withToast, []);
    expect(ids(all)).toEqual(['b', 'c', 'd']);
  });

  it('stand once each', () => {
    expect(ids(withToast([toast('a'), toast('b')], toast('a')))).toEqual(['b', 'a']);
  });

  it('stay at least eight seconds, and as long as it takes to read them', () => {
    expect(shownMs(toast('a'))).toBeGreaterThanOrEqual(8000);
    expect(shownMs(toast('a', 'x'.repeat(200))) - shownMs(toast('a'))).toBe(16_000);
  });
});
