import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { drawBytes } from '../app/platform/request/random.server';
import type { PathLog } from './logged-path';

export interface Variables {
  requestId: string;
  ip: string | null;
  /** The requested page, in the form that may be logged. */
  page: string;
  /** The body of the answer, where it is a page. */
  writtenPage?: Buffer<ArrayBuffer>;
}

/** Gives each request an id and logs one line for it, without query, address, cookies or secrets in the path. */
export function requestLog(log: Logger, paths: PathLog): MiddlewareHandler<{ Variables: Variables }> {
  return async (c, next) => {
    const requestId = drawBytes(8).toString('hex');
    const start = performance.now();
    const path = paths.write(c.req.path);
    c.set('requestId', requestId);
    // A navigation by script requests the data of the page that it shows.
    c.set('page', path.replace(/\.data$/, ''));
    await next();
    // A file of the build is the same for everybody, and its headers count in the weight of the first load.
    if (!c.req.path.startsWith('/assets/')) c.res.headers.set('X-Request-Id', requestId);
    const ms = Math.round(performance.now() - start);
    log.info({ requestId, method: c.req.method, path, status: c.res.status, ms }, 'request');
  };
}
