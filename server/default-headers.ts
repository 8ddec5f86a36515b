import type { MiddlewareHandler } from 'hono';
import { securityHeaders } from '../app/platform/security-headers.server';

/** What every answer carries, redirects, files and failures too; pages carry more. */
const EVERYWHERE = [
  'Referrer-Policy',
  'X-Content-Type-Options',
  'Cross-Origin-Resource-Policy',
  'Strict-Transport-Security',
];

/** Adds to each answer what it did not set itself: nothing is kept by anybody unless it says so. */
export function defaultHeaders(): MiddlewareHandler {
  const usual = Object.entries(securityHeaders('')).filter(([name]) => EVERYWHERE.includes(name));
  const defaults = [...usual, ['Cache-Control', 'no-store'] as const];
  return async (c, next) => {
    await next();
    for (const [name, value] of defaults) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  };
}
