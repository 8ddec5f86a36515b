import { describe, expect, it } from 'vitest';
import { uuidV7 } from './uuid-v7';

describe('uuidV7', () => {
  it('begins with its millisecond and says version and variant', () => {
    const id = uuidV7(new Date('2026-11-20T09:41:00.123Z'));
    const milliseconds = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
    expect(new Date(milliseconds).toISOString()).toBe('2026-11-20T09:41:00.123Z');
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(uuidV7(new Date())).not.toBe(uuidV7(new Date()));
  });
});
