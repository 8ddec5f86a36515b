import { randomBytes } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { loggedPath } from '../app/platform/logged-path';

export interface Variables {
  requestId: string;
  ip: string | null;
}

/** Gives each request an id and writes one line for it: no query, no address, no cookies, no secrets of a path. */
export function requestLog(log: Logger): MiddlewareHandler<{ Variables: Variables }> {
  return async (c, next) => {
    const requestId = randomBytes(8).toString('hex');
    const start = performance.now();
    c.set('requestId', requestId);
    await next();
    c.res.headers.set('X-Request-Id', requestId);
    const ms = Math.round(performance.now() - start);
    log.info({ requestId, method: c.req.method, path: loggedPath(c.req.path), status: c.res.status, ms }, 'request');
  };
}
