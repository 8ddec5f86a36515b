import type { MiddlewareHandler } from 'hono';
import { securityHeaders } from '../app/platform/security-headers.server';

/** What every answer carries, redirects, files and failures too; pages carry more. */
const EVERYWHERE = [
  'Referrer-Policy',
  'X-Content-Type-Options',
  'Cross-Origin-Resource-Policy',
  'Strict-Transport-Security',
];

/**
 * What is no page runs nothing and loads nothing, should it be opened by itself; the icon brings a style of its own.
 * Pages have a policy of their own.
 */
const NO_PAGE = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'; sandbox";

/** Adds to each answer what it did not set itself: nothing is kept by anybody unless it says so. */
export function defaultHeaders(): MiddlewareHandler {
  const usual = Object.entries(securityHeaders('')).filter(([name]) => EVERYWHERE.includes(name));
  const defaults = [...usual, ['Cache-Control', 'no-store'] as const];
  return async (c, next) => {
    await next();
    // Styles and scripts are mere text by themselves, and count in the budget of the first load.
    const policy = c.req.path.startsWith('/assets/') ? [] : [['Content-Security-Policy', NO_PAGE] as const];
    for (const [name, value] of [...defaults, ...policy]) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  };
}
