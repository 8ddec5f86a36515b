import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, MiddlewareHandler } from 'hono';

const YEAR = 'public, max-age=31536000, immutable';
const HOUR = 'public, max-age=3600';

/**
 * Serves `build/client`, with the `.br` and `.gz` beside each file. It looks up only names that can be files, so pages
 * cost no disk access.
 */
export function staticFiles(root: string): MiddlewareHandler {
  const policy = policyOf(readFileSync(join(root, VERIFIER), 'utf8'));
  const serve = serveStatic({ root, precompressed: true, onFound: (_path, c) => describe(c, policy) });
  return async (c, next) => {
    const isFile = /\.[a-z0-9]+$/i.test(c.req.path) && !/^\/(api|_mail)|\.data$/.test(c.req.path);
    if (!isFile || !['GET', 'HEAD'].includes(c.req.method)) return next();
    return serve(c, next);
  };
}

/** The only static page. It contains its own policy, because people open it without a server too. */
const VERIFIER = '/log/verifier.html';

const policyOf = (page: string): string => {
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page) ?? [];
  if (!policy) throw new Error('The verifier page has no policy');
  return `${policy}; frame-ancestors 'none'`;
};

function describe(c: Context, verifierPolicy: string) {
  if (c.req.path === VERIFIER) c.header('Content-Security-Policy', verifierPolicy);
  const isVersioned = c.req.path.startsWith('/assets/') || c.req.query('v') !== undefined;
  c.header('Cache-Control', isVersioned ? YEAR : HOUR);
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Cross-Origin-Resource-Policy', 'same-origin');
}
