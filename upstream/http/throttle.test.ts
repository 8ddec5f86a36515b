import { afterEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { TooManyAttempts } from './problems';
import { createThrottle } from './throttle';
import { rateLimits } from './throttle.tables';

afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('a throttle', (open) => {
  it('lets the limit through, refuses the next, and opens again after its window', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00Z') });
    const { db } = await open();
    const throttle = createThrottle(db, 'login', 2, 60);
    expect(await throttle.get('a')).toEqual({ limit: 2, used: 0, remaining: 2, resetAt: null });
    expect(await throttle.hit('a')).toMatchObject({ limit: 2, used: 1, remaining: 1 });
    expect(await throttle.hit('a')).toMatchObject({ used: 2, remaining: 0 });
    vi.setSystemTime(new Date('2026-11-20T09:00:20Z'));
    const refusal = await throttle.hit('a').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(TooManyAttempts);
    expect(refusal).toMatchObject({ headers: { 'Retry-After': '40', 'X-RateLimit-Limit': '2' } });
    expect(await throttle.hit('b')).toMatchObject({ remaining: 1 });
    vi.setSystemTime(new Date('2026-11-20T09:01:01Z'));
    expect(await throttle.hit('a')).toMatchObject({ remaining: 1 });
  });

  it('forgets on request, and stores no key in the clear', async () => {
    const { db } = await open();
    const throttle = createThrottle(db, 'login', 1, 60);
    await throttle.hit('anna@example.test');
    expect((await db.select().from(rateLimits)).map((row) => row.key).join()).toMatch(/^login:[\w-]{43}$/);
    await throttle.clear('anna@example.test');
    await throttle.hit('anna@example.test');
  });

  it('counts every one of many at once', async () => {
    const { db } = await open();
    const throttle = createThrottle(db, 'login', 5, 60);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => throttle.hit('a')));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(5);
  });
});
