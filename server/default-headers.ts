import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { securityHeaders } from '../app/platform/request/security-headers.server';

/** The headers of every answer, also of redirects, files and failures. Pages have more. */
const EVERYWHERE = [
  'Referrer-Policy',
  'X-Content-Type-Options',
  'Cross-Origin-Resource-Policy',
  'Strict-Transport-Security',
];

/**
 * If a browser opens an answer that is not a page, it runs and loads nothing. The icon contains its own style.
 * Pages have their own policy.
 */
const NO_PAGE = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'; sandbox";

/**
 * Adds the headers that an answer did not set itself. By default no cache may store an answer. Leaves out the headers by
 * which Node says that it keeps the connection, because HTTP/1.1 does, and they count in the budget too. Once the server
 * closes, each answer ends its connection, so that a proxy sends no form on it that would be cut off.
 */
export function defaultHeaders(isClosing: () => boolean): MiddlewareHandler {
  const usual = Object.entries(securityHeaders('')).filter(([name]) => EVERYWHERE.includes(name));
  const defaults = [...usual, ['Cache-Control', 'no-store'] as const];
  return async (c, next) => {
    await next();
    const { incoming, outgoing }: Partial<HttpBindings> = c.env ?? {};
    if (isClosing()) outgoing?.setHeader('Connection', 'close');
    else if (incoming?.httpVersion === '1.1') outgoing?.removeHeader('Connection');
    // Styles and scripts are only text when opened, and their headers count in the budget of the first load.
    const policy = c.req.path.startsWith('/assets/') ? [] : [['Content-Security-Policy', NO_PAGE] as const];
    for (const [name, value] of [...defaults, ...policy]) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  };
}
