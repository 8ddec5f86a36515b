import { describe, expect, it } from 'vitest';
import { recentIds } from './events';

describe('ids that came before', () => {
  it('are known', () => {
    const isNew = recentIds();
    expect([isNew('a'), isNew('b'), isNew('a')]).toEqual([true, true, false]);
  });

  it('are forgotten in time, the oldest first', () => {
    const isNew = recentIds(2);
    for (const id of ['a', 'b', 'c']) isNew(id);
    expect(isNew('c')).toBe(false);
    expect(isNew('b')).toBe(false);
    expect(isNew('a')).toBe(true);
  });
});
