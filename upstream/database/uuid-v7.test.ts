import { describe, expect, it } from 'vitest';
import { earliestUuidV7, uuidV7, uuidV7After } from './uuid-v7';

describe('uuidV7', () => {
  it('begins with its millisecond and says version and variant', () => {
    const id = uuidV7(new Date('2026-11-20T09:41:00.123Z'));
    const milliseconds = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
    expect(new Date(milliseconds).toISOString()).toBe('2026-11-20T09:41:00.123Z');
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(uuidV7(new Date())).not.toBe(uuidV7(new Date()));
  });

  it('sorts after another one, whatever the clock says', () => {
    const now = new Date('2026-11-20T09:41:00.123Z');
    let last: string | null = null;
    for (const backwards of [0, 0, 0, 1, 3_600_000, 0, 0]) {
      const next = uuidV7After(last, new Date(now.getTime() - backwards));
      expect(next > (last ?? '')).toBe(true);
      expect(next).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      last = next;
    }
  });

  it('has an earliest one in each millisecond', () => {
    const now = new Date('2026-11-20T09:41:00.123Z');
    expect(earliestUuidV7(now) <= uuidV7(now)).toBe(true);
    expect(earliestUuidV7(now) > uuidV7(new Date(now.getTime() - 1))).toBe(true);
  });
});
