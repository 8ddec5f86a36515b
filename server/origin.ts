import { isForeign } from '../app/platform/request/csrf.server';

/**
 * Returns the request as Remix may see it. Remix compares `Origin` with the Host that it sees. It answers a foreign
 * origin with an empty 500, and so every form behind a proxy that rewrites Host. Here the app decides instead: a forged
 * request becomes cross-site, which the app answers with its 403 page, and the app's own request gets the Host of its
 * origin.
 */
export function judgeOrigin(request: Request): Request {
  const origin = request.headers.get('origin');
  if (origin === null || ['GET', 'HEAD'].includes(request.method)) return request;
  const headers = new Headers(request.headers);
  const isForged = isForeign(request);
  if (isForged) headers.set('Sec-Fetch-Site', 'cross-site');
  if (isForged || origin === '') headers.delete('Origin');
  else headers.set('X-Forwarded-Host', new URL(origin).host);
  return new Request(request, { headers });
}
