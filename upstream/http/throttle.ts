import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../database/database';
import type { Env } from './env';
import { TooManyAttempts } from './problems';

export interface Throttle {
  /**
   * Counts one attempt (or `points`) for the key and returns what is left. The count remains even if the caller's
   * transaction rolls back.
   * @throws TooManyAttempts above the limit
   */
  hit(key: string, points?: number): Promise<Allowance>;
  /** Returns what is left for the key, without counting. It never throws for a used-up limit. */
  get(key: string): Promise<Allowance>;
  /** Forgets the key's attempts. */
  clear(key: string): Promise<void>;
}

export interface Allowance {
  limit: number;
  /** Attempts counted in the current window. */
  used: number;
  remaining: number;
  /** Start of the next window; null when none is running. */
  resetAt: Date | null;
}

/**
 * Creates a fixed-window limit of `points` attempts in `seconds`. The database keeps the counts, so that the limit
 * holds across processes. Keys are hashed, so that the table contains no addresses.
 */
export function createThrottle(db: Database, name: string, points: number, seconds: number): Throttle {
  const limiter = new RateLimiterPostgres({
    storeClient: db.$client,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // Housekeeping deletes old rows once for all throttles.
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  });
  const allowance = (standing: RateLimiterRes | null): Allowance => ({
    limit: points,
    used: standing?.consumedPoints ?? 0,
    remaining: standing?.remainingPoints ?? points,
    resetAt: standing ? new Date(Date.now() + standing.msBeforeNext) : null,
  });
  return {
    hit: async (key, count = 1) => {
      try {
        return allowance(await limiter.consume(hashed(key), count));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const now = new Date();
        throw new TooManyAttempts(points, new Date(now.getTime() + refusal.msBeforeNext), now);
      }
    },
    get: async (key) => allowance(await limiter.get(hashed(key))),
    clear: async (key) => void (await limiter.delete(hashed(key))),
  };
}

/** Sets Laravel's headers of a throttled success: the limit and what is left. */
export function showAllowance(c: Context<Env>, allowance: Allowance): void {
  c.header('X-RateLimit-Limit', String(allowance.limit));
  c.header('X-RateLimit-Remaining', String(allowance.remaining));
}

const hashed = (key: string) => createHash('sha256').update(key).digest('base64url');
